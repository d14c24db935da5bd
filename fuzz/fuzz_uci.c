/* SPDX-License-Identifier: MIT
 *
 * Lines of UCI: nothing that is said makes the engine crash, hang or lose its position.
 */
#include "session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    run_lines(&protocol_uci_dialect, data, size);
    return 0;
}
