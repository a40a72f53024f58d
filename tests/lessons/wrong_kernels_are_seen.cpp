// Kernels with one instruction changed: a barrier dropped, < for <=, a tail forgotten. Each must be
// called wrong or faulty; a bench that lets one pass would let a student's pass too.
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "lab/asked.h"
#include "lab/assets.h"
#include "lab/running/simulation.h"
#include "tests/helpers/part.h"

namespace {

using namespace lab;

struct Mutant {
    const char* what;
    const char* rung;
    std::vector<std::string> values;
    const char* kernel;  // beginning of its mangled name
    const char* from;    // text in that kernel's PTX
    int which;           // the how-manieth of it, from 1
    const char* to;
};

const std::vector<Mutant> mutants{
    {"reduction without the barrier of its rounds",
     "reduction/sequential",
     {"n=256"},
     "_Z17reduce_sequentialIfLb0E",
     "bar.sync",
     2,
     "//"},
    {"reduction without its first barrier",
     "reduction/strided",
     {"n=256"},
     "_Z14reduce_stridedIf",
     "bar.sync",
     1,
     "//"},
    {"reduction whose lower half is one too long",
     "reduction/sequential",
     {"n=256"},
     "_Z17reduce_sequentialIfLb0E",
     "setp.ge.s32",
     2,
     "setp.gt.s32"},
    {"reduction that reads past the end",
     "reduction/any_block",
     {"n=1000"},
     "_Z16reduce_any_blockIfLb0E",
     "setp.ge.s32",
     1,
     "setp.gt.s32"},
    {"wide loads that forget the tail",
     "reduction/wide",
     {"n=1001"},
     "_Z11reduce_wideIf",
     "@%p3 bra",
     1,
     "bra"},
    {"shuffles that stop early",
     "reduction/shuffle",
     {"n=256", "blocks=1"},
     "_Z14reduce_shuffleIf",
     "shfl.sync.down.b32",
     5,
     "shfl.sync.up.b32"},
    {"tiles whose sums are read before they are written",
     "reduction/tiles",
     {"n=256", "blocks=1"},
     "_Z12reduce_tilesIf",
     "barrier.sync",
     1,
     "//"},
    {"a block reduction of CUB without its barrier",
     "reduction/block_reduce",
     {"n=256", "blocks=1"},
     "_Z19reduce_block_reduceIfLi256E",
     "bar.sync",
     1,
     "//"},
    {"groups of equal lanes that add before the bins are empty",
     "histogram/groups",
     {"n=256"},
     "_Z16histogram_groups",
     "bar.sync",
     1,
     "//"},
    {"scan that writes while others read",
     "scan/hillis",
     {"n=512"},
     "_Z11scan_hillisIf3SumLb0E",
     "bar.sync",
     2,
     "//"},
    {"scan whose reach is one short",
     "scan/hillis",
     {"n=512"},
     "_Z11scan_hillisIf3SumLb0E",
     "setp.lt.s32",
     2,
     "setp.le.s32"},
    {"down sweep without a barrier",
     "scan/blelloch",
     {"n=512"},
     "_Z13scan_blellochIf3SumLb0E",
     "bar.sync",
     4,
     "//"},
    {"warps' sums read before they are written",
     "scan/shuffle",
     {"n=512"},
     "_Z12scan_shuffleIf3SumLb0E",
     "bar.sync",
     1,
     "//"},
    {"addition of one element too many",
     "vector_addition/one_each",
     {"n=1000"},
     "_Z12add_one_each",
     "setp.ge.s32",
     1,
     "setp.gt.s32"},
    {"addition that forgets the tail",
     "vector_addition/four_wide",
     {"n=1001"},
     "_Z13add_four_wide",
     "@%p2 bra",
     1,
     "bra"},
    {"tile without its barrier",
     "laplace/tile",
     {"nx=31", "ny=33", "nz=20"},
     "_Z12laplace_tile",
     "bar.sync",
     1,
     "//"},
    {"tile of one plane that is overwritten while it is read",
     "laplace/tile",
     {"nx=31", "ny=33", "nz=20"},
     "_Z12laplace_tile",
     "sub.s32",
     6,
     "//"},
    {"two sweeps without the first barrier",
     "laplace/two_sweeps",
     {"nx=31", "ny=33", "nz=20"},
     "_Z18laplace_two_sweepsILi1E",
     "bar.sync",
     1,
     "//"},
    {"two sweeps without the second barrier",
     "laplace/two_sweeps",
     {"nx=32", "ny=33", "nz=20"},
     "_Z18laplace_two_sweepsILi4E",
     "bar.sync",
     2,
     "//"},
    {"march over the faces",
     "laplace/marching",
     {"nx=31", "ny=33", "nz=20"},
     "_Z16laplace_marching",
     "setp.ge.s32",
     1,
     "setp.gt.s32"},
    {"tile that is turned before it is whole",
     "transpose/padded",
     {"n=64"},
     "_Z16transpose_paddedILi8E",
     "bar.sync",
     1,
     "//"},
    {"tiles below each other that are turned before they are whole",
     "transpose/wide",
     {"n=128"},
     "_Z14transpose_wideILi8ELi4E",
     "bar.sync",
     1,
     "//"},
    {"turn that writes a column past the matrix",
     "transpose/write_columns",
     {"n=33"},
     "_Z23transpose_write_columnsILi8E",
     "setp.ge.s32",
     1,
     "setp.gt.s32"},
    {"round that adds the last float again, where nothing is left for a load",
     "bytes_in_flight/two",
     {"n=65"},
     "_Z11read_floatsILi2E",
     "setp.lt.s32",
     2,
     "setp.le.s32"},
    {"floats left over behind the wide loads that nobody adds",
     "bytes_in_flight/four_wide",
     {"n=67"},
     "_Z9read_wideILi1E",
     "setp.ge.s32",
     2,
     "setp.le.s32"},
};

std::string kernel_name_of(const Mutant& mutant) {
    const auto settings = settings_named(mutant.rung);
    return std::filesystem::path(source_name(*settings)).stem().string();
}

// The lesson's PTX with the one change; fails where the text to change is not there.
std::string mutated(const Mutant& mutant) {
    std::string text = *read_file(*asset("ptx/" + kernel_name_of(mutant) + ".ptx"));
    std::size_t at = text.find(std::string(".entry ") + mutant.kernel);
    EXPECT_NE(at, text.npos) << mutant.what;
    const std::size_t end = text.find("\n}", at);
    for (int k = 0; k < mutant.which; ++k) at = text.find(mutant.from, at + 1);
    EXPECT_LT(at, end) << mutant.what;
    return at < end ? text.replace(at, std::string(mutant.from).size(), mutant.to) : std::string{};
}

// Runs a lesson's rung with another PTX text. Bare assets hold the mutant alone.
std::shared_ptr<const Run> run_mutant(const Mutant& mutant, int number, Request request = {}) {
    namespace files = std::filesystem;
    const std::string name = "mutant_" + std::to_string(number);
    const files::path folder =
        files::temp_directory_path() / ("warplens_mutants_" + std::to_string(::getpid()));
    files::create_directories(folder / "ptx");
    std::ofstream(folder / "ptx" / (name + ".ptx")) << mutated(mutant);
    auto settings = settings_named(mutant.rung);
    for (const std::string& value : mutant.values) assign(*settings, value);
    Lesson lesson = *settings->lesson();
    lesson.source = name + ".cu";
    for (Rung& rung : lesson.rungs) rung.source.clear();
    settings->subject = subject_of(lesson);
    request.settings = *settings;
    ::setenv("WARPLENS_ASSETS", folder.c_str(), 1);
    const auto refused = refusal(*settings);
    EXPECT_FALSE(refused) << mutant.what << ": " << (refused ? refused->why : "");
    const auto made = refused ? nullptr : simulate(request);
    ::unsetenv("WARPLENS_ASSETS");
    files::remove_all(folder);
    return made;
}

bool has_fault(const Run& run, simulator::FaultKind kind) {
    return std::ranges::count(run.faults, kind, &simulator::Fault::kind) > 0;
}

// docs/courses.md sends there.
TEST(Mutants, OfAnExamHaveTheirAnswers) {
    const char* chain = "_Z10scan_chainIf3SumLb0ELb0E";
    const Mutant barrier{"a tree without its first barrier",
                         "reduction/sequential",
                         {"n=1000"},
                         "_Z17reduce_sequentialIfLb0E",
                         "bar.sync",
                         1,
                         "//"};
    const Mutant release{"a chain whose flag is relaxed",
                         "scan/chain",
                         {"n=8192"},
                         chain,
                         "st.release.gpu",
                         1,
                         "st.relaxed.gpu"};
    Mutant ticket{"a chain without a ticket",
                  "scan/chain",
                  {"n=8192"},
                  chain,
                  "atom.global.add.u32 \t%r11, [%rd7], 1",
                  1,
                  "mov.u32 %r11, %ctaid.x"};
    using simulator::FaultKind;
    Request two_blocks, shuffled;
    two_blocks.watched = {0, 1};
    shuffled.order = simulator::Order::shuffled, shuffled.order_seed = 1;
    const auto unready = run_mutant(barrier, 100);
    EXPECT_TRUE(has_fault(*unready, FaultKind::uninitialized_read));
    EXPECT_TRUE(has_fault(*unready, FaultKind::race));
    EXPECT_TRUE(has_fault(*run_mutant(release, 101, two_blocks), FaultKind::race));
    EXPECT_FALSE(has_fault(*run_mutant(ticket, 102), FaultKind::deadlock));
    EXPECT_FALSE(has_fault(*run_mutant(ticket, 103, shuffled), FaultKind::deadlock))
        << "a device holds all of its blocks at once";
    if (!tests::whole()) return;  // half a million numbers, for more blocks than a device holds
    ticket.values = {"block=1024", "n=524288"};
    EXPECT_TRUE(has_fault(*run_mutant(ticket, 104, shuffled), FaultKind::deadlock));
}

TEST(Mutants, AreCalledWrongOrFaulty) {
    int number = 0;
    for (const Mutant& mutant : mutants) {
        const auto made = run_mutant(mutant, number++);
        ASSERT_TRUE(made) << mutant.what;
        EXPECT_TRUE(!made->verdict.ok || !made->faults.empty()) << mutant.what;
        // A lost barrier may leave the result right for once: the race must be reported all the
        // same.
        const bool barrier_lost = std::string_view(mutant.from) == "bar.sync";
        EXPECT_TRUE(!barrier_lost || std::ranges::count(made->faults, simulator::FaultKind::race,
                                                        &simulator::Fault::kind) > 0)
            << mutant.what;
    }
}

}  // namespace
