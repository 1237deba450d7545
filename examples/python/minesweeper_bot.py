"""A bot for Minesweeper: it opens what one number alone shows to be safe, and where
there is nothing of the kind the cell whose numbers threaten it least.

    blindsight play minesweeper --player "exec:python3 examples/python/minesweeper_bot.py"
"""

import random

import blindsight


class Bot:
    def hello(self, game):
        size, mines = game["settings"]["board"].split("/")
        self.height, self.width = map(int, size.split("x"))
        self.mines = int(mines)
        # Other neighbourhoods exist: this bot knows the usual one.
        assert game["settings"]["neighbours"] == "8", "this bot counts eight neighbours"

    def begin(self, seed):
        self.random = random.Random(seed)

    def around(self, row, col):
        return [(r, c) for r in range(max(0, row - 1), min(self.height, row + 2))
                for c in range(max(0, col - 1), min(self.width, col + 2)) if (r, c) != (row, col)]

    def choose(self, question):
        rows = question["view"].splitlines()[1:]  # the first line says which board it is
        cells = {(r, c): rows[r][c] for r in range(self.height) for c in range(self.width)}
        closed = {cell for cell, shown in cells.items() if shown == "."}
        numbers = {cell: int(shown) for cell, shown in cells.items() if shown != "."}
        mines, before = set(), -1
        while len(mines) != before:  # as long as one number's mines help another
            before = len(mines)
            for cell, n in numbers.items():
                near = closed.intersection(self.around(*cell))
                if len(near) == n:
                    mines |= near
        risk = {cell: (self.mines - len(mines)) / max(1, len(closed - mines)) for cell in closed - mines}
        for cell, n in numbers.items():
            near = closed.intersection(self.around(*cell))
            unknown = near - mines
            for other in unknown:
                share = (n - len(near & mines)) / len(unknown)
                # One number that has all its mines is enough to be safe.
                risk[other] = 0 if share == 0 or risk[other] == 0 else max(risk[other], share)
        least = min(risk.values())
        row, col = self.random.choice(sorted(cell for cell in risk if risk[cell] == least))
        return f"{row},{col}", {"value": 1 - least}


if __name__ == "__main__":
    blindsight.play(Bot())
