/* SPDX-License-Identifier: MIT
 *
 * Which program made a row.
 */
#ifndef LAB_BUILD_H
#define LAB_BUILD_H

/* A checksum of the library's sources: as long as it stays, a search gives the same nodes and the same answer. */
const char *lab_build_sources(void);

/* The compiler and its version. */
const char *lab_build_compiler(void);

#endif
