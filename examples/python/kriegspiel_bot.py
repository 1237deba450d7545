"""A bot for Kriegspiel that listens: it takes back where it has just lost a man, follows up
on a square where it has just taken, tries pawn captures while the referee tells of some or
says nothing of them, promotes, and else goes forward.

    blindsight play kriegspiel --player "exec:python3 examples/python/kriegspiel_bot.py"
"""

import random

import blindsight


class Bot:
    def hello(self, game):
        self.forward = 1 if game["side"] == "white" else -1

    def begin(self, seed):
        self.random = random.Random(seed)
        self.target, self.words = "", []

    def heard(self, text):
        """Of the opponent's move: "silent", or words like capture:e4:pawn check:file tries:2."""
        if text in ("illegal", "nonsense", "yes", "no"):
            return  # he is still trying
        self.words = text.split()
        captures = [word.split(":")[1] for word in self.words if word.startswith("capture:")]
        self.target = captures[0] if captures else ""

    def choose(self, question):
        rows = {line[0]: line[3:].split() for line in question["view"].splitlines() if line[0] in "12345678"}
        tries = [word.split(":")[1] for word in self.words if word.startswith("tries:")]
        none_told = tries in (["0"], ["no"], ["none"])

        def worth(action):
            if action == "any?":
                return 60  # it costs nothing to ask
            start, end = action[:2], action[2:4]
            man = rows[start[1]]["abcdefgh".index(start[0])].upper()
            advance = self.forward * (int(end[1]) - int(start[1]))
            value = advance + (3 if man == "P" else 0) + self.random.random()
            if end == self.target:
                value += 100 - "PNBRQK".index(man)  # take back, by the least man first
            if man == "P" and start[0] != end[0]:
                value += -50 if none_told else 40 if tries else 8
            if action.endswith("q"):
                value += 30
            if man == "K":
                value -= 8
            return value

        return max(question["legal"], key=worth)


if __name__ == "__main__":
    blindsight.play(Bot())
