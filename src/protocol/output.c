/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "protocol/output.h"

#include <stdarg.h>
#include <stdio.h>

void protocol_output_init(struct protocol_output *output, protocol_write *write, void *context)
{
    pthread_mutex_init(&output->lock, NULL);
    output->write = write;
    output->context = context;
}

static void send(struct protocol_output *output, const char *lines, size_t length)
{
    pthread_mutex_lock(&output->lock);
    output->write(output->context, lines, length);
    pthread_mutex_unlock(&output->lock);
}

void protocol_send(struct protocol_output *output, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    if (length > (int)sizeof line - 2)
        length = (int)sizeof line - 2;
    line[length] = '\n';
    send(output, line, (size_t)length + 1);
}

void protocol_send_lines(struct protocol_output *output, by_text *text)
{
    if (text->length && text->data[text->length - 1] != '\n')
        by_text_add_char(text, '\n');
    if (text->length && !text->failed)
        send(output, text->data, text->length);
    by_text_clear(text);
}

void protocol_send_text(struct protocol_output *output, by_text *text)
{
    protocol_send_lines(output, text);
    by_text_free(text);
}

void protocol_output_done(struct protocol_output *output)
{
    pthread_mutex_destroy(&output->lock);
}
