/* SPDX-License-Identifier: MIT
 *
 * Positions and moves of connect four.
 */
#include "position.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_position("connect4", data, size);
    return 0;
}
