/* SPDX-License-Identifier: MIT
 *
 * Boyi: game-tree search. This header includes all others.
 */
#ifndef BOYI_BOYI_H
#define BOYI_BOYI_H

#include "boyi/display.h"
#include "boyi/error.h"
#include "boyi/game.h"
#include "boyi/message.h"
#include "boyi/observer.h"
#include "boyi/option.h"
#include "boyi/pgn.h"
#include "boyi/proof.h"
#include "boyi/random.h"
#include "boyi/record.h"
#include "boyi/search.h"
#include "boyi/size.h"
#include "boyi/text.h"
#include "boyi/value.h"
#include "boyi/verify.h"
#include "boyi/version.h"

#endif
