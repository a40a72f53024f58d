"""Builds an executable of the copy from a build folder of the tree: only sources of the example are compiled, all else is linked as it lies there.
The commands are those of the build folder, with other paths."""
import json
import shlex
import subprocess

from page import ROOT, Wrong

KNOWS_ITS_FOLDER = "WARPLENS_TESTS_DIR"      # a test that reads files beside it
ROWS = "simulator_rows_"                     # of one level of vector instructions; one level is enough here


class Relink:
    def __init__(self, tree, build):
        self.tree, self.build, self.out = tree, build, tree / "build"
        self.entries = {}
        for entry in json.loads((build / "compile_commands.json").read_text()):
            words = shlex.split(entry["command"])
            if ROWS in entry["command"] and ROWS + "plain" not in entry["command"]:
                continue
            self.entries[entry["file"]] = (words, words[words.index("-o") + 1])

    def compile(self, path):
        """Returns the object of the tree that it stands for (none of a new file), and the new one."""
        source = ROOT / path
        pattern = str(source) if str(source) in self.entries else \
            next((file for file in sorted(self.entries) if file.startswith(f"{source.parent}/")), None)
        if not pattern:
            raise Wrong(f"Nothing is compiled in the folder of {path}, so nobody knows how to compile it.")
        words, old = self.entries[pattern]
        new = self.out / "objects" / (path + ".o")
        new.parent.mkdir(parents=True, exist_ok=True)
        words = [str(self.tree / path) if word == pattern else str(new) if word == old else word for word in words]
        # Headers that were compiled ahead fit the level of the others, and their names of folders.
        quick = [] if any("cmake_pch" in word for word in words) else ["-O0"]
        if path.startswith("tests/"):
            words = [word.replace(f"{ROOT}/tests", f"{self.tree}/tests") if KNOWS_ITS_FOLDER in word else word for word in words]
            quick = ["-Wno-invalid-pch"]
        run_or_say(f"{path} does not compile", words + quick + ["-Werror"], self.build)
        return (old if pattern == str(source) else None), str(new)

    def link(self, target, sources):
        """target: "tests/test_lessons". Returns the executable."""
        made = [self.compile(path) for path in sources]
        replaced = {old for old, _ in made if old}
        lines = subprocess.check_output(["ninja", "-C", self.build, "-t", "commands", "-s", target], text=True).splitlines()
        words = shlex.split(lines[-1].split(" && ")[1])
        words = [word for word in words if word not in replaced and (ROWS not in word or ROWS + "plain" in word)]
        program = self.out / target
        program.parent.mkdir(parents=True, exist_ok=True)
        words[words.index("-o") + 1] = str(program)
        run_or_say(f"{target} does not link", words + [new for _, new in made], self.build)
        return program


def run_or_say(what, words, folder):
    done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode:
        raise Wrong(f"{what}:\n{done.stdout[-4000:]}")
