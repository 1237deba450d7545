"""The line protocol of Blindsight, both ends of it: see docs/engine.md.

A bot is an object with a method choose(question) that returns one of
question["legal"], or such an action and a dictionary of more to say: "value",
"table". It may have the methods hello(message), begin(seed), did(action, saw),
heard(text) and over(message) as well. blindsight.play(Bot()) lets it play.

Engine starts "blindsight engine" and asks it for actions, views and beliefs.

Standard library only, Python 3.8 or later.
"""

import json
import subprocess
import sys

PROTOCOL = 1


def play(bot, lines=sys.stdin, out=sys.stdout):
    """Plays games until the input ends or quit is said."""

    def tell(method, *values):
        if hasattr(bot, method):
            getattr(bot, method)(*values)

    def say(message):
        out.write(json.dumps(message) + "\n")
        out.flush()  # or the answer waits in a buffer until it is late

    for line in lines:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            if message["protocol"] != PROTOCOL:
                say({"type": "error", "error": f"this bot speaks protocol {PROTOCOL}"})
                return
            tell("hello", message)
            say({"type": "ready", "protocol": PROTOCOL, "name": type(bot).__name__})
        elif kind == "begin":
            tell("begin", message["seed"])
        elif kind == "did":
            tell("did", message["action"], message["saw"])
        elif kind == "heard":
            tell("heard", message["heard"])
        elif kind == "choose":
            answer = bot.choose(message)
            action, more = answer if isinstance(answer, tuple) else (answer, {})
            say({"type": "action", "action": action, **more})
        elif kind == "over":
            tell("over", message)
        elif kind == "quit":
            return


class EngineError(Exception):
    """What the engine did not understand. It has ended."""


class Engine:
    """A player of Blindsight, to be told of a game and asked about it.

    with Engine(["blindsight", "engine", "minesweeper"], {"board": "9x9/10"}) as engine:
        engine.begin()
        print(engine.choose(time_ms=500)["action"])
    """

    def __init__(self, command, settings=None, side=""):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self.game = self._ask(
            {"type": "hello", "protocol": PROTOCOL, "settings": settings or {}, "side": side})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the engine: the end of its input is enough."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass  # it has ended already
        self.process.stdout.close()
        self.process.wait()

    def begin(self, seed=1):
        self._say({"type": "begin", "seed": seed})

    def did(self, action, saw):
        self._say({"type": "did", "action": action, "saw": saw})

    def heard(self, text):
        self._say({"type": "heard", "heard": text})

    def view(self):
        """What the side knows, and its legal actions."""
        return self._ask({"type": "view"})

    def choose(self, time_ms=0, sims=0):
        """The action of the player, with its table where it compared some."""
        return self._ask({"type": "choose", "time_ms": time_ms, "sims": sims})

    def belief(self, states=100):
        """Hidden states that agree with what was told, and how often each was drawn."""
        return self._ask({"type": "belief", "states": states})

    def _say(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def _ask(self, message):
        try:
            self._say(message)
        except BrokenPipeError:
            pass  # why it has ended is the next line
        line = self.process.stdout.readline()
        if not line:
            raise EngineError("the engine has ended")
        answer = json.loads(line)
        if answer["type"] == "error":
            raise EngineError(answer["error"])
        return answer
