#!/usr/bin/env bash
# Installs into a folder of its own and uses only what lies there: the program runs, the examples build through
# pkg-config and run, with the shared and with the static library, and only public names are exported.
set -eu
cd "$(dirname "$0")/.."

prefix=$(mktemp -d)
staging=$prefix/staging
trap 'rm -rf "$prefix"' EXIT

make install PREFIX="$prefix" >/dev/null
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
version=$(pkg-config --modversion boyi)
passed=0

check()
{
    if ! "${@:2}"; then
        echo "failed: $1"
        exit 1
    fi
    echo "ok: $1"
    passed=$((passed + 1))
}

# ---- Names -----------------------------------------------------------------------------------------------------------

defined()
{
    nm --defined-only --extern-only --format=posix "$@" | awk 'NF > 1 { print $1 }' | sort -u
}

# Whatever the headers declare or define, inline or not, is there, and nothing else
only_public_names()
{
    diff <(grep -ohE '^(BY_API|extern|static|inline)[^(]*by_[a-z0-9_]*\(' "$prefix"/include/boyi/*.h |
        grep -o 'by_[a-z0-9_]*(' | tr -d '(' | sort -u) \
        <(defined -D "$prefix/lib/libboyi.so")
}

only_own_names()
{
    ! defined "$prefix/lib/libboyi.a" | grep -v '^by_'
}

# Constant tables lie elsewhere, also those that contain addresses
no_variables()
{
    ! size -A "$prefix/lib/libboyi.a" | awk '/^[a-z].*:/ { file = $1 } /^\.(data|bss|tdata|tbss) / && $2 { print file, $1, $2 }' |
        grep .
}

check "the shared library exports the public functions and nothing else" only_public_names
check "the static library has only names that begin with by_" only_own_names
check "the library has no variables that outlive a call" no_variables

# ---- Examples --------------------------------------------------------------------------------------------------------

shared()
{
    ${CC:-gcc} -std=c17 -Wall -Wextra -Werror "$1" $(pkg-config --cflags --libs boyi) -o "$prefix/example" &&
        LD_LIBRARY_PATH=$prefix/lib "$prefix/example" >"$prefix/shared"
}

static()
{
    # The linker takes libboyi.a where there is no shared library
    mkdir -p "$prefix/static" && cp "$prefix/lib/libboyi.a" "$prefix/static"
    ${CC:-gcc} -std=c17 "$1" $(pkg-config --cflags --libs --static boyi | sed "s|-L$prefix/lib|-L$prefix/static|") \
        -o "$prefix/example" && "$prefix/example" >"$prefix/output"
}

same_output()
{
    cmp "$prefix/shared" "$prefix/output"
}

for example in examples/*.c; do
    check "$example with the shared library" shared "$example"
    check "$example with the static library" static "$example"
    check "$example says the same with both" same_output
done

# ---- Older programs --------------------------------------------------------------------------------------------------

# size_of STRUCT FOLDER: prints its size by the headers in that folder
size_of()
{
    printf '#include <boyi/boyi.h>\n#include <stdio.h>\nint main(void) { printf("%%zu", sizeof(struct %s)); return 0; }\n' "$1" |
        ${CC:-gcc} -std=c17 -I"$2" -x c - -o "$prefix/size" && "$prefix/size"
}

# Headers as they might have been before the last fields of some structs were added
older_headers()
{
    mkdir -p "$prefix/older/boyi" && cp "$prefix"/include/boyi/*.h "$prefix/older/boyi" &&
        sed -i '/^struct by_limits {/,/^};/{/by_value alpha, beta;/d}
                /^struct by_result {/,/^};/{/missing_threads;/d; /counter_count;/d}' "$prefix/older/boyi/search.h" &&
        sed -i '/^struct by_rules {/,/^};/{/(\*accepts)/d}
                /^typedef struct by_game_type {/,/^}/{/by_display \*display;/d}' "$prefix/older/boyi/game.h" || return 1
    for struct in by_limits by_result by_rules by_game_type; do
        [ "$(size_of $struct "$prefix/older")" -lt "$(size_of $struct "$prefix/include")" ] || return 1
    done
}

# Against the older headers, run with the library of today
older_program()
{
    ${CC:-gcc} -std=c17 -Wall -Wextra -Werror -I"$prefix/older" "$1" $(pkg-config --libs boyi) -o "$prefix/example" &&
        LD_LIBRARY_PATH=$prefix/lib "$prefix/example" >"$prefix/output"
}

check "headers with shorter structs" older_headers
for example in examples/*.c; do
    check "$example with today's headers" shared "$example"
    check "$example with older headers" older_program "$example"
    check "$example says the same with both" same_output
done

# ---- The program -----------------------------------------------------------------------------------------------------

says_version()
{
    "$prefix/bin/boyi" --version | grep -qF "$version"
}

goes_to_destdir()
{
    make install PREFIX=/usr DESTDIR="$staging" >/dev/null && grep -qx 'prefix=/usr' "$staging/usr/lib/pkgconfig/boyi.pc"
}

nothing_left()
{
    make uninstall PREFIX=/usr DESTDIR="$staging" >/dev/null && ! find "$staging" ! -type d | grep .
}

check "the installed program says its version" says_version
check "DESTDIR is where files go and not what they say" goes_to_destdir
check "uninstalling leaves no file" nothing_left

# ---- Without the libraries that commands need --------------------------------------------------------------------------

# builds_without HEADERS: with a compiler that does not find these headers, as where their libraries are not installed
builds_without()
{
    cat >"$prefix/bare-cc" <<END
#!/bin/sh
echo "\$*" | grep -qE '$1' && exit 1
exec ${CC:-gcc} "\$@"
END
    chmod +x "$prefix/bare-cc"
    make BUILD="$prefix/bare" CC="$prefix/bare-cc" OPTIMIZE=-O0 "$prefix/bare/boyi" >"$prefix/log" 2>&1 ||
        { cat "$prefix/log"; return 1; }
}

bare() { "$prefix/bare/boyi" "$@"; }

# needs PACKAGE ARGUMENTS...: the program fails, and its message is one line that names the package
needs()
{
    ! bare "${@:2}" >/dev/null 2>"$prefix/message" && [ "$(wc -l <"$prefix/message")" -eq 1 ] &&
        grep -q "apt-get install $1\`" "$prefix/message"
}

names_what_is_missing()
{
    needs libsqlite3-dev lab run threads && needs libmicrohttpd-dev serve --port 0
}

bare_engine_plays()
{
    printf 'uci\nposition startpos\ngo depth 2\nquit\n' | bare uci | grep -q '^bestmove' &&
        printf 'ucci\nposition startpos\ngo depth 2\nquit\n' | bare ucci | grep -q '^bestmove' &&
        printf 'boardsize 9\ngenmove b\nquit\n' | bare gtp | grep -q '^= [A-J][1-9]'
}

bare_commands_work()
{
    bare analyse tictactoe --depth 3 | grep -q '^best' && bare analyse tictactoe --depth 3 --json | grep -q '"best"' &&
        bare solve tests/data/solve --nodes 100 --quiet >/dev/null && bare perft tictactoe 3 | grep -q 504
}

json_is_read_by_jansson()
{
    echo '{}' >"$prefix/proof.json"
    needs libjansson-dev verify "$prefix/proof.json" && needs libjansson-dev serve --port 0 &&
        needs libjansson-dev analyse tictactoe --position xo./.../... --proof "$prefix/new.json" &&
        needs libjansson-dev solve tests/data/solve --proof "$prefix/new.json" && [ ! -e "$prefix/new.json" ]
}

check "a compiler and make alone build the program" builds_without 'sqlite3|microhttpd|jansson'
check "which says what its commands need" names_what_is_missing
check "and plays by UCI, UCCI and GTP" bare_engine_plays
check "and prints text and JSON" bare_commands_work
check "without jansson alone it builds, too" builds_without jansson
check "and says that proofs and the server need it" json_is_read_by_jansson

echo "$passed passed, 0 failed"
