/* SPDX-License-Identifier: MIT
 *
 * Messages in JSON, in parts (boyi/message.h), so that clients can translate them:
 *
 *     {"message": "variant a: unknown option 'x'", "id": "variant {1}: {2}",
 *      "args": ["a", {"id": "unknown option '{1}'", "args": ["x"]}]}
 *
 * An argument is a literal text or a message. A message without arguments has no "args". Several messages in a row,
 * with texts between them, are {"parts": [...]} instead. "message", only at the outermost level, is the whole text.
 */
#ifndef FRONT_JSON_MESSAGE_H
#define FRONT_JSON_MESSAGE_H

#include "front/json.h"

void json_put_message(struct json *json, const char *parts);
void json_member_message(struct json *json, const char *key, const char *parts);

#endif
