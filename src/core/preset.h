/* SPDX-License-Identifier: MIT
 *
 * Presets of methods and games.
 */
#ifndef BOYI_CORE_PRESET_H
#define BOYI_CORE_PRESET_H

#include "boyi/option.h"

/* Sets `options` to their defaults and then to the preset `name` of `owner`. An unknown name is an error and changes
 * nothing. */
by_status by__preset_apply(const struct by_preset *presets, const char *owner, const char *name, by_options *options,
                           by_error *error);

#endif
