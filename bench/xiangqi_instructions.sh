#!/usr/bin/env bash
# Instructions a node of xiangqi's search with its defaults, counted by callgrind, and how many calls it makes through
# the game's interface.
#
#     bench/xiangqi_instructions.sh [PROGRAM] [NODES] [SETTINGS]
#
# The instructions are those of a search of twice NODES less those of one of NODES, over the difference of their nodes,
# so that the start and the clearing of tables do not count. Calls through the interface: those of functions below
# src/games from elsewhere. Against a call that is bound early each costs two loads (of the table, of the function);
# against one that is inlined also the call itself, the return, and what is saved around them, ten in all at most.
set -euo pipefail
cd "$(dirname "$0")/.."

program=${1:-build/bench/xiangqi_search}
nodes=${2:-50000}
settings=${3:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

instructions() # NODES PROFILE
{
    valgrind --tool=callgrind --callgrind-out-file="$2" --compress-strings=no --compress-pos=no \
        "$program" search "$1" "$settings" 2>&1 >/dev/null | sed -n 's/.*Collected : //p'
}

# The calls into src/games from outside of it, a line each: FUNCTION COUNT.
interface_calls() # PROFILE
{
    awk '
        /^fl=/ { file = substr($0, 4) }
        /^cf[il]=/ { callee_file = substr($0, 5) }
        /^cfn=/ { callee = substr($0, 5) }
        /^calls=/ {
            if (callee_file ~ /src\/games\// && file ~ /src\/(search|core)\//)
                calls[callee] += substr($1, 7)
            callee_file = ""
        }
        END { for (name in calls) print name, calls[name] }' "$1" | sort
}

one=$("$program" search "$nodes" "$settings")
two=$("$program" search $((2 * nodes)) "$settings")
first=$(instructions "$nodes" "$folder/first")
second=$(instructions $((2 * nodes)) "$folder/second")

echo "xiangqi, one search of $one to $two nodes (callgrind)"
join -a 2 <(interface_calls "$folder/first") <(interface_calls "$folder/second") |
    awk -v nodes=$((two - one)) -v all=$((second - first)) '
    function share(price) { return 100 * total * price / all }
    {
        calls[$1] = NF == 3 ? $3 - $2 : $2
        total += calls[$1]
    }
    END {
        printf "  instructions a node  %.0f\n", all / nodes
        printf "  calls through the interface a node  %.2f\n", total / nodes
        for (name in calls)
            if (calls[name])
                printf "    %-24s %6.2f\n", name, calls[name] / nodes | "sort -k2 -rn"
        close("sort -k2 -rn")
        printf "  of all instructions  %.1f %% against early binding, at most %.1f %% against inlining\n",
            share(2), share(10)
    }'
