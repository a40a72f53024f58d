"""A copy of the tree that examples of the page are added to."""
import filecmp
import os
import shutil
import subprocess

from page import PAGE, ROOT, Wrong, listed

MADE = "assets/ptx/"                    # what kernels/make_ptx writes is not counted
NOT_OURS = ("build", ".git", ".cache")  # of the copy


class Copy:
    def __init__(self, folder):
        self.tree = folder / "tree"
        asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
        names = subprocess.check_output(asked, cwd=ROOT, text=True).splitlines()
        self.names = [name for name in names if (ROOT / name).is_file()]

    def differing(self):
        """Files that are not as in the tree, or not in the tree at all; without what was built."""
        there = set()
        for folder, below, files in os.walk(self.tree):
            below[:] = [name for name in below if name not in NOT_OURS]
            there |= {os.path.relpath(os.path.join(folder, file), self.tree) for file in files}
        return there - set(self.names) | {name for name in self.names if self.differs(name, there)}

    def differs(self, name, there):
        return name not in there or not filecmp.cmp(ROOT / name, self.tree / name)

    def restore(self):
        for name in self.differing():
            there = (self.tree / name).exists()
            (self.tree / name).unlink(missing_ok=True)
            if name in self.names:
                (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.tree / name)
                if there:   # as new: what was built of it is not
                    os.utime(self.tree / name)

    def apply(self, block):
        file = self.tree / block.path
        if block.before:
            return self.insert(block, file)
        if file.exists():
            raise Wrong(f"{block.place()}: {block.path} is there already; this block makes a new "
                        "file.")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block.text)

    def insert(self, block, file):
        """Above the line, and as far to the right."""
        if not file.is_file():
            raise Wrong(f"{block.place()}: there is no {block.path} that code could go into.")
        lines = file.read_text().splitlines(keepends=True)
        found = [i for i, line in enumerate(lines) if line.strip().startswith(block.before)]
        if len(found) != 1:
            raise Wrong(f"{block.place()}: {len(found)} lines of {block.path} begin with "
                        f"{block.before!r}; exactly one has to.")
        below = lines[found[0]]
        indent = below[:len(below) - len(below.lstrip())]
        added = block.text.splitlines(keepends=True)
        lines[found[0]:found[0]] = [indent + line if line.strip() else line for line in added]
        file.write_text("".join(lines))

    def replace(self, old, new, files):
        """Where `old` stands once in one of `files`; returns that file."""
        found = [name for name in files if (self.tree / name).read_text().count(old) == 1]
        if len(found) != 1:
            raise Wrong(f"{PAGE}: {old} has to stand once in one file of its example; it stands "
                        f"so in {listed(dict.fromkeys(found, 1))}.")
        file = self.tree / found[0]
        file.write_text(file.read_text().replace(old, new))
        return found[0]

    def expect_touched(self, recipes):
        named = {path: places for recipe in recipes for path, places in recipe.touches.items()}
        differing = {name for name in self.differing() if not name.startswith(MADE)}
        if differing != set(named):
            raise Wrong(f"#{recipes[0].name} touches {listed(dict.fromkeys(differing, 1))}; "
                        f"{PAGE} says {listed(named)}.")

    def expect_layout(self, recipes):
        """Whoever pastes code from the page has it laid out as tests/format wants it."""
        if not shutil.which("clang-format"):
            return
        for path in sorted(path for recipe in recipes for path in recipe.touches):
            if not path.endswith(".cpp"):
                continue
            wanted = subprocess.check_output(["clang-format", self.tree / path], text=True)
            pairs = zip(wanted.splitlines(), (self.tree / path).read_text().splitlines())
            for number, (laid_out, there) in enumerate(pairs, 1):
                if laid_out != there:
                    raise Wrong(f"{path} with what {PAGE} adds is not laid out as .clang-format "
                                f"says, from its line {number} on.")
