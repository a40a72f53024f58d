// `record --devices` on two GPUs that the driver of tests/fake_cuda plays. Its times are the same
// in each run, so the file must be, byte by byte, the one that a single process writes.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fake_cuda/program.h"
#include "tests/helpers/scratch_folder.h"

namespace {

namespace files = std::filesystem;
using fake::Answer;

// The kernels of the fake driver do nothing, so that results are wrong.
constexpr int measured_all = 1, bad_usage = 2, worker_failed = 7;
constexpr auto two_alike = "devices=Fake_GPU,Fake_GPU ";
constexpr auto recording_file = "threads.fake-gpu.json";

std::string text_in(const files::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string by_one_process() {
    static const std::string text = [] {
        const files::path folder = files::path(tests::scratch_folder()) / "one";
        files::create_directories(folder);
        fake::run("record threads/thread_index --out " + folder.string(), "");
        return text_in(folder / recording_file);
    }();
    return text;
}

class RecordOnDevices : public testing::Test {
protected:
    // The run of one process clears the scratch folder.
    RecordOnDevices() { by_one_process(), files::create_directories(folder); }

    Answer record(const std::string& flags, const std::string& misdeeds) const {
        return fake::run(
            "record threads/thread_index --keep-every 0 --out " + folder.string() + " " + flags,
            misdeeds);
    }
    // Nothing else is left in the folder.
    std::size_t files_left() const {
        return std::size_t(std::distance(files::directory_iterator(folder), {}));
    }

    files::path folder = files::path(tests::scratch_folder()) / "devices";
};

TEST_F(RecordOnDevices, MakesTheFileOfOneProcess) {
    ASSERT_FALSE(by_one_process().empty());
    const Answer answer = record("--devices all", two_alike);
    EXPECT_EQ(answer.code, measured_all) << answer.text;
    EXPECT_TRUE(answer.says("GPU 0: 1 of ") && answer.says("GPU 1: 1 of ")) << answer.text;
    EXPECT_EQ(text_in(folder / recording_file), by_one_process());
    EXPECT_EQ(files_left(), 1u);
}

TEST_F(RecordOnDevices, GoesOnWhereAWorkerDied) {
    const Answer died = record("--devices all", std::string(two_alike) + "only=1 die=2000");
    EXPECT_EQ(died.code, worker_failed) << died.text;
    EXPECT_TRUE(
        died.says("GPU 1: its worker ended by a signal, Segmentation fault. What it had "
                  "measured is kept, and --resume"))
        << died.text;
    const std::string half = text_in(folder / recording_file);
    EXPECT_FALSE(half.empty());
    EXPECT_NE(half, by_one_process());
    // A third one measures the rest by itself.
    const Answer rest = record("--devices 0 --resume", two_alike);
    EXPECT_EQ(text_in(folder / recording_file), by_one_process()) << rest.text;
    EXPECT_EQ(files_left(), 1u);
    const std::string again = record("--devices all --resume", two_alike).text;
    EXPECT_EQ(again.find(" ms, "), again.npos) << "all is known: " << again;
    EXPECT_EQ(text_in(folder / recording_file), by_one_process());
}

TEST_F(RecordOnDevices, IsOfOneModel) {
    const Answer mixed = record("--devices all", "devices=NVIDIA_H200,Tesla_T4,NVIDIA_H200");
    EXPECT_EQ(mixed.code, bad_usage) << mixed.text;
    EXPECT_TRUE(
        mixed.says("GPU 0 is an NVIDIA H200, and GPU 1 is a Tesla T4. A recording is of "
                   "one model: name GPUs of one, such as --devices 0,2."))
        << mixed.text;
    EXPECT_EQ(files_left(), 0u);
}

TEST_F(RecordOnDevices, RefusesWhatIsNotThere) {
    const auto refused = [&](const std::string& devices, const std::string& why) {
        const Answer answer = record("--devices " + devices, two_alike);
        EXPECT_EQ(answer.code, bad_usage) << answer.text;
        EXPECT_TRUE(answer.says(why)) << answer.text;
    };
    refused("2", "there is no GPU 2. This machine shows 2, numbered from 0");
    refused("0,0", "GPU 0 is named twice");
    refused("both", "write all, or numbers of GPUs");
    refused("0,", "write all, or numbers of GPUs");
    EXPECT_TRUE(record("--devices all", "fail=cuInit status=100")
                    .says("no CUDA-capable device is detected"));
}

// A scheduler shows a job some GPUs only, and the workers get their names from it.
TEST_F(RecordOnDevices, TakesThoseThatASchedulerShows) {
    const Answer answer =
        fake::run("record threads/thread_index --devices all --out " + folder.string(),
                  "devices=Tesla_T4,Fake_GPU,Fake_GPU", {{"CUDA_VISIBLE_DEVICES", "1,2"}});
    EXPECT_EQ(answer.code, measured_all) << answer.text;
    EXPECT_EQ(text_in(folder / recording_file), by_one_process());
}

}  // namespace
