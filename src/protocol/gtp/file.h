/* SPDX-License-Identifier: MIT
 *
 * Whole files, for the commands that name one.
 */
#ifndef BOYI_PROTOCOL_GTP_FILE_H
#define BOYI_PROTOCOL_GTP_FILE_H

#include "boyi/text.h"

/* Only plain files up to 64 MiB are read: others may never end. */
by_status gtp_read_file(const char *path, by_text *out, by_error *error);
by_status gtp_write_file(const char *path, const by_text *text, by_error *error);

#endif
