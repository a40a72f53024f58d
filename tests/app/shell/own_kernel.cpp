// Somebody's own file in the window: dropped, opened from the sheet, saved again, broken and
// mended, copied out of a lesson. A script stands in for nvcc.
#include "app/shell/own_kernel.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "app/shell/path_choices.h"
#include "app/widgets/file_chooser.h"
#include "lab/assets.h"
#include "lab/programs.h"
#include "platform/clock.h"
#include "platform/files.h"
#include "tests/app/shell/own_kernels.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/own_nvcc.h"
#include "tests/helpers/scratch_folder.h"

namespace app {
namespace {

namespace files = std::filesystem;
using testing::Driver;

TEST_F(OwnKernels, DroppedAreOnTheStage) {
    open(tests::scaling_source(2));
    EXPECT_EQ(driver.shell.session.subject()->title, "scale.cu");
    EXPECT_EQ(driver.shell.session.lesson(), nullptr);
    EXPECT_FALSE(driver.shell.open_sheet.open);
    EXPECT_GT(shown()->counters.global_store_requests, 0u);
    driver.settle();
    EXPECT_TRUE(driver.sees("scale.cu"));
    EXPECT_NE(driver.shell.stage_view(), nullptr);
    EXPECT_FALSE(driver.control("source.change")) << "it is changed already";
}

TEST_F(OwnKernels, DroppedAreNotCoveredByALessonsQuestion) {
    const lab::Lesson* lesson = lab::find_lesson("reduction");
    driver.shell.open_lesson(*lesson);
    driver.settle();
    driver.shell.predictions.open(*lesson);
    save(tests::scaling_source(2));
    drop(file);
    EXPECT_FALSE(driver.shell.predictions.is_open());
    ASSERT_TRUE(shows(tests::scaling_source(2)));
}

TEST_F(OwnKernels, AnotherSubjectLeavesALessonsQuestion) {
    const lab::Lesson* lesson = lab::find_lesson("reduction");
    driver.shell.open_lesson(*lesson);
    driver.shell.predictions.open(*lesson);
    driver.shell.open_lesson(*lab::find_lesson("scan"));
    driver.frame();
    EXPECT_FALSE(driver.shell.predictions.is_open());
}

TEST_F(OwnKernels, AreChosenByTheSystemsOwnWayWhereThereIsOne) {
    int asked = 0;
    file_chooser() = [&] { ++asked; };
    driver.key(Key::o, true);
    file_chooser() = {};
    EXPECT_EQ(asked, 1);
    EXPECT_FALSE(driver.shell.open_sheet.open);
    driver.key(Key::o, true);
    EXPECT_TRUE(driver.shell.open_sheet.open);
}

TEST_F(OwnKernels, AreRunAgainWhenSavedWithThePlaceKept) {
    open(tests::scaling_source(2));
    driver.key(Key::two);
    driver.shell.look.reduced_motion = true;
    driver.shell.playback.cursor.lane = 5;
    const int step = driver.shell.playback.cursor.step;
    const Slot slot = driver.shell.slot;
    save(tests::scaling_source(3));
    ASSERT_TRUE(shows(tests::scaling_source(3)));
    EXPECT_EQ(driver.shell.playback.cursor.lane, 5);
    EXPECT_EQ(driver.shell.playback.cursor.step, step);
    EXPECT_EQ(driver.shell.slot, slot);
    driver.key(Key::z, true);
    EXPECT_TRUE(shows(tests::scaling_source(2))) << "undo brings the text back that was run";
    driver.key(Key::y, true);
    EXPECT_TRUE(shows(tests::scaling_source(3)));
}

TEST_F(OwnKernels, SavedStandBesideTheTextBeforeInTheLedger) {
    open(tests::scaling_source(2));
    driver.settle();
    save(tests::scaling_source(3));
    ASSERT_TRUE(shows(tests::scaling_source(3)));
    driver.settle();
    const auto heads = [&](std::string_view words) {
        return std::ranges::count_if(driver.texts, [&](const NotedText& text) {
            return text.card == "ledger" && text.text == words;
        });
    };
    EXPECT_EQ(heads("The text before"), 1);
    EXPECT_EQ(heads("The text now"), 1);
}

TEST_F(OwnKernels, KeepTheirLaunchWhenSaved) {
    open(tests::scaling_source(2));
    auto& session = driver.shell.session;
    const lab::Knob* block = lab::find_knob(*session.subject(), "block");
    ASSERT_TRUE(block);
    session.settings().set(*block, 96);
    driver.settle();
    save(tests::scaling_source(3));
    ASSERT_TRUE(shows(tests::scaling_source(3)));
    EXPECT_EQ(shown()->launches[0].block.x, 96u);
}

TEST_F(OwnKernels, ThatDoNotCompileSayWhyAtTheirLine) {
    open(tests::scaling_source(2));
    save("__global__ void scale(int* out)\n{\n    out[0] = nonsense;\n}\n");
    ASSERT_TRUE(until([&] { return driver.says("Does not compile"); }));
    driver.frame();
    EXPECT_TRUE(driver.says("identifier \"nonsense\" is undefined"));
    EXPECT_EQ(shown()->source_text, tests::scaling_source(2)) << "the last good run stays";
    EXPECT_FALSE(driver.says("of no interest")) << "a warning";
    const NotedText* line = nullptr;
    const NotedText* words = nullptr;
    for (const NotedText& text : driver.texts) {
        if (text.text == "3" && text.style.font == Font::mono_bold) line = &text;
        if (text.text.find("identifier") == 0) words = &text;
    }
    ASSERT_TRUE(line && words);
    EXPECT_GT(words->box.y, line->box.y);
    EXPECT_LT(words->box.y, line->box.y + 50);
    save(tests::scaling_source(4));
    ASSERT_TRUE(shows(tests::scaling_source(4)));
    EXPECT_FALSE(driver.says("Does not compile"));
    EXPECT_FALSE(driver.says("identifier"));
}

TEST_F(OwnKernels, ThatNeverCompiledWaitToBeMended) {
    save("nonsense");
    drop(file);
    ASSERT_TRUE(until([&] { return driver.says("scale.cu does not compile"); }));
    EXPECT_TRUE(driver.says("identifier \"nonsense\" is undefined"));
    EXPECT_TRUE(driver.sees("line 1"));
    EXPECT_NE(driver.shell.session.lesson(), nullptr) << "what was shown stays";
    save(tests::scaling_source(5));
    EXPECT_TRUE(shows(tests::scaling_source(5))) << "opened without being asked again";
    EXPECT_FALSE(driver.shell.open_sheet.open);
}

TEST_F(OwnKernels, ThatChangeTheirParametersOpenAllTheSame) {
    open(tests::scaling_source(2));
    save(tests::scaling_source(2, "other"));
    ASSERT_TRUE(shows(tests::scaling_source(2, "other")));
    EXPECT_EQ(shown()->launches[0].kernel, "other");
}

// A lesson that was opened meanwhile is not taken from the stage.
TEST_F(OwnKernels, WaitWhileSomethingElseIsShown) {
    open(tests::scaling_source(2));
    driver.shell.open_lesson(*lab::lessons().front());
    driver.settle();
    save(tests::scaling_source(3));
    const double end = platform::now() + .4;
    until([&] { return platform::now() > end; });
    EXPECT_NE(driver.shell.session.lesson(), nullptr);
    driver.key(Key::z, true);
    EXPECT_TRUE(shows(tests::scaling_source(3))) << "back at the file, its newest text is run";
}

TEST_F(OwnKernels, AreFoundOnTheSheetWithTheirLaunch) {
    save(tests::scaling_source(2));
    driver.key(Key::o, true);
    ASSERT_TRUE(driver.shell.open_sheet.open);
    driver.type(folder.string() + "/sc");
    driver.frame();
    EXPECT_TRUE(driver.sees("scale.cu"));
    driver.key(Key::tab);
    EXPECT_EQ(driver.shell.open_sheet.path.words, file.string());
    driver.key(Key::enter);
    ASSERT_TRUE(until([&] { return driver.control("open.go"); }));
    EXPECT_TRUE(driver.says("One kernel"));
    EXPECT_TRUE(driver.sees("scale"));
    EXPECT_EQ(driver.shell.session.subject()->title, lab::lessons().front()->title);
    auto& fields = driver.shell.open_sheet.fields;
    ASSERT_TRUE(fields.contains("block") && fields.contains("argument.0"));
    driver.click("open.field.block");
    driver.key(Key::a, true);
    driver.type("64");
    driver.frame();
    driver.key(Key::enter);
    ASSERT_TRUE(shows(tests::scaling_source(2)));
    EXPECT_EQ(shown()->launches[0].block.x, 64u);
    EXPECT_FALSE(driver.shell.open_sheet.open);
    ASSERT_EQ(driver.shell.own.recent.size(), 1u);
    EXPECT_EQ(driver.shell.own.recent[0], file.string());
}

TEST_F(OwnKernels, WithWordsThatDoNotFitAreNotOpened) {
    save(tests::scaling_source(2));
    driver.key(Key::o, true);
    driver.type(file.string());
    driver.key(Key::enter);
    ASSERT_TRUE(until([&] { return driver.control("open.go"); }));
    driver.click("open.field.argument.0");
    driver.key(Key::a, true);
    driver.type("f64=1");
    driver.frame();
    driver.frame();
    EXPECT_FALSE(driver.control("open.go"));
    EXPECT_NE(driver.shell.own.draft()->problem, "");
    driver.key(Key::escape);
    EXPECT_FALSE(driver.shell.open_sheet.open);
    EXPECT_EQ(driver.shell.own.draft(), nullptr);
}

TEST_F(OwnKernels, AreCancelledWhileTheyCompile) {
    const tests::OwnNvcc slow(folder / "slow", "sleep 100");
    save("slow");
    driver.key(Key::o, true);
    driver.type(file.string());
    driver.key(Key::enter);
    ASSERT_TRUE(until([&] { return driver.says("Compiling scale.cu"); }));
    ASSERT_TRUE(driver.click("open.cancel"));
    EXPECT_EQ(driver.shell.own.draft(), nullptr);
    EXPECT_TRUE(driver.shell.open_sheet.open);
    EXPECT_FALSE(driver.says("Compiling"));
}

TEST_F(OwnKernels, AreCancelledInTheStripWhileTheyCompileAgain) {
    open(tests::scaling_source(2));
    const tests::OwnNvcc slow(folder / "slow", "sleep 100");
    save("slow");
    ASSERT_TRUE(until([&] { return driver.says("compiling scale.cu"); }));
    ASSERT_TRUE(driver.click("status.cancel"));
    ASSERT_TRUE(until([&] { return driver.says("it was ended"); }));
    EXPECT_EQ(shown()->source_text, tests::scaling_source(2));
}

// Whatever is dropped: a sentence or a kernel, never a crash, a hang or a command that runs.
TEST_F(OwnKernels, OfHostileNamesAndKinds) {
    const auto sentence_for = [&](const files::path& path, const std::string& words) {
        drop(path);
        EXPECT_TRUE(until([&] { return driver.says(words); })) << path;
        driver.key(Key::escape);
    };
    sentence_for(folder, "can't be opened");
    sentence_for(folder / "nowhere.cu", "there is no such file");
    mkfifo((folder / "pipe.cu").c_str(), 0600);
    sentence_for(folder / "pipe.cu", "is a pipe, and a file is needed.");
    files::create_symlink("loop.cu", folder / "loop.cu");
    sentence_for(folder / "loop.cu", "can't be opened");
    platform::write_file(folder / "wide.cu", std::string("\xFF\xFEi\0", 4));
    sentence_for(folder / "wide.cu", "is written in UTF-16");
    platform::write_file(folder / "large.cu", std::string(100 << 20, ' '));
    sentence_for(folder / "large.cu", "104857600 bytes, and the most is");
    platform::write_file(folder / "none.ptx", "no PTX at all");
    sentence_for(folder / "none.ptx", "begins with .version");
    for (const char* name :
         {"two words.cu", "$(touch hit).cu", "-o.cu", "new\nline.cu", "'\".cu"}) {
        platform::write_file(folder / name, tests::scaling_source(7));
        drop(folder / name);
        EXPECT_TRUE(until([&] {
            return driver.shell.session.subject()->id == (folder / name).string();
        })) << name;
    }
    files::create_symlink("two words.cu", folder / "link.cu");
    drop(folder / "link.cu");
    EXPECT_TRUE(until([&] { return driver.shell.session.subject()->title == "link.cu"; }));
    EXPECT_FALSE(files::exists("hit") || files::exists(folder / "hit"));
}

TEST_F(OwnKernels, MoreThanCanBeShownAreCounted) {
    for (int i = 10; i < 30; ++i)
        platform::write_file(folder / ("scan" + std::to_string(i) + ".cu"), "");
    driver.key(Key::o, true);
    driver.type((folder / "s").string());
    driver.settle();
    EXPECT_TRUE(driver.control("open.choice.7"));
    EXPECT_FALSE(driver.control("open.choice.8"));
    EXPECT_TRUE(driver.says("Here, and 12 more: keep typing"));
    driver.key(Key::tab);
    EXPECT_TRUE(driver.shell.open_sheet.path.words.ends_with("/scan"))
        << "not as far as those that are shown agree: " << driver.shell.open_sheet.path.words;
}

TEST_F(OwnKernels, AreCopiedOutOfALesson) {
    const auto ptx = lab::asset("ptx/vector_add.ptx");
    ASSERT_TRUE(ptx);
    const files::path copy = folder / "copies" / "vector_add.ptx";  // a compiler sees its folder
    const tests::OwnNvcc copies(copy.parent_path(), "cp '" + copy.string() + "' kernel.ptx");
    files::copy_file(*ptx, copy);
    files::current_path(folder);
    driver.shell.open_lesson(*lab::find_lesson("vector_addition"));
    lab::Settings& settings = driver.shell.session.settings();
    settings = lab::turned_by_hand(settings, *lab::find_knob(*settings.subject, "block"), 64);
    driver.settle();
    const std::string source = lab::source_of(driver.shell.session.settings());
    const std::string kernel = shown()->launches[0].kernel;
    const lab::Dim3 block = shown()->launches[0].block;
    EXPECT_TRUE(driver.control("source.change"));
    driver.key(Key::m);
    ASSERT_TRUE(driver.shell.change_sheet.open);
    EXPECT_TRUE(driver.says("Change this kernel"));
    driver.key(Key::enter);
    ASSERT_TRUE(until([&] { return !driver.shell.session.lesson(); }));
    EXPECT_EQ(*lab::read_file(folder / "vector_add.cu"), source);
    EXPECT_TRUE(driver.says("is yours: edit it in any editor"));
    ASSERT_TRUE(shows(source));
    EXPECT_EQ(shown()->launches[0].kernel, kernel);
    EXPECT_EQ(shown()->launches[0].block, block);
    driver.shell.open_lesson(*lab::find_lesson("vector_addition"));
    driver.settle();
    driver.key(Key::m);
    EXPECT_NE(driver.shell.change_sheet.path.words.find("vector_add-2.cu"), std::string::npos);
    driver.key(Key::a, true);
    driver.type((folder / "vector_add.cu").string());
    driver.key(Key::enter);
    EXPECT_TRUE(driver.says("File exists")) << "nothing is ever overwritten";
    EXPECT_EQ(*lab::read_file(folder / "vector_add.cu"), source);
}

// A buffer that the host clears before the launch is no buffer that nobody wrote.
TEST_F(OwnKernels, FindTheArraysOfTheirLessonAsTheyWere) {
    const auto ptx = lab::asset("ptx/pi.ptx");
    ASSERT_TRUE(ptx);
    const files::path copy = folder / "copies" / "pi.ptx";
    const tests::OwnNvcc copies(copy.parent_path(), "cp '" + copy.string() + "' kernel.ptx");
    files::copy_file(*ptx, copy);
    files::current_path(folder);
    driver.shell.session.open(lab::read_state_line("pi/shared")->request);
    driver.settle();
    const std::string source = lab::source_of(driver.shell.session.settings());
    driver.key(Key::m);
    driver.key(Key::enter);
    ASSERT_TRUE(until([&] { return !driver.shell.session.lesson(); }));
    ASSERT_TRUE(shows(source));
    EXPECT_EQ(shown()->launches[0].kernel, "pi_shared");
    EXPECT_TRUE(shown()->faults.empty());
}

TEST_F(OwnKernels, ThatWereOpenedAreOfferedAgain) {
    open(tests::scaling_source(2));
    const lab::Preferences kept = driver.shell.preferences();
    Driver next;
    next.shell.read(kept);
    EXPECT_EQ(next.shell.own.recent, driver.shell.own.recent);
    next.key(Key::o, true);
    EXPECT_TRUE(next.says("Opened before"));
    next.key(Key::down);
    next.key(Key::enter);
    EXPECT_NE(next.shell.own.draft(), nullptr);
}

TEST(PathChoices, AreKernelsAndFoldersThatBeginSo) {
    const files::path folder = tests::scratch_folder();
    for (const char* name : {"scan.cu", "Scale.cu", "scan.ptx", "scan.txt", ".secret.cu"})
        platform::write_file(folder / name, "");
    platform::make_folder(folder / "scratch");
    const std::string start = folder.string() + "/";
    const auto names = [&](const std::string& typed, std::size_t most = 8) {
        std::vector<std::string> found;
        for (const PathChoice& choice : path_choices(typed, most)) found.push_back(choice.name);
        return found;
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(names(start + "sc"), (Names{"Scale.cu", "scan.cu", "scan.ptx", "scratch/"}));
    EXPECT_EQ(names(start + "sc", 2), (Names{"Scale.cu", "scan.cu"}));
    EXPECT_EQ(names(start), (Names{"Scale.cu", "scan.cu", "scan.ptx", "scratch/"}));
    EXPECT_EQ(names(start + "."), (Names{".secret.cu"}));
    EXPECT_EQ(names(start + "x"), Names{});
    EXPECT_EQ(names("/nowhere/at/all"), Names{});
    EXPECT_EQ(agreed(start + "scan", path_choices(start + "scan", 8)), start + "scan.");
    EXPECT_EQ(agreed(start + "scr", path_choices(start + "scr", 8)), start + "scratch/");
    EXPECT_EQ(agreed("x", {}), "x");
    platform::write_file(folder / "new\nline.cu", "");
    EXPECT_EQ(names(start + "new"), (Names{"new?line.cu"}));
}

TEST(PathChoices, KnowTheOwnFolderAndQuotes) {
    const std::string home = std::getenv("HOME");
    EXPECT_EQ(path_meant(" ~/a b.cu "), home + "/a b.cu");
    EXPECT_EQ(path_meant("'/a b.cu'"), "/a b.cu");
    EXPECT_EQ(path_meant("\"x.cu\""), "x.cu");
    EXPECT_EQ(path_meant("it's.cu'"), "it's.cu'");
    EXPECT_EQ(path_shown(home + "/a.cu"), "~/a.cu");
    EXPECT_EQ(path_shown(home + "ly/a.cu"), home + "ly/a.cu");
}

// A field without a window: what keys and clipboards do to its words.
class TextFields : public ::testing::Test {
protected:
    TextField field;
    UiState state;
    void press(Key key, bool control = false, std::string typed = {}, std::string pasted = {}) {
        Input input;
        if (key != Key::none) input.strokes.push_back({.key = key, .control = control});
        input.typed = std::move(typed);
        input.pasted = std::move(pasted);
        testing::measuring_painter().measure([&] {
            CanvasNotes notes(testing::measuring_painter().fonts());
            const Metrics metrics = metrics_of(Density::desk);
            Ui ui(notes, input, state, metrics, Tone::dark);
            text_field(ui, "field", {0, 0, 200, 40}, field, "");
            left_over = std::vector(ui.strokes().begin(), ui.strokes().end());
            ui.finish({0, 0, 400, 400});
        });
    }
    std::vector<Stroke> left_over;
    void SetUp() override { state.focus = "field"; }
};

TEST_F(TextFields, AreEditedByWholeCharacters) {
    press(Key::none, false, "aé漢");
    EXPECT_EQ(field.words, "aé漢");
    press(Key::backspace);
    EXPECT_EQ(field.words, "aé");
    press(Key::left);
    EXPECT_EQ(field.caret, 1u);
    press(Key::none, false, "b");
    EXPECT_EQ(field.words, "abé");
    press(Key::remove);
    EXPECT_EQ(field.words, "ab");
    press(Key::home);
    press(Key::backspace);
    EXPECT_EQ(field.words, "ab");
    press(Key::a, true);
    press(Key::none, false, "new");
    EXPECT_EQ(field.words, "new");
    press(Key::v, true, "", " two\nlines\t");
    EXPECT_EQ(field.words, "new twolines");
}

TEST_F(TextFields, LetNoLetterThroughToTheShortcuts) {
    press(Key::t, false, "t");
    EXPECT_TRUE(left_over.empty());
    EXPECT_EQ(field.words, "t");
    press(Key::space, false, " ");
    EXPECT_TRUE(left_over.empty());
    press(Key::escape);
    EXPECT_EQ(left_over.size(), 1u);
    state.focus = "other";
    press(Key::t, false, "t");
    EXPECT_EQ(left_over.size(), 1u);
    EXPECT_EQ(field.words, "t ");
}

}  // namespace
}  // namespace app
