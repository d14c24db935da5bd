#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes pieces.woff2 anew. Needs Debian's fonts-noto-cjk, python3-fonttools and python3-brotli.
set -eu
cd "$(dirname "$0")"
pyftsubset /usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc --font-number=3 \
    --text='帥仕相傌俥炮兵將士象馬車砲卒楚河漢界博弈中文' --flavor=woff2 --no-hinting --desubroutinize \
    --layout-features='' --name-IDs='0,1,2,13,14' --output-file=pieces.woff2
