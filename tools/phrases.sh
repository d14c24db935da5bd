#!/usr/bin/env bash
# Counts the phrases that docs/glossary.md asks us to avoid, by folder. With --list prints the lines instead.
#
#     tools/phrases.sh [--list] [PATH...]
set -u
cd "$(dirname "$0")/.." || exit 2

phrases='(^|[.:;] |\* |"|> )(Who|Whoever|Whatever) [a-z]+|\b(is|are|was|were|be) told\b|\btells? of\b|\bcan(not)? be had\b|\banew\b|\b[Mm]ended\b|\bby chance\b|\bhangs? on\b|\b[Ss]o many\b|\bnobody is\b|\bwho (wants|needs|is|has|asks|makes|plays|repeats)\b'

list=
[ "${1-}" != --list ] || { list=yes; shift; }
[ $# -gt 0 ] || set -- README.md CHANGELOG.md CONTRIBUTING.md docs include src tests fuzz bench examples web/src web/README.md

files() { git ls-files -- "$1" | grep -E '\.(md|[ch]|ts|sh)$' | grep -vE '^docs/(results/|glossary\.md)|^tools/phrases'; }

total=0
for path in "$@"; do
    if [ $list ]; then
        files "$path" | xargs -r grep -nE "$phrases" /dev/null
        continue
    fi
    count=$(files "$path" | xargs -r cat | grep -cE "$phrases")
    printf '%-18s %5d\n' "$path" "$count"
    total=$((total + count))
done
[ $list ] || printf '%-18s %5d\n' "in all" "$total"
