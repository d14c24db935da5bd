/* SPDX-License-Identifier: MIT
 *
 * The weights of the evaluation. Their file is written by `boyi tune`.
 */
#include "games/xiangqi/eval/eval.h"

/* A constant, which xq_pack is not. */
#define S(opening, ending) ((int32_t)((uint32_t)(ending) << 16) + (opening))

const int32_t by__xq_weights[XQ_WEIGHTS] = {
#include "games/xiangqi/eval/weights.inc"
};
