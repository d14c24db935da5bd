/* SPDX-License-Identifier: MIT
 *
 * The build that made a row.
 */
#ifndef LAB_BUILD_H
#define LAB_BUILD_H

#include "boyi/text.h"

/* A checksum of the library's sources. While it stays the same, a search gives the same nodes and the same answer. */
const char *lab_build_sources(void);

/* The compiler's flags. */
const char *lab_build_flags(void);

/* The processor and its number of cores, if the system reports them. */
void lab_processor(by_text *out);
int lab_processor_count(void);

/* The compiler and its version. */
const char *lab_build_compiler(void);

#endif
