#!/usr/bin/env bash
# Checks commit messages: a subject `scope: what changes` of at most 72 characters with one change, an empty line, and
# a body that says why.
#
#     tools/commits.sh          every commit since this check exists
#     tools/commits.sh FILE     the message in a file, as the commit-msg hook has it
set -u

# check NAME: reads a message and prints what is wrong with it
check()
{
    local subject second body
    { read -r subject; read -r second; body=$(grep -vE '^(#|$|Bench: |No functional change)' || true); } 2>/dev/null
    {
        [ ${#subject} -le 72 ] || echo "the subject has ${#subject} characters, expected at most 72"
        [[ $subject =~ ^[a-z0-9_,\ /.-]+:\ [^\ ] ]] || echo "the subject is not 'scope: what changes'"
        [[ $subject != *\;* ]] || echo "the subject has a semicolon: make a commit of each change"
        [ -z "$second" ] || echo "the second line is not empty"
        [ -n "$body" ] || echo "there is no body, expected a sentence that says why"
    } | sed "s|^|$1: |"
}

cd "$(dirname "$0")/.." || exit 2
if [ $# -gt 0 ]; then
    wrong=$(check "commit message" <"$1")
else
    first=$(git log --diff-filter=A --format=%H -- tools/commits.sh 2>/dev/null | tail -n 1)
    [ -n "$first" ] || { echo "no history: commit messages are not checked" && exit 0; }
    wrong=$(git rev-list --no-merges "$first^..HEAD" | while read -r commit; do
        git log -1 --format=%B "$commit" | check "$(git log -1 --format='%h %s' "$commit")"
    done)
fi
[ -z "$wrong" ] || { echo "$wrong" && exit 1; }
