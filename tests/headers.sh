#!/usr/bin/env bash
# Compiles each header alone, twice over: the public ones in C and C++ under strict warnings, the inner ones in C.
set -eu
cd "$(dirname "$0")/.."

strict="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fsyntax-only -Iinclude"

count=0
for header in include/boyi/*.h $(find src -name '*.h'); do
    name=${header#include/} name=${name#src/}
    twice=$(printf '#include "%s"\n#include "%s"\n' "$name" "$name")
    gcc -std=c17 $strict -Isrc -x c - <<<"$twice"
    if [[ $header == include/* ]]; then
        g++ -std=c++11 $strict -x c++ - <<<"$twice"
    fi
    count=$((count + 1))
done
echo "$count passed, 0 failed"
