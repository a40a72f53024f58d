"""Builds an executable of the copy from a build folder of the tree: only what the example adds or
changes is compiled, all else is linked as it lies there. The commands are those of that folder,
with other paths."""
import json
import re
import shlex
import subprocess
from pathlib import Path

from page import ROOT, Wrong

ITS_FOLDER = "WARPLENS_TESTS_DIR"   # of a test that reads files beside it
BATCHES = "/Unity/"                 # files that include those that are compiled together
ROWS, ONE_LEVEL = "simulator_rows_", "simulator_rows_plain"
CHECKED = "checked_"                # the simulator under sanitizers


def of_other_levels(word):
    """Rows are compiled once for each level of vector instructions, and under sanitizers; one is enough here."""
    return CHECKED in word or (ROWS in word and ONE_LEVEL not in word)


class Relink:
    def __init__(self, tree, build):
        self.tree, self.build, self.out = tree, build, tree / "build"
        self.entries = {}
        for entry in json.loads((build / "compile_commands.json").read_text()):
            words = shlex.split(entry["command"])
            if not of_other_levels(entry["command"]):
                self.entries[entry["file"]] = (words, words[words.index("-o") + 1])
        self.batch_of = {member: file for file in self.entries if BATCHES in file
                         for member in re.findall(r'#include "(/.*[.]cpp)"', Path(file).read_text())}

    def pattern(self, path):
        """The file itself or its batch, or for a new one its neighbour's: it is compiled alike."""
        whole, folder = str(ROOT / path), f"{(ROOT / path).parent}/"
        compiled = {file: file for file in self.entries} | self.batch_of
        if whole in compiled:
            return compiled[whole]
        for file in sorted(compiled):
            if file.startswith(folder):
                return compiled[file]
        raise Wrong(f"Nothing is compiled in the folder of {path}: nobody knows how to compile it.")

    def source(self, path, batch):
        """What is compiled: the file, or its batch with all files of it that were changed."""
        if not batch:
            return self.tree / path
        changed = self.out / "batches" / Path(batch).relative_to(self.build)
        text = (changed if changed.exists() else Path(batch)).read_text()
        changed.parent.mkdir(parents=True, exist_ok=True)
        changed.write_text(text.replace(f'"{ROOT / path}"', f'"{self.tree / path}"'))
        return changed

    def compile(self, path):
        """Returns the object that it takes the place of (none of a new file), and the new one."""
        pattern, batch = self.pattern(path), self.batch_of.get(str(ROOT / path))
        words, old = self.entries[pattern]
        new = self.out / "objects" / (old if batch else path + ".o")
        new.parent.mkdir(parents=True, exist_ok=True)
        changed = {pattern: str(self.source(path, batch)), old: str(new)}
        words = [changed.get(word, word) for word in words]
        # Headers that were compiled ahead fit the others' level and folder alone.
        quick = [] if any("cmake_pch" in word for word in words) else ["-O0"]
        if path.startswith("tests/"):
            words = [word.replace(str(ROOT), str(self.tree)) if ITS_FOLDER in word else word
                     for word in words]
            quick = ["-Wno-invalid-pch"]
        self.expect_right(f"{path} does not compile", [*words, *quick, "-Werror"])
        return (old if batch or pattern == str(ROOT / path) else None), str(new)

    def link(self, target, sources):
        """target: "tests/test_lessons". Returns the executable."""
        made = [self.compile(path) for path in sources]
        replaced = {old for old, _ in made}
        asked = ["ninja", "-C", self.build, "-t", "commands", "-s", target]
        command = subprocess.check_output(asked, text=True).splitlines()[-1]
        words = [word for word in shlex.split(command.split(" && ")[1])
                 if word not in replaced and not of_other_levels(word)]
        program = self.out / target
        program.parent.mkdir(parents=True, exist_ok=True)
        words[words.index("-o") + 1] = str(program)
        self.expect_right(f"{target} does not link", words + list(dict.fromkeys(new for _, new in made)))
        return program

    def expect_right(self, problem, command):
        code, words = output_of(command, self.build)
        if code:
            raise Wrong(f"{problem}:\n{words}")


def output_of(command, folder):
    """Exit code of a command, and what it says."""
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace")
    return done.returncode, done.stdout
