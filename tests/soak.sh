#!/usr/bin/env bash
# Runs a soak program in as many processes as there are processors, each with its share of the positions and a seed of
# its own. What a process says is shown; at the end stands how many have passed.
#
#     tests/soak.sh PROGRAM POSITIONS [SEED]
set -u

program=$1 positions=$2 seed=${3:-1}
processes=$(nproc 2>/dev/null || echo 2)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

export ASAN_OPTIONS=allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1

# Sanitizers want their memory at fixed places, which too random a layout of addresses denies them
fixed=
if [ -n "${SANITIZE:-}" ] && setarch -R true 2>/dev/null; then
    fixed="setarch -R"
fi

running=()
for ((i = 0; i < processes; i++)); do
    share=$((positions * (i + 1) / processes - positions * i / processes))
    [ $share -gt 0 ] || continue
    # Seeds far apart: a generator's sequences begin at its seed
    $fixed "$program" $share $(((seed - 1) * 1000000000000 + i * 1000000000 + 1)) >"$folder/$i" 2>&1 </dev/null &
    running+=($!)
done

passed=0 failed=0
for process in ${running[@]+"${running[@]}"}; do
    if wait "$process"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
done
cat "$folder"/*
echo "$passed passed, $failed failed"
[ $passed -gt 0 ] && [ $failed -eq 0 ]
