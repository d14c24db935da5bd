/* SPDX-License-Identifier: MIT
 *
 * Draws the positions of pictures, those of Go.
 */
#ifndef LAB_PICTURE_H
#define LAB_PICTURE_H

#include "lab/html.h"

extern const struct lab_drawer lab_picture_drawer;

#endif
