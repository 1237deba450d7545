#!/usr/bin/env bash
# Runs the steps of `make test` in order, stops at the first that fails, and says at the
# end how much processor time they took, each and all, child processes included.
#
# usage: scripts/test.sh STEP...      (targets of the Makefile)
#
#   MAKE  the make command (default make)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

now=$(mktemp)
spent=$(mktemp)
trap 'rm -f "$now" "$spent"' EXIT

# `times` tells of the shell that calls it, so it cannot stand in a pipe. Its second line
# is that of the children: user and system time, as in 10m1.234s 1m19.567s (a comma in some
# languages).
for step in "$@"; do
	"${MAKE:-make}" --no-print-directory "$step"
	times >"$now"
	sed -n "2s/^/$step /p" "$now" >>"$spent"
done

awk '
	function seconds(text,   part) { sub(/s$/, "", text); sub(/,/, ".", text); split(text, part, "m"); return int(part[1] * 60 + part[2] + 0.5) }
	function written(s) { return sprintf("%dm%02ds", s / 60, s % 60) }
	{
		steps = steps sprintf("%s%s %s", (NR > 1 ? ", " : ""), $1, written(seconds($2) + seconds($3) - user - sys))
		user = seconds($2)
		sys = seconds($3)
	}
	END {
		printf "== CPU: %s\n", steps
		printf "== all checks passed, CPU %s (user %s, sys %s)\n", written(user + sys), written(user), written(sys)
	}' "$spent"
