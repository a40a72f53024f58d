"""docs/adding.md as a list of recipes: what each adds, where, what the table says it touches, and
how it is proven."""
import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = "docs/adding.md"
NUMBERS = {"one": 1, "two": 2, "three": 3}

ROW = re.compile(r"\| \[[^]]+\]\(#([\w-]+)\) \| (.*) \| `(.*)` \|$")
TOUCHED = re.compile(r"`([^`]+)`(?: \((\w+) places?\))?")
FENCE = re.compile(r"( *)```\w* *(.*)$")
LINKED_TEST = re.compile(r"\[`(tests/ptx/[^`]+)`\]\(\.\./(tests/adding/[^)]+)\)")
COMMAND = re.compile(r"`((?:\./test|\./run|kernels/make_ptx) [^`]+)`")
MISTAKE = re.compile(r"`([^`]+)` in place of `([^`]+)`")


class Wrong(Exception):
    """What does not hold, in a sentence."""


@dataclasses.dataclass
class Block:
    """Code of the page: a new file, or lines that go above the one that begins with `before`."""
    line: int
    path: str
    before: str
    text: str

    def place(self):
        return f"{PAGE}:{self.line}"


@dataclasses.dataclass
class Recipe:
    name: str
    touches: dict      # path: places in it, 0 where it is new
    proof: str         # of the table
    blocks: list
    commands: list     # ./test, ./run and kernels/make_ptx in the order of the page
    mutants: list      # (old, new): with `new` in place of `old` the proof has to fail


def blocks_of(lines, first):
    """The code blocks that say where they go; `first` is the number of the first line."""
    found, block, indent = [], None, ""
    for number, line in enumerate(lines, first):
        fence = FENCE.match(line)
        if fence and block:
            found.append(block)
            block = None
        elif fence:
            indent = fence[1]
            path, _, before = fence[2].partition(" before: ")
            block = Block(number, path.strip(), before.strip(), "")
        elif block:
            block.text += line[len(indent):].rstrip() + "\n"
    return [block for block in found if block.path]


class Page:
    def __init__(self, text=None):
        self.lines = (text or (ROOT / PAGE).read_text()).splitlines()
        rows = [row.groups() for row in map(ROW.match, self.lines) if row]
        if not rows:
            raise Wrong(f"{PAGE} has no table of what one more touches.")
        self.recipes = [self.recipe(*row) for row in rows]

    def section(self, anchor):
        """Number of its heading's line, and its lines up to the next heading."""
        heads = [i for i, line in enumerate(self.lines) if line.startswith("##")]
        for head, following in zip(heads, heads[1:] + [len(self.lines)]):
            if re.sub(r"\W+", "-", self.lines[head].lstrip("# ").lower()) == anchor:
                return head + 1, self.lines[head:following]
        raise Wrong(f"{PAGE} has no heading for #{anchor}, which its table names.")

    def recipe(self, anchor, touches, proof):
        first, lines = self.section(anchor)
        words = " ".join(line.strip() for line in lines)
        blocks = blocks_of(lines, first)
        for path, link in LINKED_TEST.findall(words):
            blocks.append(Block(first, path, "", (ROOT / link).read_text()))
        named = {path: NUMBERS.get(places, 0) for path, places in TOUCHED.findall(touches)}
        mutants = [(old, new) for new, old in MISTAKE.findall(words)]
        name = anchor.partition("-")[2]
        found = Recipe(name, named, proof, blocks, COMMAND.findall(words), mutants)
        self.expect_agreement(found)
        return found

    def expect_agreement(self, recipe):
        """Whether the blocks are as many, and of the files, as the table says."""
        counted = {}
        for block in recipe.blocks:
            counted[block.path] = counted.get(block.path, 0) + bool(block.before)
        if counted != recipe.touches:
            raise Wrong(f"{PAGE}: the example under #{recipe.name} touches {listed(counted)}; "
                        f"the table says {listed(recipe.touches)}.")
        if recipe.proof not in recipe.commands:
            raise Wrong(f"{PAGE}: the table proves #{recipe.name} by {recipe.proof}, and its "
                        "section does not.")

    def named(self, names):
        known = {recipe.name: recipe for recipe in self.recipes}
        for name in names:
            if name not in known:
                raise Wrong(f"{PAGE} has no recipe {name}; there are {', '.join(known)}.")
        return [known[name] for name in names] or self.recipes


def listed(files):
    """"a.cpp, b.cpp (new), c.cpp in 2 places"."""
    def words(path, places):
        return path + (" (new)" if places == 0 else f" in {places} places" if places > 1 else "")
    return ", ".join(words(*file) for file in sorted(files.items())) or "nothing"
