# Whether the command line in node gives the JSON of the desktop's, for every kernel of every lesson, but for what a clock says; with what
# pictures are drawn from by hash.
#   web/equal.py NATIVE NODE LESSON...     both as command lines; no LESSON means all
import json
import shlex
import subprocess
import sys


largest = 1 << 16  # of a size: a minute of the desktop's is four in node, and an address of 32 bits reaches 4 GB
cubed = {"matrix_product": ["n=256"], "streams": ["n=64"]}  # what these take grows with the third power of their size


def smaller(lesson):
    """Words that make sizes smaller whose preset is larger."""
    if lesson["id"] in cubed:
        return cubed[lesson["id"]]
    sizes = [knob for knob in lesson["knobs"] if knob["kind"] == "integer" and knob["preset"] > largest]
    fitting = {knob["id"]: [tick for tick in knob["ticks"] if tick <= largest] for knob in sizes}
    return [f"{knob}={max(ticks)}" for knob, ticks in fitting.items() if ticks]


def told(program, *words):
    done = subprocess.run(shlex.split(program) + list(words), capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def without_clocks(value):
    if isinstance(value, dict):
        return {key: without_clocks(part) for key, part in value.items() if key != "seconds"}
    if isinstance(value, list):
        return [without_clocks(part) for part in value]
    return value


def differing(one, other, path=""):
    if isinstance(one, dict) and isinstance(other, dict) and list(one) == list(other):
        return [line for key in one for line in differing(one[key], other[key], f"{path}.{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [line for i, pair in enumerate(zip(one, other)) for line in differing(*pair, f"{path}[{i}]")]
    return [] if one == other else [f"  {path[1:]}: {json.dumps(one)[:200]} on the desktop, {json.dumps(other)[:200]} in node"]


def compare(native, node, words):
    codes, texts, complaints = zip(*(told(program, "run", *words, "--picture", "--json", "-") for program in (native, node)))
    if codes[0] != codes[1]:
        return [f"  ends with {codes[0]} on the desktop, with {codes[1]} in node: {complaints[0] or complaints[1]}"]
    if not texts[0] or not texts[1]:
        return [] if complaints[0] == complaints[1] != "" and not any(texts) else [f"  says {complaints[0]!r} on the desktop, {complaints[1]!r} in node"]
    return differing(*(without_clocks(json.loads(text)) for text in texts))


def main():
    native, node, *chosen = sys.argv[1:]
    lessons = json.loads(told(native, "list", "--json", "-")[1])["lessons"]
    kernels = [(f"{lesson['id']}/{rung['id']}", smaller(lesson))
               for lesson in lessons if not chosen or lesson["id"] in chosen for rung in lesson["rungs"]]
    unequal = 0
    for kernel, words in kernels:
        lines = compare(native, node, [kernel, *words])
        unequal += bool(lines)
        if lines:
            print("\n".join([f"{kernel} {' '.join(words)}:"] + lines[:12]), flush=True)
    print(f"{len(kernels)} kernels, {unequal} of them not equal.")
    return 1 if unequal or not kernels else 0


sys.exit(main())
