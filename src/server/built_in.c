/* SPDX-License-Identifier: MIT */
#include "server/built_in.h"

/* A file as a text that ends with a 0 byte. */
#define BUILT_IN(symbol, file)                                                                                         \
    __asm__(".pushsection .rodata\n.hidden " #symbol "\n.global " #symbol "\n" #symbol ":\n.incbin \"" file            \
            "\"\n.byte 0\n.popsection\n")

BUILT_IN(server_problems_go, "problems/go.txt");
BUILT_IN(server_problems_xiangqi, "problems/xiangqi.tsv");
BUILT_IN(server_examples, "src/server/examples.json");
