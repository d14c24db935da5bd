/* SPDX-License-Identifier: MIT
 *
 * Positions and moves of tic-tac-toe.
 */
#include "position.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_position("tictactoe", data, size);
    return 0;
}
