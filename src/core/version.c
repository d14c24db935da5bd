/* SPDX-License-Identifier: MIT */
#include "boyi/version.h"

const char *by_version(void)
{
    return BY_VERSION;
}
