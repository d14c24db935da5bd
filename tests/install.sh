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

# Whatever the headers declare is there, and nothing else
only_public_names()
{
    diff <(grep -oh 'BY_API[^(]*by_[a-z0-9_]*(' "$prefix"/include/boyi/*.h | grep -o 'by_[a-z0-9_]*(' | tr -d '(' | sort -u) \
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

# A compiler that finds neither, as where they are not installed
bare_compiler()
{
    cat >"$prefix/bare-cc" <<END
#!/bin/sh
case "\$*" in *sqlite3*|*microhttpd*) exit 1;; esac
exec ${CC:-gcc} "\$@"
END
    chmod +x "$prefix/bare-cc"
}

builds_without_libraries()
{
    bare_compiler && make BUILD="$prefix/bare" CC="$prefix/bare-cc" OPTIMIZE=-O0 "$prefix/bare/boyi" >"$prefix/log" 2>&1 ||
        { cat "$prefix/log"; return 1; }
}

names_what_is_missing()
{
    ! "$prefix/bare/boyi" serve 2>"$prefix/serve" && grep -q 'apt-get install libmicrohttpd-dev' "$prefix/serve" &&
        ! "$prefix/bare/boyi" lab run threads 2>"$prefix/lab" && grep -q 'apt-get install libsqlite3-dev' "$prefix/lab"
}

check "a compiler and make alone build the program" builds_without_libraries
check "which says what its commands need" names_what_is_missing

echo "$passed passed, 0 failed"
