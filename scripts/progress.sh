# Sourced by bootstrap.sh: a long command that says nothing, and a sign that it goes on.
# On a terminal one line shows the seconds and the last thing the command said; elsewhere a line comes now and then.

PROGRESS_EVERY=${PROGRESS_EVERY:-20} # seconds between two lines of a log

# with_progress LOG COMMAND...: runs it with its output in LOG; its exit code is the command's.
with_progress() {
    local log=$1 child started=$SECONDS told=0 columns
    shift
    "$@" >"$log" 2>&1 </dev/null &
    child=$!
    # Without this an interrupted set-up would leave the command running: the shell hides interrupts from it.
    trap 'kill "$child" 2>/dev/null; exit 130' INT TERM
    while kill -0 "$child" 2>/dev/null; do
        if [ -t 1 ]; then
            columns=$(tput cols 2>/dev/null || echo 80)
            printf '\r\033[K%.*s' "$((columns - 1))" "  $((SECONDS - started)) s  $(last_words "$log")"
        elif [ $(((SECONDS - started) / PROGRESS_EVERY)) -gt "$told" ]; then
            told=$(((SECONDS - started) / PROGRESS_EVERY))
            echo "  $((SECONDS - started)) s  $(last_words "$log")"
        fi
        sleep 0.3
    done
    [ ! -t 1 ] || printf '\r\033[K'
    trap - INT TERM
    wait "$child"
}

# The last line of a log that says anything, without control characters.
last_words() { tail -c 2000 "$1" 2>/dev/null | tr '\r' '\n' | tr -cd '[:print:]\n' | grep -v '^ *$' | tail -n 1 || true; }
