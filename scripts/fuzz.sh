#!/bin/sh
# Fuzzes every fuzz target of the module, one at a time, and fails if one fails.
#
# usage: scripts/fuzz.sh [PACKAGE...]      (default ./...)
#
#   FUZZTIME     time per target, as `go test -fuzztime` takes it (default 3s)
#   FUZZCACHE    "fresh" starts each run from the committed seeds alone, so that the
#                time does not grow with what earlier runs collected; otherwise the
#                inputs kept in Go's cache are used and added to
#   FUZZWORKERS  processes that try inputs at a time (default one a core)
#   FUZZBLIND    if not empty, inputs are varied without looking at what they reach: nothing
#                is compiled again for it, which takes longer than a short run itself
#   GO           the go command (default go)
#
# An input that fails is written to testdata/fuzz/TARGET/ of its package, and from
# then on a plain `go test` runs it: commit it together with the fix.
set -eu
cd "$(dirname "$0")/.."

go=${GO:-go}
fuzztime=${FUZZTIME:-3s}
workers=${FUZZWORKERS:+-test.parallel=$FUZZWORKERS}
[ $# -gt 0 ] || set -- ./...

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# The targets are read from the source: asking the tests would build all of them.
if ! $go list -f '{{$p := .}}{{range .TestGoFiles}}{{$p.ImportPath}}{{"\t"}}{{$p.Dir}}/{{.}}{{"\n"}}{{end}}{{range .XTestGoFiles}}{{$p.ImportPath}}{{"\t"}}{{$p.Dir}}/{{.}}{{"\n"}}{{end}}' "$@" >"$work/files"; then
	echo "fuzz: the packages cannot be listed" >&2
	exit 1
fi
tab=$(printf '\t')
while IFS=$tab read -r package file; do
	[ -z "$file" ] || sed -n "s|^func \(Fuzz[^(]*\)(.*\*testing\.F).*|$package \1|p" "$file"
done <"$work/files" >"$work/targets"
total=$(wc -l <"$work/targets" | tr -d ' ')

# build PACKAGE: its tests, once for all its targets, and the folder that they run in.
# Only the packages of this module are instrumented, as `go test -fuzz` would do with all:
# it is their code that new inputs shall reach, and nothing else need be compiled again.
build() {
	folder=$($go list -f '{{.Dir}}' "$1") &&
		$go test -c -vet=off -ldflags=-s ${instrument:+-gcflags "$instrument"} -o "$work/fuzz.test" "$1"
}

# fuzz PACKAGE TARGET: one run, shown and kept in $work/log; its status is that of the
# tests, which take one target, the expression being anchored.
fuzz() {
	cache=$($go env GOCACHE)/fuzz/$1
	if [ "${FUZZCACHE:-}" = fresh ]; then
		cache=$work/cache
		rm -rf "$cache"
	fi
	{ (cd "$folder" && "$work/fuzz.test" -test.run '^$' -test.fuzz "^$2\$" -test.fuzztime "$fuzztime" \
		-test.fuzzcachedir "$cache" $workers 2>&1) && echo ok >"$work/ok"; } | tee "$work/log"
	if [ -e "$work/ok" ]; then rm "$work/ok"; else return 1; fi
}

# deadline: was the last failure only Go's own race at the end of -fuzztime? It
# fails a run that found nothing (go.dev/issue/75804, mended in Go 1.27).
deadline() {
	grep -q '^ *context deadline exceeded$' "$work/log" &&
		! grep -q -e 'Failing input written' -e 'panic:' "$work/log"
}

instrument="$($go list -m)/...=-d=libfuzzer"
[ -z "${FUZZBLIND:-}" ] || instrument=
number=0
failed=0
built=
while read -r package target <&3; do
	number=$((number + 1))
	if [ "$package" != "$built" ]; then
		build "$package" || exit 1
		built=$package
	fi
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
