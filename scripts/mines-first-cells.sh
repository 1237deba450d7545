#!/usr/bin/env bash
# The best first cells of boards that were solved or measured, as the table that the
# player `strong` has them from: rule, board, cell, chance to win; separated by tabs.
# Of several best cells it takes the first. Measured ones are of the plan
# studies/mines-strength/first-cells/plan.json:
#
#   blindsight experiment run studies/mines-strength/first-cells/plan.json --record first.record
#   blindsight experiment report first.record --format csv > studies/mines-strength/first-cells/results.csv
#   scripts/mines-first-cells.sh > player/sweepers/openings/first_cells.tsv
#
# With the argument "book": the best cells that follow, of boards that were solved.
#
#   scripts/mines-first-cells.sh book > player/sweepers/openings/book.tsv
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "${1-}" = book ]; then
	echo "# Made by scripts/mines-first-cells.sh book from studies/mines-optimum/README.md."
	exec awk -F ' *[|] *' -v OFS='\t' '
		($2 == "windows" || $2 == "gnomine") && $4 ~ /^[0-9]+,[0-9]+=/ { print $2, $3, $4, $5, $6 }
	' studies/mines-optimum/README.md
fi
echo "# Made by scripts/mines-first-cells.sh from studies/mines-optimum/README.md and studies/mines-strength/first-cells/results.csv."
awk -F ' *[|] *' -v OFS='\t' '
	($2 == "windows" || $2 == "gnomine") && $4 ~ /^[0-9]+\/[0-9]+$/ {
		split($6, cells, " ")
		print $2, $3, cells[1], $4
	}' studies/mines-optimum/README.md
# cell,setting,"strong,first=ROW:COL",budget,seed,games,planned,wins,…
awk -F , -v OFS='\t' '
	NR > 1 && $7 > 0 {
		if (!($2 in best)) order[++n] = $2
		if (!($2 in best) || $9 / $7 > best[$2]) {
			best[$2] = $9 / $7
			cell[$2] = $4
			rate[$2] = $9 "/" $7
		}
	}
	END {
		for (i = 1; i <= n; i++) {
			split(order[i], setting, " ")
			match(cell[order[i]], /[0-9]+:[0-9]+/)
			at = substr(cell[order[i]], RSTART, RLENGTH)
			sub(":", ",", at)
			print setting[2], setting[1], at, rate[order[i]]
		}
	}' studies/mines-strength/first-cells/results.csv
