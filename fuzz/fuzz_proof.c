/* SPDX-License-Identifier: MIT
 *
 * Files of proofs: whatever is read can be verified or is refused with its place, and a proof that holds can be written
 * and read again.
 */
#include "front/proof_file.h"
#include "input.h"

static void check(const struct proof_file *file, by_status status, const struct by_verification *found)
{
    struct proof_file again;
    struct by_verification twice = {BY_SIZE(by_verification)};
    by_text text = {0};

    if (status || file->base || by_record_proof(file->record) == BY_RECORD_NONE)
        return;
    REQUIRE(proof_write_json(file->record, file->game, "", &text, NULL) == BY_OK);
    if (proof_read(by_text_string(&text), &again, NULL) == BY_OK) { /* settings are not written here */
        if (by_record_verify_from(again.record, again.node, again.position, &again.question, 100000, &twice, NULL) ==
            BY_OK)
            REQUIRE(twice.nodes == found->nodes);
        proof_file_free(&again);
    }
    by_text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    struct proof_file file;
    by_error error = {0};

    if (proof_read(text, &file, &error) == BY_OK) {
        struct by_verification found = {BY_SIZE(by_verification)};
        by_status status =
            by_record_verify_from(file.record, file.node, file.position, &file.question, 100000, &found, &error);

        REQUIRE(status == BY_OK || error.message[0]);
        check(&file, status, &found);
        proof_file_free(&file);
    } else {
        REQUIRE(error.status < 0 && error.message[0]);
        REQUIRE(!file.record && !file.game && !file.position);
    }
    free(text);
    return 0;
}
