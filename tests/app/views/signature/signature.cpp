// Pictures of kernels that were really run: signatures of matrices and stencils, rows that follow
// the transport.
#include <algorithm>

#include "app/views/flow/layout.h"
#include "app/views/flow/places.h"
#include "app/views/flow/signature.h"
#include "app/views/flow/words.h"
#include "tests/helpers/flow_runner.h"

// Names of the simulator stay here: in other files of a batch they would mean two things.
namespace flow_test {
namespace {

using app::FlowLayout;
using app::FlowQuestion;
using app::FlowUnit;
using app::Signature;
using app::SignatureAxis;

struct Ran {
    std::shared_ptr<const Flow> flow;
    std::shared_ptr<const Trace> trace;
    std::vector<Step> steps;
    explicit Ran(Runner& runner)
        : flow(runner.flow()), trace(runner.trace()), steps(steps_of(*trace, 0)) {}

    Signature signature(std::vector<Dim3> shapes = {}) const {
        return app::signature_of(*flow, {0, 0, steps, trace.get(), std::move(shapes)});
    }
    FlowLayout layout() const {
        FlowQuestion question;
        question.steps = steps;
        question.trace = trace.get();
        return app::lay_out(*flow, question);
    }
};

const app::SignaturePart* part_of(const Ran& ran, const Signature& signature,
                                  const std::string& array) {
    for (const app::SignaturePart& part : signature.parts)
        if (ran.flow->arrays[part.array].name == array) return &part;
    return nullptr;
}

std::string claim_of(const Ran& ran, const Signature& signature) {
    return app::signature_claim(*ran.flow, signature,
                                [&](int array) { return ran.flow->arrays[array].name; });
}

}  // namespace

TEST(Signature, AMatrixProductTakesARowAndAColumn) {
    Runner runner(ptx_file("matrix"));
    runner.floats("A", 64, 5).floats("B", 64, 4).floats("C", 64, 1).scalar(8);
    const Ran ran(runner.launch("matmul<4>", {2, 2, 1}, {4, 4, 1}));
    const Signature signature = ran.signature();
    const auto *a = part_of(ran, signature, "A"), *b = part_of(ran, signature, "B");
    ASSERT_TRUE(a && b);
    EXPECT_EQ(a->words, "same row, columns 0 to 7");
    EXPECT_EQ(b->words, "rows 0 to 7, same column");
    EXPECT_EQ(a->agree, 16);
    EXPECT_EQ(b->agree, 16);
    ASSERT_EQ(a->through.size(), 1u);
    EXPECT_EQ(ran.flow->arrays[a->through[0]].name, "a");
    EXPECT_EQ(claim_of(ran, signature), "A row and a column make each cell of C");
}

TEST(Signature, ATransposeTurnsRowsIntoColumns) {
    Runner runner(ptx_file("matrix"));
    runner.floats("from", 16).floats("to", 16, 1);
    const Ran ran(runner.launch("transpose", {}, {4, 4, 1}));
    const Signature signature = ran.signature();
    const auto* from = part_of(ran, signature, "from");
    ASSERT_TRUE(from);
    EXPECT_EQ(from->row, SignatureAxis::column);
    EXPECT_EQ(from->column, SignatureAxis::row);
    EXPECT_EQ(from->agree, 16);
    EXPECT_EQ(from->words, "row = target's column, column = target's row");
}

TEST(Signature, LaplaceTakesFourNeighbours) {
    Runner runner(ptx_file("matrix"));
    runner.floats("from", 64).floats("to", 64, 1).scalar(8).scalar(8);
    const Ran ran(runner.launch("laplace", {2, 2, 1}, {4, 4, 1}));
    const Signature signature = ran.signature({{8, 8, 1}});
    const auto* from = part_of(ran, signature, "from");
    ASSERT_TRUE(from);
    EXPECT_EQ(from->agree, 9);
    const std::vector<app::SignatureCell> cross{{-1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {1, 0, 0}};
    EXPECT_EQ(from->offsets, cross);
    EXPECT_EQ(claim_of(ran, signature), "Four neighbours make most cells of to");
}

TEST(Signature, AReductionHasNone) {
    Runner runner(ptx_file("reduce"));
    runner.floats("input", 64).floats("sums", 1, 1);
    const Ran ran(runner.launch("reduce_sequential", {}, {64, 1, 1}, 256));
    EXPECT_TRUE(ran.signature().empty());
}

TEST(FlowPicture, AReductionOf8) {
    Runner runner(ptx_file("reduce"));
    runner.buffer("input", Type::f32, std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8})
        .floats("sums", 1, 1);
    const Ran ran(runner.launch("reduce_sequential", {}, {8, 1, 1}, 32));
    EXPECT_EQ(app::text_of(ran.layout(), *ran.flow),
              "columns by cell\n"
              "row 0 stage part | from input | 1 2 3 4 5 6 7 8\n"
              "row 1 stage part | reach +4 | 6 8 10 12 (5) (6) (7) (8)\n"
              "row 2 stage part | reach +2 | 16 20 (10) (12) (5) (6) (7) (8)\n"
              "row 3 stage part | reach +1 | 36 (20) (10) (12) (5) (6) (7) (8)\n"
              "row 4 output sums | sums | 36 - - - - - - -\n"
              "0.0 -> 1.0\n0.4 -> 1.0\n0.1 -> 1.1\n0.5 -> 1.1\n"
              "0.2 -> 1.2\n0.6 -> 1.2\n0.3 -> 1.3\n0.7 -> 1.3\n"
              "1.0 -> 2.0\n1.2 -> 2.0\n1.1 -> 2.1\n1.3 -> 2.1\n"
              "2.0 -> 3.0\n2.1 -> 3.0\n"
              "3.0 -> 4.0\n");
}

TEST(FlowPicture, AButterflyOfALane) {
    Runner runner(ptx_file("shuffle"));
    runner.floats("input", 32).floats("sums", 1, 1);
    const Ran ran(runner.launch("shuffle_xor", {}, {32, 1, 1}));
    const FlowLayout layout = ran.layout();
    ASSERT_EQ(layout.rows.size(), 7u);
    EXPECT_EQ(layout.unit, FlowUnit::lane);
    const char* names[] = {"from input",
                           "exchange \u00b116",
                           "exchange \u00b18",
                           "exchange \u00b14",
                           "exchange \u00b12",
                           "exchange \u00b11",
                           "sums"};
    for (int r = 0; r < 7; ++r) EXPECT_EQ(layout.rows[r].name, names[r]);
}

TEST(FlowPicture, ATwoLevelSumPassesThroughSharedMemory) {
    Runner runner(ptx_file("shuffle"));
    runner.floats("input", 128).floats("sums", 1, 1);
    const Ran ran(runner.launch("two_level", {}, {128, 1, 1}));
    const FlowLayout layout = ran.layout();
    ASSERT_GT(layout.rows.size(), 7u);
    EXPECT_EQ(layout.rows[6].name, "into warp_sums");
    EXPECT_EQ(layout.rows[6].written, 4);
    EXPECT_EQ(layout.rows[7].name, "from warp_sums");
    EXPECT_EQ(app::flow_claim(*ran.flow, layout),
              "Warps work by themselves, then meet in shared memory");
}

TEST(FlowPicture, PingPongHasThreadsForColumns) {
    Runner runner(ptx_file("scan"));
    runner.floats("input", 16).floats("output", 16, 1);
    const Ran ran(runner.launch("scan_pingpong", {}, {16, 1, 1}, 128));
    const FlowLayout layout = ran.layout();
    EXPECT_EQ(layout.unit, FlowUnit::thread);
    EXPECT_EQ(layout.columns.size(), 16u);
    EXPECT_EQ(layout.rows[4].name, "reach \u22128");
}

TEST(FlowPicture, SortsHaveTheSameComparatorsHoweverTheyAreCompiled) {
    const auto pairs = [](const std::string& kernel) {
        Runner runner(ptx_file("scan"));
        runner.buffer("data", Type::u32, std::vector<std::uint32_t>{7, 3, 8, 1, 6, 2, 5, 4});
        const Ran ran(runner.launch(kernel, {}, {8, 1, 1}, 32));
        std::multiset<std::tuple<int, int, bool>> found;
        for (const app::FlowPair& pair : ran.layout().pairs)
            found.insert({std::min(pair.a, pair.b), std::max(pair.a, pair.b), pair.moved});
        return found;
    };
    EXPECT_EQ(pairs("bitonic").size(), 24u);
    EXPECT_EQ(pairs("bitonic"), pairs("bitonic_select"));
}

TEST(FlowPicture, EveryStepHasItsRowAndRowsFollowInOrder) {
    for (const char* kernel : {"reduce_sequential", "reduce_interleaved", "reduce_single"}) {
        Runner runner(ptx_file("reduce"));
        runner.floats("input", 64).floats("sums", 1, 1);
        const Ran ran(runner.launch(kernel, {}, {64, 1, 1}, 256));
        const FlowLayout layout = ran.layout();
        int last = 0;
        for (int step = 0; step < static_cast<int>(ran.steps.size()); ++step) {
            const int row = app::row_now(layout, ran.steps, step);
            EXPECT_GE(row, last) << kernel << " step " << step;
            last = std::max(last, row);
        }
        EXPECT_EQ(last, static_cast<int>(layout.rows.size()) - 1) << kernel;
        for (std::size_t r = 0; r < layout.rows.size(); ++r)
            EXPECT_EQ(layout.rows[r].first_step, layout.rows[r].last_step)
                << kernel << " row " << r;
    }
}

TEST(FlowPicture, LostNumbersAreShownAndSaid) {
    Runner runner(ptx_file("reduce"));
    runner.floats("input", 192).floats("sums", 1, 1);
    const Ran ran(runner.launch("reduce_sequential", {}, {192, 1, 1}, 768));
    const FlowLayout layout = ran.layout();
    EXPECT_EQ(layout.problems.size(), 64u);
    EXPECT_EQ(app::flow_claim(*ran.flow, layout), "64 of 192 values never reach the result");
}

}  // namespace flow_test
