"""Asks Blindsight for advice in a game of Minesweeper that is played elsewhere: which cell to
open, and how likely a mine is under each that is closed, by states drawn from the belief.

    python3 examples/python/advice.py blindsight
"""

import sys
from collections import Counter

from blindsight import Engine

# What was opened on a board of 4x4 cells with 3 mines, and what it showed.
SEEN = [("0,0", "1"), ("3,3", "1"), ("0,3", "1")]


def main(program):
    with Engine([program, "engine", "minesweeper", "--player", "strong"],
                settings={"board": "4x4/3", "auto-open": "false"}) as engine:
        engine.begin()
        for action, saw in SEEN:
            engine.did(action, saw)
        print(engine.view()["view"], end="")
        belief = engine.belief(states=2000)
        mines, drawn = Counter(), 0
        for state in belief["states"]:
            drawn += state["count"]
            for row, line in enumerate(state["state"].splitlines()[1:]):
                for col, mark in enumerate(line):
                    mines[row, col] += state["count"] * (mark == "*")
        for row in range(4):
            print(" ".join(f"{100 * mines[row, col] / drawn:3.0f}%" for col in range(4)))
        advice = engine.choose(sims=200)
        print("open", advice["action"])


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "blindsight")
