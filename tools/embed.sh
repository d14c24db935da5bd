#!/usr/bin/env bash
# Writes a C table of files, to be built into the program (src/server/assets.h): each as it is and packed.
#
#     tools/embed.sh TABLE PACKED-FOLDER FOLDER [-- FILE ...] >table.c
#
# Files are named from FOLDER on; without -- it is all below it. A folder that is not there gives an empty table.
# The packed files are kept in PACKED-FOLDER, since the table refers to both. Behind each file stands a 0, so that
# those of text are strings.
set -euo pipefail
table=$1 packed=${2%/} folder=${3%/}
shift 3

type_of()
{
    case $1 in
    *.html) echo 'text/html; charset=utf-8' ;;
    *.js | *.mjs) echo 'text/javascript; charset=utf-8' ;;
    *.css) echo 'text/css; charset=utf-8' ;;
    *.json | *.map) echo 'application/json' ;;
    *.svg) echo 'image/svg+xml' ;;
    *.png) echo 'image/png' ;;
    *.ico) echo 'image/x-icon' ;;
    *.woff2) echo 'font/woff2' ;;
    *.woff) echo 'font/woff' ;;
    *.txt | *.tsv) echo 'text/plain; charset=utf-8' ;;
    *) echo 'application/octet-stream' ;;
    esac
}

# embed SYMBOL FILE: the bytes of a file under a name
embed()
{
    printf '__asm__(".pushsection .rodata\\n.balign 16\\n.hidden %s\\n.global %s\\n"\n' "$1" "$1"
    printf '        "%s:\\n.incbin \\"%s\\"\\n.byte 0\\n.popsection\\n");\n' "$1" "$2"
    printf 'extern const unsigned char %s[];\n' "$1"
}

# The files, each ended by 0
list()
{
    if [ "${1-}" = -- ]; then
        shift
        [ $# -eq 0 ] || printf '%s\0' "${@/#/$folder/}"
    elif [ -d "$folder" ]; then
        find "$folder" -type f -print0 | LC_ALL=C sort -z
    fi
}

echo '/* Made by tools/embed.sh. */'
echo '#include "server/assets.h"'
rows=
number=0
while IFS= read -r -d '' file; do
    name=${file#"$folder"}
    [[ $name =~ ^[A-Za-z0-9._/-]+$ ]] || { echo "embed.sh: $file has a character that no address has" >&2; exit 1; }
    number=$((number + 1))
    tag=$(cksum <"$file" | tr ' ' -)
    size=$(wc -c <"$file")
    small=$packed/$number.gz
    mkdir -p "$packed"
    gzip -9nc "$file" >"$small"
    small_size=$(wc -c <"$small")
    embed "${table}_$number" "$(readlink -f "$file")"
    packed_symbol=NULL
    if [ "$small_size" -lt "$size" ]; then
        packed_symbol=${table}_${number}_packed
        embed "$packed_symbol" "$(readlink -f "$small")"
    else
        small_size=0
    fi
    rows+="    {\"$name\", \"$(type_of "$name")\", \"\\\"$tag\\\"\", ${table}_$number, $packed_symbol, $size, "
    rows+="$small_size},"$'\n'
done < <(list "$@")
printf 'const struct server_asset %s[] = {\n%s    {0},\n};\n' "$table" "$rows"
