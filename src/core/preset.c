/* SPDX-License-Identifier: MIT */
#include "core/preset.h"

#include <string.h>

static const struct by_preset *find_preset(const struct by_preset *presets, const char *owner, const char *name,
                                           by_error *error)
{
    const char *nearest = NULL;

    for (const struct by_preset *preset = presets; preset->name; preset++) {
        if (strcmp(preset->name, name) == 0)
            return preset;
        nearest = by_text_nearest(name, (const char *const[]){nearest ? nearest : preset->name, preset->name, NULL});
    }
    if (nearest)
        by_error_set(error, BY_ERROR_UNKNOWN, "unknown preset '%.60s' of %s, did you mean '%s'?", name, owner, nearest);
    else if (!presets->name)
        by_error_set(error, BY_ERROR_UNKNOWN, "%s has no presets, so there is no '%.60s'", owner, name);
    else
        by_error_set(error, BY_ERROR_UNKNOWN, "unknown preset '%.60s' of %s", name, owner);
    return NULL;
}

by_status by__preset_apply(const struct by_preset *presets, const char *owner, const char *name, by_options *options,
                           by_error *error)
{
    const struct by_preset *preset = find_preset(presets, owner, name, error);
    by_status status = preset ? BY_OK : BY_ERROR_UNKNOWN;

    if (status)
        return status;
    for (const struct by_option *row = by_options_table(options); row->name && !status; row++)
        if (row->kind != BY_OPTION_TEXT)
            status = by_options_set_number(options, row->name, row->initial, error);
    return status ? status : by_options_set_all(options, preset->settings, error);
}
