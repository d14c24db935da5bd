/* SPDX-License-Identifier: MIT
 *
 * Lines of UCI: nothing that is said makes the engine crash, hang or lose its position.
 */
#include "protocol/uci.h"

#include "session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct protocol_session *session = small_session(&uci_dialect);
    char *text = text_of(data, size), *rest = text, *line;
    bool goes_on = true;

    while (goes_on && (line = next_line(&rest)) != NULL)
        goes_on = uci_line(session, line);
    check_session(session);
    free(text);
    return 0;
}
