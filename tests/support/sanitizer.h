/* SPDX-License-Identifier: MIT
 *
 * IS_SANITIZED: a sanitizer watches over memory, by an allocator of its own, and everything is slow.
 */
#ifndef BOYI_TESTS_SUPPORT_SANITIZER_H
#define BOYI_TESTS_SUPPORT_SANITIZER_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#endif

#endif
