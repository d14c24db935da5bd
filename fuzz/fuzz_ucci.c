/* SPDX-License-Identifier: MIT
 *
 * Lines of UCCI: nothing that is said makes the engine crash, hang or lose its position.
 */
#include "protocol/ucci.h"

#include "session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct protocol_session *session = small_session(&ucci_dialect);
    char *text = text_of(data, size), *rest = text, *line;
    struct ucci ucci;
    bool goes_on = true;

    REQUIRE(ucci_init(&ucci, session, NULL) == BY_OK);
    while (goes_on && (line = next_line(&rest)) != NULL)
        goes_on = ucci_line(&ucci, line);
    ucci_settle(&ucci);
    ucci_done(&ucci);
    check_session(session);
    free(text);
    return 0;
}
