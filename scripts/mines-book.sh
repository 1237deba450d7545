#!/usr/bin/env bash
# The best play of a small board after a first cell, as rows of the table in
# studies/mines-optimum/README.md. Moves after a 0 are left out: it opens other cells.
#
#   scripts/mines-book.sh 3x7/10 0,1        # BOARD FIRST [RULE [LEAST]]
#
# LEAST is how many placements must be left for a move after the second to be listed (5000).
set -euo pipefail
cd "$(dirname "$0")/.."
board=$1 first=$2 rule=${3:-windows} least=${4:-5000}
bin/blindsight mines solve "$board" --rule "$rule" --first "$first" --book "$least" --workers 1 --memory "${MEMORY:-8000}" |
	awk -v rule="$rule" -v board="$board" '
		# after 1,2=4 2,0=1: 3534 of 10010 = 0.353047, best 0,0
		/^after .*, best / && !/=0[ :]/ {
			way = $0; sub(/^after /, "", way); sub(/:.*/, "", way)
			match($0, /: [0-9]+ of [0-9]+/)
			split(substr($0, RSTART + 2, RLENGTH - 2), n, " of ")
			print "| " rule " | " board " | " way " | " $NF " | " n[1] "/" n[2] " |"
		}'
