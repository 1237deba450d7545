#!/bin/sh
# Fuzzes every fuzz target of the module, one at a time, and fails if one fails.
#
# usage: scripts/fuzz.sh [PACKAGE...]      (default ./...)
#
#   FUZZTIME   time per target, as `go test -fuzztime` takes it (default 3s)
#   FUZZCACHE  "fresh" starts each run from the committed seeds alone, so that the
#              time does not grow with what earlier runs collected; otherwise the
#              inputs kept in Go's cache are used and added to
#   GO         the go command (default go)
#
# An input that fails is written to testdata/fuzz/TARGET/ of its package, and from
# then on a plain `go test` runs it: commit it together with the fix.
set -eu
cd "$(dirname "$0")/.."

go=${GO:-go}
fuzztime=${FUZZTIME:-3s}
[ $# -gt 0 ] || set -- ./...

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# `go test -list` prints the names, then one line "ok PACKAGE TIME" below them.
if ! $go test -list '^Fuzz' "$@" >"$work/list"; then
	cat "$work/list"
	echo "fuzz: the tests do not build" >&2
	exit 1
fi
awk '
	/^Fuzz[^ \t]*$/ { names[n++] = $1 }
	/^ok[ \t]/      { for (i = 0; i < n; i++) print $2, names[i]; n = 0 }
' "$work/list" >"$work/targets"
total=$(wc -l <"$work/targets" | tr -d ' ')

# fuzz PACKAGE TARGET: one run, shown and kept in $work/log; its status is that of
# go test, which takes one package and, the expression being anchored, one target.
fuzz() {
	set -- -run '^$' -fuzz "^$2\$" -fuzztime "$fuzztime" "$1"
	if [ "${FUZZCACHE:-}" = fresh ]; then
		rm -rf "$work/cache"
		set -- "$@" -args -test.fuzzcachedir="$work/cache"
	fi
	{ $go test "$@" 2>&1 && echo ok >"$work/ok"; } | tee "$work/log"
	if [ -e "$work/ok" ]; then rm "$work/ok"; else return 1; fi
}

# deadline: was the last failure only Go's own race at the end of -fuzztime? It
# fails a run that found nothing (go.dev/issue/75804, mended in Go 1.27).
deadline() {
	grep -q '^ *context deadline exceeded$' "$work/log" &&
		! grep -q -e 'Failing input written' -e 'panic:' "$work/log"
}

number=0
failed=0
while read -r package target <&3; do
	number=$((number + 1))
	echo "-- fuzz $number/$total: $package $target"
	if fuzz "$package" "$target"; then continue; fi
	if deadline; then
		echo "-- fuzz $number/$total: stopped by go.dev/issue/75804 without a finding, once more"
		if fuzz "$package" "$target"; then continue; fi
	fi
	failed=$((failed + 1))
	echo "-- FAILED: $package $target" >&2
done 3<"$work/targets"

if [ "$failed" -gt 0 ]; then
	echo "fuzz: $failed of $total targets failed" >&2
	exit 1
fi
echo "fuzz: no failure, targets run: $total"
