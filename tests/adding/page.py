"""docs/adding.md as a list of recipes: what each adds, where, what the table says it touches, and how it is proven."""
import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = "docs/adding.md"
NUMBERS = {"one": 1, "two": 2, "three": 3}


class Wrong(Exception):
    """What does not hold, in a sentence."""


@dataclasses.dataclass
class Block:
    """Code of the page: a new file, or lines that go above one that begins with `before`."""
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
    commands: list     # `./test ...`, `./run ...`, `kernels/make_ptx ...` in the order of the page
    mutants: list      # (old, new): with `new` in place of `old` the proof has to fail


def touched(cell):
    """`a` (one place), new: `b`, `c`."""
    return {path: NUMBERS[places] if places else 0 for path, places in re.findall(r"`([^`]+)`(?: \((\w+) places?\))?", cell)}


def blocks_of(lines, first):
    """The code blocks that say where they go; `first` is the number of the first line."""
    found, block, indent = [], None, ""
    for number, line in enumerate(lines, first):
        fence = re.match(r"( *)```(\w*) *(.*)$", line)
        if not fence:
            if block:
                block.text += line[len(indent):].rstrip() + "\n"
        elif block:
            found.append(block)
            block = None
        else:
            indent = fence[1]
            path, _, before = fence[3].partition(" before: ")
            block = Block(number, path.strip(), before.strip(), "")
    return [b for b in found if b.path]


class Page:
    def __init__(self, text=None):
        self.root = ROOT
        self.lines = (text or (ROOT / PAGE).read_text()).splitlines()
        self.recipes = [self.recipe(row) for row in self.rows()]

    def rows(self):
        """Of the table: (name, anchor, touches, proof)."""
        rows = [re.match(r"\| \[([^]]+)\]\(#([\w-]+)\) \| (.*) \| `(.*)` \|$", line) for line in self.lines]
        found = [row.groups() for row in rows if row]
        if not found:
            raise Wrong(f"{PAGE} has no table of what one more touches.")
        return found

    def section(self, anchor):
        """Number of its heading's line, and its lines up to the next heading."""
        heads = [i for i, line in enumerate(self.lines) if line.startswith("##")] + [len(self.lines)]
        for head, following in zip(heads, heads[1:]):
            if re.sub(r"\W+", "-", self.lines[head].lstrip("# ").lower()) == anchor:
                return head + 1, self.lines[head:following]
        raise Wrong(f"{PAGE} has no heading for #{anchor}, which its table names.")

    def recipe(self, row):
        name, anchor, touches, proof = row
        first, lines = self.section(anchor)
        words = " ".join(line.strip() for line in lines)
        blocks = blocks_of(lines, first)
        for path, link in re.findall(r"\[`(tests/ptx/[^`]+)`\]\(\.\./(tests/adding/[^)]+)\)", words):
            blocks.append(Block(first, path, "", (ROOT / link).read_text()))
        found = Recipe(anchor.partition("-")[2], touched(touches), proof, blocks,
                       re.findall(r"`((?:\./test|\./run|kernels/make_ptx) [^`]+)`", words),
                       [(old, new) for new, old in re.findall(r"`([^`]+)` in place of `([^`]+)`", words)])
        self.check(found)
        return found

    def check(self, recipe):
        """Whether the blocks are as many, and of the files, as the table says."""
        counted = {}
        for block in recipe.blocks:
            counted[block.path] = counted.get(block.path, 0) + (1 if block.before else 0)
        if counted != recipe.touches:
            raise Wrong(f"{PAGE}: the example under #{recipe.name} touches {listed(counted)}; the table says {listed(recipe.touches)}.")
        if recipe.proof not in recipe.commands:
            raise Wrong(f"{PAGE}: the table proves #{recipe.name} by {recipe.proof}, and its section does not.")

    def named(self, names):
        known = {recipe.name: recipe for recipe in self.recipes}
        for name in names:
            if name not in known:
                raise Wrong(f"{PAGE} has no recipe {name}; there are {', '.join(known)}.")
        return [known[name] for name in names] or self.recipes


def listed(files):
    return ", ".join(path + (f" in {places} places" if places > 1 else "" if places else " (new)") for path, places in sorted(files.items())) or "nothing"
