"""The proofs of recipes, by the commands that the page names: PTX is made, tests are run, pictures drawn; and what must not pass does not."""
import os
import pathlib
import shlex
import shutil
import subprocess

from page import PAGE, ROOT, Wrong
from relink import Relink
from window import can_be_driven, see_card

KEPT = pathlib.Path(__file__).resolve().parent / "ptx"      # for machines without nvcc
BOXES = {"simulator": "tests/test_simulator", "lessons": "tests/test_lessons", "app": "tests/test_app"}
READERS = {"simulator": ["tests/simulator_row_file.cpp"]}   # of files beside them: of the copy's, then
NO_OPENGL = 4                                               # an exit code of warplens
LEVELS = {"plain", "avx2", "avx512"}                       # of vector instructions: rows are tested at each


class Proof:
    def __init__(self, recipe, copy, build):
        self.recipe, self.copy = recipe, copy
        self.relink = Relink(copy.tree, build)
        self.sources = sorted(path for path in recipe.touches if path.endswith(".cpp"))
        self.box = self.sources[0].split("/")[0]
        self.programs = {}

    def run(self):
        for command in self.recipe.commands:
            words = shlex.split(command)
            {"kernels/make_ptx": self.make_ptx, "./test": self.expect_passes, "./run": self.start}[words[0]](words[1:])
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
                raise Wrong(f"{PAGE} makes {name}.ptx; there is no nvcc here, and no tests/adding/ptx/{name}.ptx.")

    def keep(self, kept, made):
        """What machines without nvcc take has to be what nvcc makes, where it is the same nvcc."""
        text = kept.read_text() if kept.is_file() else ""
        of_compiler = made.partition(".version")[0]
        if os.environ.get("WARPLENS_KEEP_PTX"):
            kept.write_text(made)
        elif text.startswith(of_compiler) and text != made or not text:
            raise Wrong(f"tests/adding/ptx/{kept.name} is not what {PAGE} makes: WARPLENS_KEEP_PTX=1 tests/adding/run --build FOLDER writes it anew.")

    def program(self, target):
        if target not in self.programs:
            readers = READERS.get(self.box, []) if target == BOXES[self.box] else []
            self.programs[target] = self.relink.link(target, self.sources + readers)
        return self.programs[target]

    def tests(self, names):
        """Those of the box whose names contain one of `names`; of tests for each lesson or view, those of others stay what they were."""
        program = self.program(BOXES[self.box])
        listed = subprocess.run([program, "--gtest_list_tests"], cwd=program.parent, stdout=subprocess.PIPE, text=True, check=True).stdout
        suite, found = "", []
        for line in listed.splitlines():
            if not line.startswith(" "):
                suite = line.split("#")[0].strip()
            else:
                found.append(suite + line.split("#")[0].strip())
        ours = {pathlib.PurePath(path).stem for path in self.sources}
        return [test for test in found if any(name in test for name in names) and ("/" not in test.partition(".")[2] or test.rpartition("/")[2] in ours | LEVELS)]

    def passes(self, names):
        tests = self.tests(names)
        for name in names:
            if not any(name in test for test in tests):
                raise Wrong(f"{PAGE} proves #{self.recipe.name} by {name}, and no test has that name.")
        program = self.program(BOXES[self.box])
        return subprocess.run([program, "--gtest_brief=1", "--gtest_fail_fast", "--gtest_filter=" + ":".join(tests)], cwd=program.parent,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")

    def expect_passes(self, names):
        done = self.passes(names)
        if done.returncode:
            raise Wrong(f"#{self.recipe.name} is added as {PAGE} says, and ./test {' '.join(names)} fails:\n{done.stdout[-4000:]}")

    def start(self, words):
        """./run: the program of the copy, where its pictures do no harm. A window is looked at: whether a card of the view is in it."""
        folder = self.copy.tree / "build/out"
        folder.mkdir(parents=True, exist_ok=True)
        if words[0] != "window":
            self.say_unless_right([self.program("app/warplens"), *words], folder)
        elif can_be_driven():
            see_card([self.program("app/warplens"), *words], pathlib.PurePath(self.sources[0]).stem)
        else:
            print("No window is opened: Xvfb or xdotool is missing.")

    def say_unless_right(self, words, folder):
        done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        if done.returncode and not (done.returncode == NO_OPENGL and words[-1].endswith(".png")):
            raise Wrong(f"#{self.recipe.name}: {' '.join(map(str, words))} ends with {done.returncode}:\n{done.stdout[-4000:]}")

    def expect_seen(self, old, new):
        changed = self.copy.replace(old, new, self.sources)
        self.programs.clear()
        if self.passes(self.recipe.proof.split()[1:]).returncode == 0:
            raise Wrong(f"#{self.recipe.name} with {new} in place of {old} in {changed} passes {self.recipe.proof}: nobody would see it.")


def to_the_letter(recipes, copy):
    """Every command of the page as it stands there, in a copy that has all the examples and is a tree of its own."""
    cache = copy.tree / ".cache"
    if (ROOT / ".cache").is_dir() and not cache.exists():
        cache.symlink_to(ROOT / ".cache")
    commands = dict.fromkeys(command for recipe in recipes for command in recipe.commands)
    for command in ["git init -q", "git add -A", "tests/format", *commands]:
        print(f"-- {command}", flush=True)
        if command.startswith("./run window"):
            continue    # somebody would have to look
        if subprocess.run(shlex.split(command), cwd=copy.tree).returncode:
            raise Wrong(f"{PAGE} is followed to the letter, and {command} fails: see above.")
