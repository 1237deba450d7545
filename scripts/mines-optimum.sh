#!/usr/bin/env bash
# The exact optimum of 5x5 boards, as rows of the Markdown table in
# studies/mines-optimum/README.md: value, best first cells, beliefs searched, and
# seconds of processor time on one core.
#
#   scripts/mines-optimum.sh RULE [MINES...]     RULE is windows or gnomine
#
# Set BLINDSIGHT for another program than bin/blindsight (make build), SIZE for
# another board than 5x5, TIMEOUT for another wall time than 2m.
set -euo pipefail
rule=$1
shift
program=${BLINDSIGHT:-bin/blindsight}
size=${SIZE:-5x5}
timeout=${TIMEOUT:-2m}
if [ $# -eq 0 ]; then
	cells=$((${size%x*} * ${size#*x}))
	set -- $(seq 1 $((cells - 1)))
fi
TIMEFORMAT='%U'
for mines in "$@"; do
	out=$({ time { "$program" mines solve "$size/$mines" --rule "$rule" --workers 1 --timeout "$timeout" 2>/dev/null || true; }; } 2>&1)
	awk -v board="$size/$mines" -v rule="$rule" '
		/: best / { value = $(NF-2); decimal = $NF; between = / between / }
		/  best$/ { cell = $2; sub(/:/, "", cell); first = first (first == "" ? "" : " ") cell }
		/ positions searched/ { nodes = $1 }
		END {
			if (value == "") printf "| %s | %s | no first cell can be served | | | | |\n", rule, board
			else if (between) printf "| %s | %s | not in time | | | | |\n", rule, board
			else printf "| %s | %s | %s | %s | %s | %d | %.1f |\n", rule, board, value, decimal, first, nodes, $1
		}' <<<"$out"
done
