#!/usr/bin/env bash
# Instructions a node of bench/interface_price, counted by callgrind: two rounds less one round, over the nodes of one.
set -euo pipefail
cd "$(dirname "$0")/.."

program=${1:-build/bench/interface_price}

instructions() # WAY ROUNDS
{
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$1" "$2" 2>&1 >/dev/null |
        sed -n 's/.*Collected : //p'
}

echo "instructions a node (callgrind)"
for way in static interface library; do
    nodes=$("$program" $way 1)
    one=$(instructions $way 1)
    two=$(instructions $way 2)
    each=$(awk -v n="$nodes" -v a="$one" -v b="$two" 'BEGIN { printf "%.1f", (b - a) / n }')
    first=${first:-$each}
    awk -v w=$way -v e="$each" -v f="$first" 'BEGIN { printf "  %-10s %6.1f  %.2f times static\n", w, e, e / f }'
done
