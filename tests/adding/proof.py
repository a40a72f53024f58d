"""The proofs of recipes, by the commands that the page names: PTX is made, tests are run, pictures
drawn; and what must not pass does not."""
import os
import pathlib
import shlex
import shutil
import subprocess

from page import PAGE, ROOT, Wrong
from relink import Relink, output_of
from window import can_be_driven, see_card

KEPT = pathlib.Path(__file__).resolve().parent / "ptx"      # for machines without nvcc
BOXES = {"simulator": ["tests/test_simulator"], "app": ["tests/test_app"],
         "lessons": ["tests/test_lessons", "tests/test_app"]}
READERS = {"simulator": ["tests/simulator/isa/row_file.cpp"]}   # they read files of the copy
LEVELS = {"plain", "avx2", "avx512"}                        # rows are tested at each
NO_OPENGL = 4                                               # an exit code of warplens


class Proof:
    def __init__(self, recipe, copy, build):
        self.recipe, self.copy = recipe, copy
        self.relink = Relink(copy.tree, build)
        self.sources = sorted(path for path in recipe.touches if path.endswith(".cpp"))
        self.box = self.sources[0].split("/")[0]
        self.programs = {}

    def run(self):
        ways = {"kernels/make_ptx": self.make_ptx, "./test": self.expect_passes,
                "./run": self.start}
        for command in self.recipe.commands:
            program, *words = shlex.split(command)
            ways[program](words)
        self.copy.expect_touched([self.recipe])
        for old, new in self.recipe.mutants:
            self.expect_seen(old, new)

    def make_ptx(self, names):
        """By nvcc where there is one; what is kept for other machines has to be the same."""
        nvcc = os.environ.get("NVCC") or shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
        for name in names:
            kept, wanted = KEPT / f"{name}.ptx", self.copy.tree / "assets/ptx" / f"{name}.ptx"
            if shutil.which(nvcc):
                wanted.unlink(missing_ok=True)
                self.say_unless_right(["kernels/make_ptx", name], self.copy.tree)
                self.keep(kept, wanted.read_text())
            elif kept.is_file():
                shutil.copy(kept, wanted)
            else:
                raise Wrong(f"{PAGE} makes {name}.ptx; there is no nvcc here, "
                            f"and no tests/adding/ptx/{name}.ptx.")

    def keep(self, kept, made):
        text = kept.read_text() if kept.is_file() else ""
        same_compiler = text.startswith(made.partition(".version")[0])
        if os.environ.get("WARPLENS_KEEP_PTX"):
            kept.write_text(made)
        elif text != made and (same_compiler or not text):
            raise Wrong(f"tests/adding/ptx/{kept.name} is not what {PAGE} makes: "
                        "WARPLENS_KEEP_PTX=1 tests/adding/run --build FOLDER writes it anew.")

    def program(self, target):
        if target not in self.programs:
            readers = READERS.get(self.box, []) if target in BOXES[self.box] else []
            self.programs[target] = self.relink.link(target, self.sources + readers)
        return self.programs[target]

    def tests(self, program, names):
        """Those whose names contain one of `names`. A test that is there for each lesson or view is
        left to what it was, but for ours."""
        _, listed = output_of([program, "--gtest_list_tests"], program.parent)
        ours = LEVELS | {pathlib.PurePath(path).stem for path in self.sources}
        suite, found = "", []
        for line in listed.splitlines():
            name = line.partition("#")[0].strip()
            if not line.startswith(" "):
                suite = name
            elif any(part in suite + name for part in names) and "Window" not in suite:
                if "/" not in name or name.rpartition("/")[2] in ours:
                    found.append(suite + name)
        return found

    def judged(self, names):
        """Exit code and words of the tests that ./test would run."""
        programs = [self.program(target) for target in BOXES[self.box]]
        tests = {program: self.tests(program, names) for program in programs}
        for name in names:
            if not any(name in test for found in tests.values() for test in found):
                raise Wrong(f"{PAGE} proves #{self.recipe.name} by {name}, and no test has that "
                            "name.")
        for program, found in tests.items():
            flags = ["--gtest_brief=1", "--gtest_fail_fast", "--gtest_filter=" + ":".join(found)]
            code, words = output_of([program, *flags], program.parent) if found else (0, "")
            if code:
                break
        return code, words

    def expect_passes(self, names):
        code, words = self.judged(names)
        if code:
            raise Wrong(f"#{self.recipe.name} is added as {PAGE} says, and ./test "
                        f"{' '.join(names)} fails:\n{words}")

    def expect_seen(self, old, new):
        changed = self.copy.replace(old, new, self.sources)
        self.programs.clear()
        if self.judged(self.recipe.proof.split()[1:])[0] == 0:
            raise Wrong(f"#{self.recipe.name} with {new} in place of {old} in {changed} passes "
                        f"{self.recipe.proof}: nobody would see it.")

    def start(self, words):
        """./run: the program of the copy, where its pictures do no harm. A window is looked at:
        whether the view's card is in it."""
        folder = self.copy.tree / "build/out"
        folder.mkdir(parents=True, exist_ok=True)
        command = [self.program("app/warplens"), *words]
        if words[0] != "window":
            self.say_unless_right(command, folder)
        elif can_be_driven():
            see_card(command, pathlib.PurePath(self.sources[0]).stem)
        else:
            print("No window is opened: Xvfb or xdotool is missing.")

    def say_unless_right(self, command, folder):
        code, words = output_of(command, folder)
        if code and not (code == NO_OPENGL and command[-1].endswith(".png")):
            raise Wrong(f"#{self.recipe.name}: {' '.join(map(str, command))} ends with {code}:\n"
                        f"{words}")


def to_the_letter(recipes, copy):
    """Every command of the page as it stands there, in a copy that has all the examples and is a
    tree of its own. A window is left out: somebody would have to look."""
    cache = copy.tree / ".cache"
    if (ROOT / ".cache").is_dir() and not cache.exists():
        cache.symlink_to(ROOT / ".cache")
    commands = dict.fromkeys(command for recipe in recipes for command in recipe.commands
                             if not command.startswith("./run window"))
    for command in ["git init -q", "git add -A", "tests/format", *commands]:
        print(f"-- {command}", flush=True)
        if subprocess.run(shlex.split(command), cwd=copy.tree).returncode:
            raise Wrong(f"{PAGE} is followed to the letter, and {command} fails: see above.")
