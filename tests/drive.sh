# What the scripts that drive a window share: a screen of their own, a home of their own, controls found
# by their names, waiting for states. Sourced, with PROGRAM as the first word; exit code 77 where Xvfb
# or xdotool is missing.
set -euo pipefail
program=$(realpath "$1")
name=$(basename "$0")
for tool in Xvfb xdotool; do
    command -v $tool >/dev/null || { echo "$tool is missing" >&2; exit 77; }
done

home=$(mktemp -d)
exec 5<> <(:)
Xvfb -displayfd 5 -screen 0 1920x1080x24 -nolisten tcp -noreset 2>/dev/null &
server=$!
read -r -t 20 number <&5 || true
[ -n "${number:-}" ] || { echo "Xvfb does not start" >&2; exit 77; }
export DISPLAY=:$number HOME=$home XDG_CONFIG_HOME=$home/config
unset WAYLAND_DISPLAY
window=
finish() { kill "$window" "$server" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$home"; }
trap finish EXIT

settings=$home/config/warplens/settings.json
controls=$home/controls.json
fail() { cat "$home/stderr" "$home/compiled" "$controls" >&2 2>/dev/null || true; echo "$name: $1" >&2; exit 1; }
has() { grep -q -- "$1" "$settings" || fail "the settings lack $1: $(cat "$settings")"; }

within_seconds() {      # seconds, command...: until it succeeds
    local end=$((SECONDS + $1)); shift
    until "$@"; do [ $SECONDS -lt $end ] || return 1; sleep .02; done
}
shows() { grep -q -- "$1" "$controls" 2>/dev/null; }
lacks() { ! shows "$1"; }
wait_for() { within_seconds 30 shows "$1" || fail "the window does not come to show $1"; }
wait_until_gone() { within_seconds 30 lacks "$1" || fail "the window still shows $1"; }
rest() { wait_for '"rests": true'; }

place() {               # of a control, at a share of its width in percent: x y
    wait_for "\"$1\": \["
    sed -n "s/^ *\"$1\": \[\(.*\)\].*/\1/p" "$controls" | tr -d , |
        awk -v share="$2" '{ printf "%d %d\n", $1 + ($3 - 1) * share / 100, $2 + $4 / 2 }'
}
point_at() { local at; at=$(place "$1" "${2:-50}"); xdotool mousemove --window "$id" $at; }
click() { point_at "$1"; xdotool click 1; }

ended() { ! kill -0 "$window" 2>/dev/null; }
quit() { xdotool key ctrl+q; within_seconds 10 ended || fail "Ctrl+Q does not end the program"; }
start() {               # further words of `warplens window`
    rm -f "$controls"
    "$program" window --controls "$controls" "$@" 2>"$home/stderr" &
    window=$!
    id=$(timeout 30 xdotool search --sync --onlyvisible --name Warplens | tail -1)
    xdotool windowfocus --sync "$id"
    rest
}
