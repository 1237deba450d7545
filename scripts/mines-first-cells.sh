#!/usr/bin/env bash
# The best first cells of boards that were solved or measured, as the table that the
# player `strong` has them from: rule, board, cell, chance to win; separated by tabs.
# Of several best cells it takes the first.
#
#   scripts/mines-first-cells.sh < studies/mines-optimum/README.md > player/minesweeper/first_cells.tsv
set -euo pipefail
echo "# Made by scripts/mines-first-cells.sh from studies/mines-optimum/README.md."
awk -F ' *[|] *' -v OFS='\t' '
	($2 == "windows" || $2 == "gnomine") && $4 ~ /^[0-9]+\/[0-9]+$/ {
		split($6, cells, " ")
		print $2, $3, cells[1], $4
	}'
