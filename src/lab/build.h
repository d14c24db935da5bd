/* SPDX-License-Identifier: MIT
 *
 * Which program made a row.
 */
#ifndef LAB_BUILD_H
#define LAB_BUILD_H

#include "boyi/text.h"

/* A checksum of the library's sources: as long as it stays, a search gives the same nodes and the same answer. */
const char *lab_build_sources(void);

/* The flags that it was compiled with. */
const char *lab_build_flags(void);

/* The processor on which it runs, and how many cores there are, as far as the system tells. */
void lab_processor(by_text *out);
int lab_processor_count(void);

/* The compiler and its version. */
const char *lab_build_compiler(void);

#endif
