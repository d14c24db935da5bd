/* SPDX-License-Identifier: MIT
 *
 * The sets of problems, built into the program as texts that end with a 0 byte.
 */
#include "server/problems.h"

#define BUILT_IN(symbol, file)                                                                                         \
    __asm__(".pushsection .rodata\n.hidden " #symbol "\n.global " #symbol "\n" #symbol ":\n.incbin \"" file            \
            "\"\n.byte 0\n.popsection\n");                                                                             \
    extern const char symbol[]

BUILT_IN(server_problems_go_text, "problems/go.txt");
BUILT_IN(server_problems_xiangqi_text, "problems/xiangqi.tsv");

const char *server_problems_go(void)
{
    return server_problems_go_text;
}

const char *server_problems_xiangqi(void)
{
    return server_problems_xiangqi_text;
}
