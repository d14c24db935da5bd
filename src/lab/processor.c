/* SPDX-License-Identifier: MIT
 *
 * The processor's name. Linux lists it in a file, macOS answers a query; other systems report at least its kind.
 */
#ifdef __APPLE__
#define _DARWIN_C_SOURCE
#else
#define _POSIX_C_SOURCE 200809L
#endif
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lab/build.h"

#ifdef __APPLE__
#include <sys/sysctl.h>
#endif

/* The value of a line "model name : VALUE". */
static bool read_listed(const char *path, by_text *out)
{
    static const char name[] = "model name";
    FILE *file = fopen(path, "r");
    char line[512];
    bool is_found = false;

    while (file && !is_found && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');

        if (strncmp(line, name, sizeof name - 1) != 0 || !colon)
            continue;
        colon += 1 + strspn(colon + 1, " \t");
        colon[strcspn(colon, "\n")] = 0;
        by_text_add(out, colon);
        is_found = *colon != 0;
    }
    if (file)
        (void)fclose(file);
    return is_found;
}

static bool ask_system(by_text *out)
{
#ifdef __APPLE__
    char name[256];
    size_t size = sizeof name;

    if (sysctlbyname("machdep.cpu.brand_string", name, &size, NULL, 0) == 0) {
        by_text_add(out, name);
        return true;
    }
#endif
    (void)out;
    return false;
}

int lab_processor_count(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);

    return online > 0 && online < 1 << 20 ? (int)online : 1;
}

void lab_processor(by_text *out)
{
    struct utsname system;
    int count = lab_processor_count();

    if (!read_listed("/proc/cpuinfo", out) && !ask_system(out))
        by_text_add(out, uname(&system) >= 0 ? system.machine : "unknown");
    by_text_printf(out, ", %d core%s", count, count == 1 ? "" : "s");
}
