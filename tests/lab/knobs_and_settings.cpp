// Knobs, refusals, words of a person, lines of state, the settings file.
#include "lab/settings.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "lab/asked.h"
#include "lab/assets.h"
#include "lab/json/settings_file.h"
#include "lab/requests/state_line.h"
#include "lab/time/recordings.h"
#include "lab/words.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using namespace tests;

TEST(Knobs, PowersOfTwoGoByValue) {
    EXPECT_EQ(lab::powers_of_two(32, 256), (std::vector<std::int64_t>{32, 64, 128, 256}));
    EXPECT_EQ(lab::powers_of_two(33, 63), std::vector<std::int64_t>{});
}

TEST(Knobs, FurtherStopsAreSortedInAndThePresetNeedNotBeATick) {
    EXPECT_EQ(doubling_block.ticks, (std::vector<std::int64_t>{32, 64, 100, 128, 256, 512, 1024}));
    EXPECT_EQ(doubling_block.beyond, 2048);
    EXPECT_EQ(doubling_count.preset, 100);
    EXPECT_EQ(doubling_count.low, 1);
}

TEST(Numbers, AreReadAsPeopleWriteThem) {
    EXPECT_EQ(*lab::whole_number("256"), 256);
    EXPECT_EQ(*lab::whole_number("-1"), -1);
    EXPECT_EQ(*lab::whole_number("2^20"), 1 << 20);
    EXPECT_EQ(*lab::whole_number("1e6"), 1'000'000);
    EXPECT_EQ(*lab::whole_number("260'817"), 260817);
    for (const char* bad :
         {"", "abc", "12x", "2^64", "99999999999999999999", "1.5", "1e30", "--1", "^", "2^"})
        EXPECT_FALSE(lab::whole_number(bad)) << bad;
    const auto said = [](const char* bad) { return lab::whole_number(bad).problem().message; };
    EXPECT_NE(said("0-5").find("is not a whole number"), std::string::npos) << "a range";
    EXPECT_NE(said("-").find("is not a whole number"), std::string::npos);
    EXPECT_NE(said("99999999999999999999").find("too large"), std::string::npos);
    EXPECT_NE(said("-99999999999999999999").find("too small"), std::string::npos);
    for (const char* large : {"9223372036854775808", "2^63", "10^40", "1e19", "1e999", "9.3e18"})
        EXPECT_NE(said(large).find("too large: 64 bits hold"), std::string::npos) << said(large);
    EXPECT_EQ(*lab::whole_number("9223372036854775807"), 9223372036854775807);
    for (const char* word : {"inf", "nan", "2^x", "x^2", "1e", "2^-1", "1.5"})
        EXPECT_NE(said(word).find("is not a whole number"), std::string::npos) << said(word);
}

TEST(Words, GroupDigitsFromFiveOn) {
    EXPECT_EQ(lab::grouped(1024), "1024");
    EXPECT_EQ(lab::grouped(65536), "65 536");
    EXPECT_EQ(lab::grouped(-1234567), "-1 234 567");
    EXPECT_EQ(lab::bytes_worded(49152), "48 KiB");
    EXPECT_EQ(lab::time_worded(0.0097), "9.70 us");
    EXPECT_EQ(lab::time_worded(1735), "1.74 s");
}

TEST(Sizes, AreOneWhereEverySideIs) {
    lab::Settings a = doubling_at("guarded"), b = doubling_at("wrong");
    EXPECT_TRUE(lab::one_size(a, b)) << "kernels do not count";
    b.set(doubling_block, 64);
    EXPECT_TRUE(lab::one_size(a, b)) << "nor do blocks";
    b.set(doubling_count, a[doubling_count] + 1);
    EXPECT_FALSE(lab::one_size(a, b));
    EXPECT_TRUE(lab::one_size({}, {})) << "none has a size";
    EXPECT_FALSE(lab::one_size(a, {}));
}

TEST(StateLine, HoldsThePictureAndWhatStandsBeside) {
    lab::State state;
    state.request.settings = doubling_at("guarded");
    state.view = "lanes", state.against = "doubling/wrong block=64";
    const std::string line = lab::state_line(state);
    EXPECT_NE(line.find(" --view lanes --against 'doubling/wrong block=64'"), line.npos) << line;
    const auto read = lab::read_state_line(line);
    ASSERT_TRUE(read) << read.problem().message;
    EXPECT_EQ(*read, state);
    const auto other = lab::request_beside(read->against, read->request);
    ASSERT_TRUE(other);
    EXPECT_EQ(lab::name_of(other->settings), "doubling/wrong");
    EXPECT_EQ(other->settings[doubling_block], 64);
    EXPECT_EQ(other->settings[doubling_count], state.request.settings[doubling_count]);
    const auto wrong = lab::read_state_line("doubling --against nothing");
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.problem().message.find("--against: There is no lesson \"nothing\""),
              std::string::npos);
}

struct BadValue {
    const lab::Knob* knob;
    std::int64_t value;
    const char *in_title, *cuda;
    std::optional<std::int64_t> use;
};

TEST(Refusals, NameTheLimitTheValueAndTheWayOut) {
    const BadValue bad[] = {
        {&doubling_block, 4096, "4096 threads, and the limit is 1024",
         "cudaErrorInvalidConfiguration (9)", 1024},
        {&doubling_block, 0, "can't be 0: the smallest value is 1",
         "cudaErrorInvalidConfiguration (9)", 1},
        {&doubling_block, -1, "can't be -1", "cudaErrorInvalidConfiguration (9)", 1},
        {&doubling_count, std::int64_t{1} << 40, "the limit is 1 048 576", "", 1 << 20},
        {&doubling_shared,
         1 << 20,
         "1 MiB asked, and the limit is",
         "cudaErrorInvalidValue (1)",
         {}},
    };
    for (const BadValue& one : bad) {
        lab::Settings settings(doubling());
        settings.set(*one.knob, one.value);
        const auto refusal = lab::refusal(settings);
        ASSERT_TRUE(refusal) << one.knob->id << " " << one.value;
        EXPECT_NE(refusal->title.find(one.in_title), std::string::npos) << refusal->title;
        EXPECT_EQ(refusal->cuda_error.substr(0, std::string(one.cuda).size()), one.cuda);
        EXPECT_EQ(refusal->use, one.use) << one.knob->id << " " << one.value;
        EXPECT_EQ(refusal->asked, static_cast<double>(one.value));
        EXPECT_FALSE(refusal->why.empty());
    }
}

TEST(Refusals, TheValueThatFitsIsNotRefused) {
    lab::Settings settings(doubling());
    settings.set(doubling_block, 4096);
    settings.set(doubling_block, *lab::refusal(settings)->use);
    EXPECT_FALSE(lab::refusal(settings));
}

TEST(Refusals, ARungsOwnReasonComesAfterTheDevicesAndCanBeLifted) {
    lab::Settings settings = doubling_at("picky");
    EXPECT_FALSE(lab::refusal(settings));
    settings.set(doubling_block, 100);
    ASSERT_TRUE(lab::refusal(settings));
    EXPECT_EQ(lab::refusal(settings)->use, 128);
    settings.anyway = true;
    EXPECT_FALSE(lab::refusal(settings));
    settings.set(doubling_block, 2048);
    EXPECT_EQ(lab::refusal(settings)->limit, 1024);
}

TEST(Asked, LessonsRungsAndKnobsAreFoundOrTheSentenceSaysWhatThereIs) {
    EXPECT_EQ(lab::settings_named("doubling/wrong")->rung, 1);
    EXPECT_EQ(lab::settings_named("doubling")->rung, 0);
    EXPECT_NE(lab::settings_named("dubling").problem().message.find("Did you mean doubling?"),
              std::string::npos);
    EXPECT_NE(lab::settings_named("doubling/rong").problem().message.find("Did you mean wrong?"),
              std::string::npos);
    lab::Settings settings(doubling());
    EXPECT_FALSE(lab::assign(settings, "block=2^7"));
    EXPECT_EQ(settings[doubling_block], 128);
    EXPECT_FALSE(lab::assign(settings, "pattern=strided"));
    EXPECT_EQ(settings[doubling_pattern], 1);
    EXPECT_FALSE(lab::assign(settings, "pattern=" + doubling_pattern.choices[0].title));
    EXPECT_EQ(settings[doubling_pattern], 0) << "as the window shows it";
    EXPECT_FALSE(lab::assign(settings, "pattern=STRIDED"));
    EXPECT_EQ(settings[doubling_pattern], 1) << "in capitals or not";
    EXPECT_NE(lab::assign(settings, "pattern=sideways")->message.find("coalesced or strided"),
              std::string::npos);
    EXPECT_NE(lab::assign(settings, "blok=1")->message.find("Did you mean block?"),
              std::string::npos);
    EXPECT_TRUE(lab::assign(settings, "block"));
    EXPECT_TRUE(lab::assign(settings, "block=many"));
    EXPECT_EQ(settings[doubling_block], 128) << "a value that can't be read changes nothing";
}

TEST(StateLine, ReadsWhatItPrints) {
    lab::State state;
    state.request.settings = doubling_at("picky");
    state.request.settings.set(doubling_block, 100);
    state.request.settings.set(doubling_pattern, 1);
    state.request.settings.anyway = true;
    state.request.seed = 7;
    state.request.order = simulator::Order::shuffled;
    state.request.order_seed = 12;
    state.request.watched = {0, 5};
    state.device = "gpu";
    state.cursor = {{"step", 12}, {"warp", 1}};
    const std::string line = lab::state_line(state);
    EXPECT_EQ(line,
              "doubling/picky n=100 block=100 shared=0 pattern=strided --anyway --seed 7 --order "
              "seed:12 --device gpu "
              "--watch 0,5 --at step=12,warp=1");
    const auto read = lab::read_state_line(line);
    ASSERT_TRUE(read) << read.problem().message;
    EXPECT_EQ(*read, state);
}

TEST(StateLine, SaysWhichWordCantBeRead) {
    for (const char* bad :
         {"", "nothing", "doubling block", "doubling block=x", "doubling --seed",
          "doubling --seed x", "doubling --order sideways", "doubling --device toaster",
          "doubling --at step=", "doubling --at -1", "doubling --at warp=-2", "doubling --at foo=1",
          "doubling --up 3", "doubling --watch -1"})
        EXPECT_FALSE(lab::read_state_line(bad)) << bad;
}

TEST(StateLine, AFileOfADeviceKeepsItsWholePathInQuotes) {
    const auto shipped = lab::asset("recordings");
    ASSERT_TRUE(shipped);
    const std::string file = tests::scratch_folder() + "/my \"new\" card.json";
    std::filesystem::copy_file(*shipped / "made_up.json", file);
    const std::string near = std::filesystem::relative(file).string();
    const auto read = lab::read_state_line("doubling --device " + lab::in_quotes(near));
    ASSERT_TRUE(read) << read.problem().message;
    EXPECT_EQ(read->device, file);
    const auto again = lab::read_state_line(lab::state_line(*read));
    ASSERT_TRUE(again) << again.problem().message;
    EXPECT_EQ(*again, *read);
    ASSERT_FALSE(lab::open_recording(*shipped / "newer.json")) << "as other tests expect it";
}

TEST(StateLine, ADeviceThatIsGoneAloneIsDropped) {
    const lab::KeptLine kept = lab::without_lost_devices(
        "doubling n=5 --device gone-1 --device sim --device /nowhere/b.json --seed 2");
    EXPECT_EQ(kept.line, "doubling n=5 --device sim --seed 2");
    EXPECT_NE(kept.lost.find("\"gone-1\""), std::string::npos) << kept.lost;
    EXPECT_NE(kept.lost.find("b.json"), std::string::npos) << kept.lost;
    EXPECT_EQ(lab::without_lost_devices("doubling  --device sim").line, "doubling  --device sim");
}

TEST(StateLine, APlaceHasNamesOfItsOwn) {
    const auto read = lab::read_cursor("step=3,foo=1");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.problem().message,
              "\"step=3,foo=1\" is not a place in a run: it has no foo, only step, lens, lane, "
              "warp, axis, slice, version, ptx, waits, host, view and home.");
    EXPECT_FALSE(lab::read_cursor("1,2")) << "which of them?";
    for (const std::string& name : lab::place_names())
        EXPECT_TRUE(lab::read_cursor(name + "=1")) << name;
}

TEST(Files, AMissingAssetIsNotFoundAndAFolderIsNoFile) {
    EXPECT_FALSE(lab::asset("ptx/nothing.ptx"));
    EXPECT_TRUE(lab::asset("ptx/doubling.ptx"));
    EXPECT_NE(lab::read_file("/").problem().message.find("is a folder"), std::string::npos);
    EXPECT_NE(lab::read_file("/nowhere/x").problem().message.find("there is no such file"),
              std::string::npos);
}

TEST(Preferences, ComeBackAsTheyWereWritten) {
    const std::string folder = scratch_folder();
    const Environment config("XDG_CONFIG_HOME", folder.c_str());
    EXPECT_TRUE(lab::read_preferences().values.empty());
    EXPECT_FALSE(lab::write_preferences({{"theme", "light"}, {"scale", "1.5"}}));
    EXPECT_EQ(lab::read_preferences().values,
              (lab::Preferences{{"theme", "light"}, {"scale", "1.5"}}));
    EXPECT_TRUE(std::filesystem::exists(folder + "/warplens/settings.json"));
}

TEST(Preferences, OfTwoWindowsEachWritesWhatItChanged) {
    const std::string folder = scratch_folder();
    const Environment config("XDG_CONFIG_HOME", folder.c_str());
    const lab::Preferences found{{"theme", "dark"}, {"state", "scan"}, {"keys", "on"}};
    EXPECT_FALSE(lab::write_changes({}, found)) << "there is no file yet: all of them";
    EXPECT_FALSE(
        lab::write_changes(found, {{"theme", "light"}, {"state", "scan"}, {"keys", "on"}}));
    EXPECT_FALSE(lab::write_changes(found, {{"theme", "dark"}, {"state", "pi"}, {"seen", "1"}}));
    EXPECT_EQ(lab::read_preferences().values,
              (lab::Preferences{{"theme", "light"}, {"state", "pi"}, {"seen", "1"}}));
}

TEST(Preferences, ABrokenFileIsKeptAndDefaultsTakeItsPlace) {
    const std::string folder = scratch_folder();
    const Environment config("XDG_CONFIG_HOME", folder.c_str());
    std::string kept = "settings.json.broken";
    int number = 1;
    for (const char* broken : {"{\"theme\": ", "[1, 2]", "{\"theme\": 3}", "\xff\xfe"}) {
        std::filesystem::create_directories(folder + "/warplens");
        std::ofstream(folder + "/warplens/settings.json") << broken;
        const lab::ReadPreferences read = lab::read_preferences();
        EXPECT_TRUE(read.values.empty());
        EXPECT_NE(read.problem.find(kept + "."), std::string::npos) << read.problem;
        EXPECT_EQ(*lab::read_file(folder + "/warplens/" + kept), broken);
        EXPECT_FALSE(std::filesystem::exists(folder + "/warplens/settings.json"));
        kept = "settings.json.broken-" + std::to_string(++number);
    }
    EXPECT_EQ(*lab::read_file(folder + "/warplens/settings.json.broken"), "{\"theme\": ")
        << "none takes the place of another";
}

TEST(Preferences, AFileThatIsTooLongIsKeptToo) {
    const std::string folder = scratch_folder();
    const Environment config("XDG_CONFIG_HOME", folder.c_str());
    std::filesystem::create_directories(folder + "/warplens");
    std::ofstream(folder + "/warplens/settings.json")
        << "{\"theme\": \"" << std::string(2 << 20, 'x') << "\"}";
    EXPECT_NE(lab::read_preferences().problem.find("settings.json.broken"), std::string::npos);
    EXPECT_GT(std::filesystem::file_size(folder + "/warplens/settings.json.broken"), 2u << 20);
}

// Nobody writes to it: who waited for its words would wait for ever.
TEST(Preferences, APipeIsNoSettings) {
    const std::string folder = scratch_folder(), pipe = folder + "/warplens/settings.json";
    const Environment config("XDG_CONFIG_HOME", folder.c_str());
    std::filesystem::create_directories(folder + "/warplens");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const lab::ReadPreferences read = lab::read_preferences();
    EXPECT_TRUE(read.values.empty());
    EXPECT_EQ(read.problem, pipe + " is a pipe, and a file is needed.");
    EXPECT_TRUE(std::filesystem::exists(pipe)) << "it is somebody's";
}

TEST(Preferences, WithoutHomeNothingIsKeptAndTheSentenceSaysSo) {
    const Environment config("XDG_CONFIG_HOME", nullptr), home("HOME", nullptr);
    EXPECT_FALSE(lab::settings_folder());
    EXPECT_TRUE(lab::read_preferences().problem.empty());
    ASSERT_TRUE(lab::write_preferences({}));
    EXPECT_NE(lab::write_preferences({})->message.find("HOME"), std::string::npos);
}

TEST(Preferences, AFolderThatCantBeWrittenIsNamed) {
    const std::string file = scratch_folder() + "/file";
    std::ofstream(file) << "in the way";
    const Environment config("XDG_CONFIG_HOME", file.c_str());
    ASSERT_TRUE(lab::write_preferences({{"a", "b"}}));
    EXPECT_NE(lab::write_preferences({})->message.find(file), std::string::npos);
}

TEST(Settings, AUnitLosesItsSForOne) {
    EXPECT_EQ(lab::unit_of(1, "points"), "point");
    EXPECT_EQ(lab::unit_of(1, "passes"), "pass");
    EXPECT_EQ(lab::unit_of(2, "passes"), "passes");
    EXPECT_EQ(lab::unit_of(2, "points"), "points");
    EXPECT_EQ(lab::unit_of(0, "points"), "points");
    EXPECT_EQ(lab::unit_of(1, "KiB"), "KiB");
    EXPECT_EQ(lab::unit_of(1, ""), "");
}

}  // namespace
