/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "boyi/boyi.h"

int main(void)
{
    printf("Boyi %s\n", by_version());
    return 0;
}
