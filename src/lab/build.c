/* SPDX-License-Identifier: MIT */
#include "lab/build.h"

#ifndef LAB_SOURCES
#error "the Makefile says what LAB_SOURCES is"
#endif

const char *lab_build_sources(void)
{
    return LAB_SOURCES;
}

const char *lab_build_compiler(void)
{
#if defined(__clang__)
    return __VERSION__;
#elif defined(__GNUC__)
    return "gcc " __VERSION__;
#else
    return "unknown";
#endif
}
