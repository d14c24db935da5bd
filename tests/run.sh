#!/usr/bin/env bash
# Runs test programs, as many at once as there are processors, and sums up. A program that fails shows its output.
#
#     tests/run.sh PROGRAM...
#
# The name replay_X of a program means that it is to be given the inputs in fuzz/corpus/X.
set -u

limit=${BOYI_LONG:+3600} # seconds for each program

# The programs that take longest start first, so that no processor is idle at the end
slow=(threads_server_attacks lab_own threads_proof proof limits tactics conduct threads_server_jobs cli lab_runs mcts best
    selective selective_full exact server_experiments uci uci_options lab_database)

# Runs a program, says how it went, and leaves its numbers of passed and failed tests in the folder of results.
run_one()
{
    local program=$1 name=${1##*/} log status start tenths good bad result
    local inputs=() fixed=
    [[ $name == replay_* ]] && inputs=("fuzz/corpus/${name#replay_}")
    # Sanitizers want their memory at fixed places, which too random a layout of addresses denies them
    [ -n "${SANITIZE:-}" ] && setarch -R true 2>/dev/null && fixed="setarch -R"
    log=$RESULTS/$name.log

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
    fi
    echo "$good $bad" >"$RESULTS/$name.counts"
    (
        flock 9 2>/dev/null || : # keeps the output of parallel tests apart, if flock exists
        [ $status -eq 0 ] || sed 's/^/    /' "$log"
        printf '  %-6s %-36s %4d tests %5d.%d s\n' $result "$name" $((good + bad)) $((tenths / 10)) $((tenths % 10))
    ) 9>"$RESULTS/lock"
}

if [ "${1:-}" = --one ]; then
    run_one "$2"
    exit
fi

export ASAN_OPTIONS=allocator_may_return_null=1 TSAN_OPTIONS=allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1
RESULTS=$(mktemp -d)
export RESULTS
trap 'rm -rf "$RESULTS"' EXIT

# Prints the programs, each followed by 0, the slow ones first.
in_order()
{
    local program name
    for name in "${slow[@]}"; do
        for program in "$@"; do [ "${program##*/}" != "test_$name" ] || printf '%s\0' "$program"; done
    done
    for program in "$@"; do
        [[ " ${slow[*]} " == *" ${program##*/test_} "* ]] || printf '%s\0' "$program"
    done
}

[ $# -gt 0 ] || echo "no test has such a name"
[ $# -eq 0 ] || in_order "$@" | xargs -0 -n 1 -P "$(nproc 2>/dev/null || echo 1)" "${BASH_SOURCE[0]}" --one

passed=0 failed=0
for program in "$@"; do
    if read -r good bad <"$RESULTS/${program##*/}.counts"; then
        passed=$((passed + good)) failed=$((failed + bad))
    else
        failed=$((failed + 1)) # it was not even begun
    fi
done
echo "$passed passed, $failed failed"
[ $# -gt 0 ] && [ $failed -eq 0 ]
