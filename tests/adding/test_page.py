#!/usr/bin/env python3
"""A page that is broken is told from one that is right, in a sentence that says where."""
import pathlib
import shutil
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from copy_of_tree import Copy    # noqa: E402
from page import PAGE, Page, ROOT, Wrong    # noqa: E402

TEXT = (ROOT / PAGE).read_text()


class BrokenPages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.copy = Copy(pathlib.Path(cls.folder.name))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def add(self, text, name):
        self.copy.restore()
        recipe, = Page(text).named([name])
        for block in recipe.blocks:
            self.copy.apply(block)
        self.copy.expect_touched([recipe])
        self.copy.expect_layout([recipe])

    def expect(self, sentence, name, old, new):
        self.assertEqual(TEXT.count(old), 1, old)
        with self.assertRaises(Wrong) as told:
            self.add(TEXT.replace(old, new), name)
        self.assertRegex(str(told.exception), sentence)

    def test_the_page_as_it_is(self):
        for recipe in Page().recipes:
            self.add(TEXT, recipe.name)

    def test_a_block_is_missing(self):
        self.expect("#rung touches kernels/reduction.cu; the table says .*lessons/reduction.cpp",
                    "rung", '```cpp lessons/reduction.cpp before: {.id = "any_block",', "```cpp")

    def test_a_place_is_gone(self):
        self.expect("adding.md:[0-9]+: 0 lines of lessons/reduction.cpp begin with .{.id = .any_b",
                    "rung", 'before: {.id = "any_block",', 'before: {.id = "any_black",')

    def test_a_place_is_no_place(self):
        self.expect("[0-9]+ lines of lessons/reduction.cpp begin with .{.id =.; exactly one",
                    "rung", 'before: {.id = "any_block",', "before: {.id = ")

    def test_more_is_touched_than_the_table_says(self):
        step = "3. Add an entry"
        block = "   ```cpp {}\n   ```\n\n" + step
        self.expect("touches .*lessons/reduction.cpp in 2 places", "rung", step,
                    block.format('lessons/reduction.cpp before: {.id = "wide",'))
        self.expect("touches .*lab/more.h .new.", "rung", step, block.format("lab/more.h"))

    def test_a_new_file_is_there_already(self):
        text = TEXT.replace("lessons/tally.cpp", "lessons/scan.cpp")
        with self.assertRaisesRegex(Wrong, "adding.md:[0-9]+: lessons/scan.cpp is there already"):
            self.add(text, "lesson")

    def test_something_else_was_changed(self):
        recipe, = Page().named(["view"])
        self.copy.restore()
        (self.copy.tree / "app/view.h").write_text("// mine\n")
        for block in recipe.blocks:
            self.copy.apply(block)
        told = "#view touches app/view.h, app/views/barriers.cpp; .* says app/views/barriers.cpp"
        with self.assertRaisesRegex(Wrong, told):
            self.copy.expect_touched([recipe])

    def test_the_proof_is_not_run(self):
        self.expect("the table proves #view by ./test EveryView, and its section does not", "view",
                    "Proof: `./test EveryView`, ", "Proof: ")

    def test_the_heading_is_gone(self):
        self.expect("no heading for #a-view", "view", "\n## A view\n", "\n## A picture\n")

    def test_code_is_laid_out_otherwise(self):
        if not shutil.which("clang-format"):
            self.skipTest("no clang-format")
        self.expect("app/views/barriers.cpp .* is not laid out as .clang-format says", "view",
                    "void draw(Canvas& canvas, const", "void draw(Canvas &canvas, const")

    def test_nobody_has_the_words_that_a_mistake_replaces(self):
        with self.assertRaisesRegex(Wrong, "a [*] b has to stand once in one file of its example"):
            self.copy.restore()
            self.copy.replace("a * b", "a / b", ["lessons/scan.cpp"])


if __name__ == "__main__":
    unittest.main()
