#!/usr/bin/env bash
# Checks that each layer includes only what it may know (docs/architecture.md): games know no search, searches know no
# game, nobody looks up. Prints each line that breaks this.
#
#     tools/layers.sh [ROOT]
set -u
cd "${1:-$(dirname "$0")/..}" || exit 2

# The folders that a file may include from, as a regular expression.
may_include()
{
    local folder
    case $1 in
    include/boyi/* | examples/*) echo 'boyi' ;;
    src/base/*) echo 'base' ;;
    src/core/*) echo 'boyi|base|core' ;;
    src/games/*/*) folder=${1#src/games/} && echo "boyi|base|core|games/${folder%%/*}" ;;
    src/games/*) echo 'boyi|base|core|games/[a-z0-9_]+' ;;
    src/search/*) echo 'boyi|base|core|search' ;;
    src/render/*) echo 'boyi|base|render' ;;
    src/lab/*) echo 'boyi|base|render|match|solve|lab' ;;
    src/match/*) echo 'boyi|base|protocol/gtp|match' ;;
    src/solve/* | src/cluster/*) folder=${1#src/} && echo "boyi|base|${folder%%/*}" ;;
    src/front/*) echo 'boyi|base|front' ;;
    src/trace/*) echo 'boyi|base|render|front|trace' ;;
    src/protocol/*) echo 'boyi|base|front|solve|protocol' ;;
    src/selfplay/*) echo 'boyi|base|match|selfplay' ;;
    src/tune/*) echo 'boyi|base|selfplay|tune' ;;
    src/server/*) echo 'boyi|base|render|front|trace|solve|lab|server' ;;
    src/cli/*) echo 'boyi|base|render|front|trace|protocol|match|selfplay|solve|tune|lab|server|cluster|cli' ;;
    *) echo 'nothing: this folder is no layer' ;;
    esac
}

status=0
while IFS= read -r file; do
    allowed=$(may_include "$file")
    # What is below the searches must not know them by their public face either
    case $file in
    src/core/* | src/games/*)
        if grep -nE '#[[:space:]]*include[[:space:]]*["<]boyi/(boyi|search|observer)\.h' "$file" | sed "s|^|$file:|" | grep .; then
            echo "    games and core know no search"
            status=1
        fi
        ;;
    esac
    # Our own headers: whatever is in quotes, and what is in angle brackets but belongs to a folder of ours
    if grep -nE '#[[:space:]]*include[[:space:]]*("|<(boyi|base|core|games|search|render|front|trace|protocol|match|selfplay|solve|tune|lab|cluster|cli|server)/)' \
        "$file" | grep -vE "[\"<]($allowed)/[a-z0-9_/]+\.(h|inc)[\">]" | sed "s|^|$file:|" | grep .; then
        echo "    may include only from: ${allowed//|/, }"
        status=1
    fi
done < <(find include src examples -name '*.[ch]' | sort)
exit $status
