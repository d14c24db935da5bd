/* SPDX-License-Identifier: MIT */
#include "lab/build.h"

/* The Makefile defines these; tools that only parse the source do not. */
#ifndef LAB_SOURCES
#define LAB_SOURCES "unknown"
#endif
#ifndef LAB_FLAGS
#define LAB_FLAGS "unknown"
#endif

const char *lab_build_sources(void)
{
    return LAB_SOURCES;
}

const char *lab_build_flags(void)
{
    return LAB_FLAGS;
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
