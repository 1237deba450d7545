#!/bin/sh
# Tells whether one commit is slower than another: runs the benchmarks that a player's
# time goes into, of both, in turns, and compares the medians of the processor's time. Work
# is a fixed number of rounds, so that a busy machine disturbs little. Each run is linked
# anew with the functions in another random order, the same for both: where code happens to
# lie makes a difference of up to 20%, also of code that is equal.
#
# usage: scripts/slower.sh BEFORE AFTER        (commits; "." is the working tree)
#
#   RUNS  runs of each benchmark and commit (default 11)
#   ONLY  an expression that picks lines of the table below (default all)
#   GO    the go command (default go)
#
# It writes a table, by how much AFTER is slower (+) or faster (-), and exits with 1 if
# the geometric mean is more than 5% slower or one benchmark more than 10%. It takes about
# ten minutes of one core.
set -eu

if [ $# -ne 2 ]; then
	sed -n 's/^# usage: /usage: /p' "$0" >&2
	exit 2
fi
cd "$(dirname "$0")/.."
before=$1 after=$2
go=${GO:-go}
runs=${RUNS:-11}
only=${ONLY:-.}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# Each line: the folder below which the benchmark is looked for (folders get other names),
# its name, which of its parts, and how many rounds, for about half a second.
grep -E "$only" >"$work/table" <<'END' || { echo "slower: no line of the table has $only" >&2; exit 2; }
player            Simulate rejection/nodes/4x4x6-start                30
player            Simulate rejection/root/4x4x6-start                 40
player            Simulate rejection/nodes/7x7x11-9-opened            1
player            Simulate rejection/root/7x7x11-9-opened             2
player            Simulate rejection/root/7x7x11-12-opened            1
player            Simulate metropolis-random/root/4x4x6-start         30
player            Simulate metropolis-inherit/root/4x4x6-start        30
player            Simulate metropolis-inherit/nodes/7x7x11-9-opened   30
player            Simulate metropolis-inherit/root/7x7x11-12-opened   200
player            Simulate metropolis-solve/nodes/7x7x11-9-opened     30
player            Game     csp$/9x9x10                                3000
player            Game     csp$/16x30x99                              250
player            Game     strong/9x9x10                              1500
player            Game     strong/16x30x99                            200
player            Mate     depth3/best$                               30
player            Mate     depth5/best$                               8
game/chess        Perft    start-6/bulk                               1
game/chess        Perft    kiwipete-5/bulk                            1
belief/belieftest Sample   rejection                                  80
belief/belieftest Sample   inherit                                    10000
belief/counting   Sample   16x30x99                                   50000
belief/counting   Count    fresh/16x30x99                             10000
belief/counting   Shown    16x30x99                                   150000
belief/enumerate  Silent   27k/workers=1                              2
END

# unpack COMMIT FOLDER: its files.
unpack() {
	mkdir "$2"
	if [ "$1" = . ]; then
		git ls-files -z --cached --others --exclude-standard | tar -c --null --ignore-failed-read -T - 2>/dev/null | tar -x -C "$2"
	else
		git archive "$1" >"$2.tar"
		tar -x -C "$2" -f "$2.tar"
	fi
}

# build FOLDER RUN: the tests that hold the benchmarks, once a package, linked in the order of that
# run, and for each line of the table where they are.
build() {
	find "$1" -name slower.test -delete
	number=0
	while read -r below name _; do
		number=$((number + 1))
		file=$(cd "$1" && grep -rl "^func Benchmark$name(" --include='*_test.go' "$below" | head -n 1)
		if [ -z "$file" ]; then
			echo "slower: no Benchmark$name below $below in $1" >&2
			exit 1
		fi
		package=$1/$(dirname "$file")
		echo "$package" >"$1.$number"
		[ -e "$package/slower.test" ] || (cd "$package" && $go test -c -vet=off -trimpath -ldflags="-randlayout=$2" -o slower.test .)
	done <"$work/table"
}

# seconds FILE: the children's processor seconds that the shell's times wrote.
seconds() { awk 'NR == 2 { split($1, u, /[ms]/); split($2, s, /[ms]/); print 60 * (u[1] + s[1]) + u[2] + s[2] }' "$1"; }

# measure WHICH: one run of each line of the table, as "WHICH LINE SECONDS".
measure() {
	number=0
	while read -r _ name part rounds; do
		number=$((number + 1))
		(
			cd "$(cat "$work/$1.$number")"
			./slower.test -test.run '^$' -test.bench "^Benchmark$name\$/$part" -test.benchtime "${rounds}x" >"$work/printed"
			times >"$work/times"
		)
		if ! grep -q "^Benchmark$name/" "$work/printed"; then
			echo "slower: Benchmark$name has no part $part" >&2
			exit 1
		fi
		echo "$1 $number $(seconds "$work/times")"
	done <"$work/table"
}

for which in before after; do
	eval "commit=\$$which"
	unpack "$commit" "$work/$which"
done
for run in $(seq "$runs"); do
	echo "slower: run $run of $runs" >&2
	for which in before after; do build "$work/$which" "$run"; done
	for which in before after; do measure "$which" >>"$work/numbers"; done
done

sort -k1,1 -k2,2n -k3,3g "$work/numbers" | awk -v table="$work/table" '
	{ n[$1, $2]++; value[$1, $2, n[$1, $2]] = $3 }
	function median(which, line,    m) {
		m = n[which, line]
		return m % 2 ? value[which, line, (m + 1) / 2] : (value[which, line, m / 2] + value[which, line, m / 2 + 1]) / 2
	}
	END {
		printf "%-52s %10s %10s %8s\n", "benchmark, processor seconds", "before", "after", "slower"
		for (line = 1; (getline row <table) > 0; line++) {
			split(row, field); name = field[2] "/" field[3]; gsub(/\$/, "", name)
			b = median("before", line); a = median("after", line)
			q = a / b
			printf "%-52s %10.3f %10.3f %+7.1f%%%s\n", name, b, a, 100 * (q - 1), (q > 1.10 ? "  too slow" : "")
			sum += log(q)
			if (q > 1.10) bad = 1
		}
		mean = exp(sum / (line - 1))
		printf "geometric mean of %d: %+.1f%%, medians of %d runs in turns\n", line - 1, 100 * (mean - 1), n["before", 1]
		exit bad || mean > 1.05
	}'
