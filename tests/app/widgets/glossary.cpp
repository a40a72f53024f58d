// The glossary: its entries, where its words are underlined, and the sheet that lists them.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "app/format.h"
#include "app/glossary.h"
#include "app/widgets/glossed_canvas.h"
#include "lab/cli/command_line.h"
#include "lab/lesson.h"
#include "lab/words.h"
#include "simulator/counters.h"
#include "tests/app/picture.h"

namespace {

using namespace app;
using app::testing::Driver;

std::vector<std::string> cut(const std::string& text) {
    std::vector<std::string> tokens;
    std::istringstream words(text);
    for (std::string word; words >> word;) tokens.push_back(word);
    return tokens;
}

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::stringstream all;
    all << file.rdbuf();
    return all.str();
}

// --- the table

TEST(Words, StandInOrderAndOnce) {
    std::set<std::string_view> seen;
    std::string before;
    for (const Term& term : glossary()) {
        const std::string word = lower_case(term.word);
        EXPECT_LT(before, word);
        before = word;
        EXPECT_TRUE(seen.insert(term.word).second) << word;
        EXPECT_TRUE(std::string(term.means).ends_with(".")) << word;
        EXPECT_LE(std::ranges::count(term.means, '.'), 4) << word << ": one or two sentences";
        if (!term.view.empty()) {
            EXPECT_TRUE(find_view(term.view)) << word;
        }
    }
    EXPECT_GE(glossary().size(), 30u);
    std::map<std::string, std::string_view> forms;
    for (const Term& term : glossary())
        for (const std::string_view form : lab::words_between(term.forms, ",")) {
            const auto [known, is_new] = forms.emplace(lower_case(form), term.word);
            EXPECT_TRUE(is_new || known->second == term.word)
                << form << " of " << term.word << " and " << known->second;
            const bool is_word = std::ranges::any_of(glossary(), [&](const Term& other) {
                return &other != &term && lower_case(other.word) == lower_case(form);
            });
            EXPECT_FALSE(is_word) << form << " of " << term.word << " has an entry of its own";
        }
}

TEST(Words, OfNsightComputeAreThoseOfTheCounters) {
    for (const Term& term : glossary()) {
        if (term.metric.empty() || term.word == "occupancy") continue;
        EXPECT_TRUE(std::ranges::any_of(simulator::counter_names(), [&](const auto& counter) {
            return counter.nsight == term.metric;
        })) << term.word;
    }
}

// A word that nobody meets is not underlined.
TEST(Words, EachOccursInTheProgram) {
    const std::filesystem::path root = WARPLENS_SOURCE_DIR;
    std::string all;
    for (const char* folder : {"app", "lab", "lessons", "simulator", "assets/text"})
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder))
            if (entry.is_regular_file() && entry.path().filename() != "glossary.cpp" &&
                entry.path().filename() != "course_terms.cpp" &&
                (entry.path().extension() == ".cpp" || entry.path().extension() == ".md"))
                all += text_of(entry.path());
    for (const Term& term : glossary()) {
        const std::vector<TermIn> underlined = words_in(cut(std::string(term.word)));
        if (underlined.empty() || underlined[0].word->word != term.word) continue;  // only listed
        std::string forms = std::string(term.word) + "," + std::string(term.forms);
        bool found = false;
        std::istringstream each(forms);
        for (std::string form; std::getline(each, form, ',');)
            found |= !form.empty() && all.find(form) != all.npos;
        EXPECT_TRUE(found) << term.word;
    }
}

TEST(Words, EveryCounterOfALedgerHasOne) {
    for (const lab::Lesson* lesson : lab::lessons())
        for (std::string name : lesson->ledger) {
            std::ranges::replace(name, '_', ' ');
            EXPECT_FALSE(words_in(cut(name)).empty()) << name;
        }
}

// What a count is worth is told by clocks alone.
TEST(Words, ClaimNoTimeFromCounts) {
    const std::set<std::string_view> of_clocks{"measured", "recorded", "modelled", "launch floor",
                                               "counted", "alternating", "cold", "warm",
                                               // what is made of times
                                               "efficiency", "Amdahl's law", "speedup",
                                               "strong scaling", "weak scaling", "warm-up",
                                               "host clock", "profiler"};
    for (const Term& term : glossary())
        for (const char* clock : {"slow", "fast", "time", "longer", "delay", "speed", "costs"})
            if (!of_clocks.contains(term.word)) {
                EXPECT_EQ(term.means.find(clock), term.means.npos) << term.word << ": " << clock;
            }
}

// The words of the notes of five courses.
constexpr const char* course_words[]{"constant memory",
                                     "managed memory",
                                     "unified memory",
                                     "reduction",
                                     "scan",
                                     "prefix sum",
                                     "latency",
                                     "stencil",
                                     "stream",
                                     "event",
                                     "pinned",
                                     "texture",
                                     "half warp",
                                     "SIMT",
                                     "SFU",
                                     "device",
                                     "host",
                                     "bandwidth",
                                     "tile",
                                     "halo",
                                     "race",
                                     "spill",
                                     "cuBLAS",
                                     "cuFFT",
                                     "cuRAND",
                                     "seed",
                                     "subsequence",
                                     "curand_init",
                                     "compute capability",
                                     "transaction",
                                     "L1",
                                     "L2",
                                     "PTX",
                                     "asynchronous",
                                     "cudaDeviceSynchronize",
                                     "__constant__",
                                     "zero copy",
                                     "wave",
                                     "host clock",
                                     "launch overhead",
                                     "asynchronous launch",
                                     "warp divergence",
                                     "ghost cell",
                                     "ILP",
                                     "handle",
                                     "column-major",
                                     "ballot",
                                     "JIT",
                                     "SASS",
                                     "NVRTC",
                                     "Thrust",
                                     "PCIe",
                                     "tensor core",
                                     "speedup",
                                     "Jacobi",
                                     "Monte Carlo",
                                     "histogram",
                                     "k-space"};

TEST(Words, OfCoursesAreKnown) {
    for (const char* word : course_words) EXPECT_TRUE(find_term(word)) << word;
    EXPECT_TRUE(words_in(cut("a reduction of the device")).empty()) << "listed, not underlined";
}

// What four students typed in the list of lessons, and nobody knew.
TEST(Words, OfStudentsAreKnown) {
    for (const auto& [typed, word] : std::initializer_list<std::pair<const char*, const char*>>{
             {"printf in a kernel", "printf"},
             {"gflops", "GFLOP/s"},
             {"error norm", "error norm"},
             {"kahan", "Kahan summation"},
             {"fast math", "-use_fast_math"},
             {"PSNR", "peak signal-to-noise ratio"},
             {"coarsening", "granularity"},
             {"scalability", "scalability"},
             {"mask", "lane mask"},
             {"volatile", "volatile"},
             {"recursion", "recursion"},
             {"__host__", "__host__"},
             {"static variable", "static variable of a kernel"},
             {"fission", "loop fission"},
             {"interchange", "loop interchange"},
             {"texture cache", "texture"},
             {"qsub", "job"},
             {"pbs", "job"},
             {"slurm", "job"},
             {"cudaMemPrefetchAsync", "prefetch"},
             {"helper_cuda.h", "helper_cuda.h"},
             {"device query", "device query"},
             {"Monte Carlo", "Monte Carlo"},
             {"g80", "G80"}}) {
        const Term* term = find_term(typed);
        ASSERT_TRUE(term) << typed;
        EXPECT_EQ(term->word, word);
    }
}

TEST(Words, AreSuggestedWhereOneIsMisspelt) {
    EXPECT_EQ(nearest_term("coalesing"), "coalesced");
    EXPECT_EQ(nearest_term("Ocupancy"), "occupancy");
    EXPECT_EQ(nearest_term("qqqqqqqq"), "");
}

TEST(Words, AreFoundInAnyForm) {
    ASSERT_TRUE(find_term("Wavefronts"));
    EXPECT_EQ(find_term("Wavefronts")->word, "wavefront");
    EXPECT_EQ(find_term("SMs")->word, "multiprocessor");
    EXPECT_FALSE(find_term("wav"));
    ASSERT_TRUE(find_term("Polls"));
    EXPECT_EQ(find_term("Polls")->word, "poll") << "no barrier interval's";
    const std::vector<std::string> text = cut("two Bank conflicts and a bank");
    const std::vector<TermIn> found = words_in(text);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].word->word, "bank conflict") << "the longest";
    EXPECT_EQ(found[0].first, 1u);
    EXPECT_EQ(found[0].count, 2u);
    EXPECT_EQ(found[1].word->word, "bank");
}

// What somebody typed is no command to their terminal, and no page of it.
// Levels and slots are modelled without an error: the word does not promise one.
TEST(Glossary, ModelledPromisesNoErrorWhereNoneIsDrawn) {
    const std::string_view means = find_term("modelled")->means;
    EXPECT_NE(means.find("A modelled time can be off by the error that is drawn with it"),
              std::string_view::npos);
    EXPECT_NE(means.find("where no error is drawn, none is known"), std::string_view::npos);
}

TEST(Words, OfSomebodyElseAreShownWithoutControlSigns) {
    EXPECT_EQ(as_shown("a\x1b[31mred\n"), "a?[31mred?");
    EXPECT_EQ(as_shown("four", 4), "four");
    EXPECT_EQ(as_shown("fifty", 4), "fift...");
    EXPECT_EQ(as_shown("a\u00e9b", 2), "a...") << "no half of a sign";
    std::ostringstream out, err;
    const std::string typed = "\x1b[2J" + std::string(500, 'w');
    EXPECT_EQ(lab::command_line(std::vector<std::string>{"words", typed}, out, err),
              lab::exit_usage);
    EXPECT_EQ(err.str().find('\x1b'), std::string::npos);
    EXPECT_LT(err.str().size(), 300u);
}

TEST(Words, OfTwoPartsNeedNoQuotes) {
    std::ostringstream out, err;
    EXPECT_EQ(lab::command_line(std::vector<std::string>{"words", "bank", "conflict"}, out, err),
              lab::exit_right)
        << err.str();
    EXPECT_TRUE(out.str().starts_with("bank conflict")) << out.str();
}

TEST(Words, OfNoTermNameTheLessonsThatUseThem) {
    std::ostringstream out, err;
    EXPECT_EQ(lab::command_line(std::vector<std::string>{"words", "syncthreads_count"}, out, err),
              lab::exit_usage);
    EXPECT_NE(err.str().find("warplens window --state pi"), std::string::npos) << err.str();
    EXPECT_LE(std::ranges::count(err.str(), '\n'), 2 + 2 * 4);
}

TEST(Words, AnEntrySaysMetricAndPicture) {
    const std::string words = term_sentence(*find_term("wavefront"));
    EXPECT_TRUE(words.starts_with("*Wavefront.* One pass")) << words;
    EXPECT_NE(words.find("`l1tex__data_pipe_lsu_wavefronts"), words.npos);
    EXPECT_TRUE(words.ends_with("Seen in: Banks")) << words;
}

// --- where they are underlined

struct Glossed {
    CanvasNotes notes{app::testing::measuring_painter().fonts()};
    GlossedCanvas canvas{notes};
    TextStyle style{Font::regular, 14, Role::text};
    std::vector<std::string> words() {
        canvas.flush();
        std::vector<std::string> all;
        for (const auto& found : canvas.words()) all.emplace_back(found.word->word);
        return all;
    }
};
using Found = std::vector<std::string>;

TEST(GlossedText, UnderlinesTheFirstInEachCard) {
    Glossed made;
    made.canvas.card("stage", {0, 0, 500, 100});
    made.canvas.text({10, 10}, "a sector, one more sector", made.style);
    made.canvas.text({10, 40}, "Sectors again", made.style);
    made.canvas.card("ledger", {0, 100, 500, 100});
    made.canvas.text({10, 140}, "sectors", made.style);
    EXPECT_EQ(made.words(), (Found{"sector", "sector"}));
    const auto lines = made.notes.of(MarkKind::dashed_line);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_FLOAT_EQ(lines[0].points[0].x, 10 + made.notes.width("a ", made.style));
    EXPECT_GT(lines[0].points[0].y, 10);
}

TEST(GlossedText, AParagraphIsReadAsALine) {
    Glossed made;
    made.canvas.card("stage", {0, 0, 500, 100});
    paragraph(made.canvas, {0, 0, 480, 90}, "Lanes meet *bank conflicts*, and go on.", made.style);
    EXPECT_EQ(made.words(), (Found{"lane", "bank conflict"}));
}

TEST(GlossedText, WordsOfTwoLinesOrSentencesAreTwo) {
    Glossed made;
    made.canvas.card("stage", {0, 0, 500, 100});
    made.canvas.text({10, 10}, "bank", made.style);
    made.canvas.text({10, 30}, "conflicts", made.style);
    EXPECT_EQ(made.words(), (Found{"bank", "bank conflict"}));
    made.canvas.card("banks", {0, 0, 500, 100});
    made.canvas.text({10, 50}, "barrier, interval", made.style);
    EXPECT_EQ(made.words().back(), "barrier");
}

TEST(GlossedText, ControlsCodeAndNumbersAreLeftAlone) {
    Glossed made;
    for (const char* card : {"top bar", "rail", "source", "tooltip", "help"}) {
        made.canvas.card(card, {0, 0, 500, 100});
        made.canvas.text({10, 10}, "warp", made.style);
    }
    made.canvas.card("stage", {0, 0, 500, 100});
    made.canvas.text({10, 10}, "warp", {Font::semibold, 14, Role::text, Align::centre});
    made.canvas.text({10, 30}, "warp", {Font::mono, 14, Role::text});
    made.canvas.push_clip({0, 60, 500, 40});
    made.canvas.text({10, 30}, "warp", made.style);  // scrolled out of sight
    made.canvas.pop_clip();
    EXPECT_TRUE(made.words().empty());
}

TEST(GlossedText, EverythingElseGoesThrough) {
    Glossed made;
    const std::array<Point, 3> three{{{0, 0}, {9, 0}, {0, 9}}};
    const std::array<float, 4> values{0, 1, 0, 1};
    made.canvas.card("stage", {0, 0, 100, 100});
    made.canvas.fill({0, 0, 5, 5}, Role::text);
    made.canvas.outline({0, 0, 5, 5}, Role::text);
    made.canvas.dashed_outline({0, 0, 5, 5}, Role::text);
    made.canvas.hatch({0, 0, 5, 5}, Role::text);
    made.canvas.line({0, 0}, {5, 5}, Role::text);
    made.canvas.dashed_line({0, 0}, {5, 5}, Role::text);
    made.canvas.curve({0, 0}, {1, 1}, {2, 2}, {5, 5}, Role::text);
    made.canvas.polygon(three, Role::text);
    made.canvas.circle({5, 5}, 3, Role::text);
    made.canvas.ring({5, 5}, 3, Role::text);
    made.canvas.field({0, 0, 5, 5}, values, 2, 2);
    std::set<MarkKind> kinds;
    for (const NotedMark& mark : made.notes.marks) kinds.insert(mark.kind);
    EXPECT_EQ(kinds.size(), 11u);
    EXPECT_EQ(made.notes.cards.size(), 1u);
}

// --- in the window

struct WordsInTheWindow : ::testing::Test {
    Driver driver{1600, 900};
    WordsInTheWindow() {
        driver.shell.look.predict = false;
        driver.shell.open_lesson(*lab::find_lesson("reduction"));
        driver.settle();
    }
    bool underlined(const std::string& word) {
        return driver.shell.ui_state.places.contains("word." + word);
    }
    void rest_on(const std::string& word) {
        Input input;
        input.mouse = driver.at("word." + word);
        driver.frame(input);
        driver.now += .5;
        driver.frame();
    }
};

TEST_F(WordsInTheWindow, StandInTitlesSentencesLabelsAndBadges) {
    for (const char* word : {"warp", "barrier", "counted", "wavefront", "divergence"})
        EXPECT_TRUE(underlined(word)) << word;
}

TEST_F(WordsInTheWindow, TheMouseBringsTheEntry) {
    ASSERT_TRUE(underlined("wavefront"));
    EXPECT_FALSE(driver.says("One pass over the banks"));
    rest_on("wavefront");
    EXPECT_TRUE(driver.says("One pass over the banks of shared memory"));
    driver.key(Key::right);
    EXPECT_FALSE(driver.says("One pass over the banks")) << "the keyboard is used";
}

// A row of the ledger has a metric of its own: that of a word in its name is another.
TEST_F(WordsInTheWindow, BelowAnotherTipAWordHasItsMeaningAlone) {
    driver.shell.view_of_slot[Slot::card] = "ledger";
    driver.settle();
    const auto row = std::ranges::find_if(driver.texts, [](const NotedText& text) {
        return text.card == "ledger" && text.text.ends_with("wavefronts");
    });
    ASSERT_NE(row, driver.texts.end());
    Input input;
    input.mouse = {row->box.right() - 4, row->box.middle_y()};
    driver.frame(input);
    driver.now += .5;
    driver.frame();
    EXPECT_TRUE(driver.says("Nsight Compute, for each launch"));
    EXPECT_TRUE(driver.says("One pass over the banks of shared memory"));
    EXPECT_FALSE(driver.says("In Nsight Compute:"));
}

TEST_F(WordsInTheWindow, ASheetHidesThoseBelowIt) {
    driver.shell.reading = true;
    driver.settle();
    EXPECT_TRUE(driver.has_mark("reading", MarkKind::dashed_line, Role::text3))
        << "those of the text";
    driver.shell.reading = false;
    driver.shell.help = true;
    driver.settle();
    for (const auto& [name, area] : driver.shell.ui_state.places)
        EXPECT_FALSE(name.starts_with("word.")) << name;
}

TEST_F(WordsInTheWindow, TheSheetListsAllAndSearches) {
    driver.key(Key::f1);
    EXPECT_TRUE(driver.shell.help);
    driver.click("help.page.1");
    driver.settle();
    EXPECT_TRUE(driver.shell.help_words);
    const auto lists = [&](std::string_view word) {
        return std::ranges::any_of(driver.texts, [&](const NotedText& text) {
            return text.card == "help" && text.text == word && text.style.font == Font::semibold;
        });
    };
    EXPECT_TRUE(lists("asked for"));
    EXPECT_FALSE(lists("wavefront")) << "further down";
    driver.type("wavef");
    driver.settle();
    EXPECT_TRUE(lists("wavefront"));
    EXPECT_FALSE(lists("asked for"));
    EXPECT_TRUE(driver.shell.help) << "letters are no shortcuts";
    driver.type("xyz");
    driver.settle();
    EXPECT_TRUE(driver.says("None of these words has that."));
    driver.key(Key::escape);
    EXPECT_FALSE(driver.shell.help);
}

TEST_F(WordsInTheWindow, AnEntryLeadsToItsPicture) {
    driver.shell.help = driver.shell.help_words = true;
    driver.shell.help_filter = "lane";
    driver.settle();
    ASSERT_TRUE(driver.click("words.lane"));
    driver.settle();
    EXPECT_FALSE(driver.shell.help);
    ASSERT_TRUE(driver.shell.stage_view());
    EXPECT_EQ(driver.shell.stage_view()->id, "first_minute");
}

TEST_F(WordsInTheWindow, TheSheetKeepsTextsApart) {
    driver.shell.help = driver.shell.help_words = true;
    for (const auto& [width, height] :
         {std::pair{1280, 720}, {1366, 768}, {1920, 1080}, {640, 480}, {480, 300}})
        for (const auto density : {std::optional<Density>{}, {Density::projector}}) {
            driver.width = float(width), driver.height = float(height);
            driver.shell.look.density = density;
            driver.settle();
            for (const std::string& words : driver.misplaced)
                EXPECT_FALSE(words.ends_with("in help")) << width << " x " << height << words;
        }
}

}  // namespace
