// Which of several shipped recordings of one device is taken, where they hold the same run.
#include <gtest/gtest.h>

#include <fstream>

#include "lab/assets.h"
#include "lab/programs.h"
#include "lab/time/recordings.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using namespace tests;

// Files of a folder that the program comes with, of one run of its own: they come one by one, as
// those of a page do.
class FilesThatCome {
public:
    // No other test asks for so many numbers.
    explicit FilesThatCome(std::int64_t count) {
        request.settings = doubling_at("over");
        request.settings.set(doubling_count, count);
        const auto shipped = lab::asset("recordings");
        whole_ = *lab::open_recording_file(*shipped / "newer.json");
        key_ = lab::key_of(**lab::module_of(request.settings), lab::plan_of(request.settings));
        std::filesystem::create_directories(folder_ + "/recordings");
    }
    struct Dates {
        std::string file, run{};  // run: empty where it is the file's
    };
    void comes(const std::string& name, const Dates& dates) {
        lab::Recording one = whole_;
        one.driver = "the driver of " + name;
        one.date = dates.file;
        one.device = "a GPU of one day";
        one.runs.resize(1);
        one.runs[0].key = key_;
        one.runs[0].date = dates.run;
        std::ofstream(folder_ + "/recordings/" + name + ".json") << lab::text_of(one);
        const Environment assets("WARPLENS_ASSETS", folder_.c_str());
        lab::read_recordings_that_came();
    }
    std::string taken() const {
        const auto found = lab::recorded(request);
        return found ? found->device.driver.substr(std::string("the driver of ").size()) : "none";
    }
    lab::Request request;

private:
    std::string folder_ = scratch_folder();
    lab::Recording whole_;
    lab::RunKey key_;
};

TEST(RecordingsOfADay, TheFirstByNameIsTakenWhicheverCameFirst) {
    FilesThatCome files(1001);
    files.comes("b", {"2026-03-01"});
    EXPECT_EQ(files.taken(), "b");
    files.comes("c", {"2026-03-01"});
    EXPECT_EQ(files.taken(), "b");
    files.comes("a", {"2026-03-01"});
    EXPECT_EQ(files.taken(), "a");
    files.comes("d", {"2026-03-02"});
    EXPECT_EQ(files.taken(), "d") << "a day later";
}

TEST(RecordingsOfADay, ATimeOfDayTellsWhichIsLater) {
    FilesThatCome files(1002);
    files.comes("a", {"2026-03-01 09:30"});
    files.comes("b", {"2026-03-01 14:05"});
    EXPECT_EQ(files.taken(), "b");
    files.comes("c", {"2026-03-01"});
    EXPECT_EQ(files.taken(), "b") << "its time is not known";
}

// A file that goes on has today's date, and runs of days before.
TEST(RecordingsOfADay, ARunIsAsOldAsItsOwnDay) {
    FilesThatCome files(1003);
    files.comes("a", {"2026-03-09", "2026-03-01"});
    files.comes("b", {"2026-03-04"});
    EXPECT_EQ(files.taken(), "b");
    EXPECT_EQ(lab::recorded(files.request)->device.when, "2026-03-04");
    files.comes("c", {"2026-03-05", "2026-03-08"});
    EXPECT_EQ(files.taken(), "c");
}

}  // namespace
