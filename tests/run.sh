#!/usr/bin/env bash
# Runs test programs one after the other and sums up. A program that fails shows its output.
#
#     tests/run.sh PROGRAM...
#
# The name replay_X of a program means that it is to be given the inputs in fuzz/corpus/X.
set -u

limit=${BOYI_LONG:+3600} # seconds for each program
log=$(mktemp)
trap 'rm -f "$log"' EXIT

export ASAN_OPTIONS=allocator_may_return_null=1 TSAN_OPTIONS=allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1

# Sanitizers want their memory at fixed places, which too random a layout of addresses denies them
fixed=
if [ -n "${SANITIZE:-}" ] && setarch -R true 2>/dev/null; then
    fixed="setarch -R"
fi

passed=0 failed=0
for program in "$@"; do
    name=${program##*/}
    inputs=()
    [[ $name == replay_* ]] && inputs=("fuzz/corpus/${name#replay_}")
    start=$(date +%s%N)
    timeout --foreground "${limit:-900}" $fixed "$program" ${inputs[@]+"${inputs[@]}"} >"$log" 2>&1 </dev/null
    status=$?
    tenths=$((($(date +%s%N) - start) / 100000000))

    good=$(grep -c '^\[       OK \]' "$log")
    bad=$(sed -n 's/^ *\([0-9]*\) FAILED TEST.*/\1/p' "$log" | tail -n 1)
    if [ $status -eq 0 ]; then
        result=ok bad=0
        [ "$good" -gt 0 ] || good=1
    else
        result=FAILED bad=${bad:-1}
        [ $status -ne 124 ] || echo "not done after ${limit:-900} seconds" >>"$log"
        sed 's/^/    /' "$log"
    fi
    printf '  %-6s %-36s %4d tests %5d.%d s\n' $result "$name" $((good + bad)) $((tenths / 10)) $((tenths % 10))
    passed=$((passed + good)) failed=$((failed + bad))
done

[ $# -gt 0 ] || echo "no test has such a name"
echo "$passed passed, $failed failed"
[ $# -gt 0 ] && [ $failed -eq 0 ]
