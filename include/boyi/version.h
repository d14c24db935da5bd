/* SPDX-License-Identifier: MIT
 *
 * The version of the library.
 */
#ifndef BOYI_VERSION_H
#define BOYI_VERSION_H

#include "boyi/error.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_VERSION "0.2.0"

/* The version of the linked library, which may differ from this header. */
BY_API const char *by_version(void);

#ifdef __cplusplus
}
#endif

#endif
