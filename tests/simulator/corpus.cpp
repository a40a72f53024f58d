// Runs every ordinary kernel: block after block, blocks interleaved, and in an order by chance. All
// checks are on, and must stay silent.
#include "tests/simulator/corpus.h"

#include <fstream>
#include <sstream>

namespace corpus {

std::vector<Ordinary>& ordinary() {
    static std::vector<Ordinary> all;
    return all;
}

std::string text_of(const std::string& file) {
    std::ifstream stream(std::string(WARPLENS_TESTS_DIR) + "/kernels/" + file);
    std::stringstream text;
    text << stream.rdbuf();
    EXPECT_FALSE(text.str().empty()) << file;
    return text.str();
}

std::vector<float> random_floats(std::size_t count, float range) {
    const int steps = static_cast<int>(range * 16);
    return random_values<float>(count, [&](std::uint32_t bits) {
        return (static_cast<int>(bits % (2 * steps + 1)) - steps) / 16.0f;
    });
}

std::vector<int> random_integers(std::size_t count, int below) {
    return random_values<int>(count,
                              [&](std::uint32_t bits) { return static_cast<int>(bits % below); });
}

Bench::Bench(std::string_view ptx, Options options, Limits limits) : machine_(options, limits) {
    const auto module = Module::read(ptx);
    EXPECT_TRUE(module) << module.problem().line << ": " << module.problem().message;
    if (module) module_ = *module;
}

std::shared_ptr<const Program> Bench::find(std::string_view kernel) {
    if (!module_) return nullptr;
    const auto program = module_->kernel(kernel);
    EXPECT_TRUE(program) << kernel << ", line " << program.problem().line << ": "
                         << program.problem().message;
    return program ? *program : nullptr;
}

void Bench::run(const std::shared_ptr<const Program>& program, Shape shape,
                const std::vector<std::byte>& block) {
    const auto refused = machine_.launch(program, shape.grid, shape.block, shape.shared, block);
    ASSERT_FALSE(refused) << refused->message;
    for (int slice = 0; machine_.advance(1u << 20) == Machine::State::running; ++slice) {
        ASSERT_LT(slice, 100) << program->name << " does not end";
    }
}

std::string Bench::faults() const {
    std::ostringstream text;
    for (const Fault& fault : machine_.faults()) {
        text << name_of(fault.kind) << " at line " << fault.line << " by block " << fault.block.x
             << " thread " << fault.thread.x << "," << fault.thread.y << " of " << fault.buffer
             << "[" << fault.element << "], other: block " << fault.other_block.x << " thread "
             << fault.other_thread.x << " line " << fault.other_line << ", interval "
             << fault.interval << ", " << fault.repeats << " times. " << fault.text << "\n";
    }
    return text.str();
}

namespace {

struct Case {
    Ordinary kernel;
    Order order;
};

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const Ordinary& kernel : ordinary()) {
        for (Order order : {Order::sequential, Order::resident, Order::shuffled, Order::weak}) {
            // A wait for all blocks needs them all at once, which only a cooperative launch
            // promises.
            const bool one_by_one = order == Order::sequential;
            if (!(one_by_one && kernel.name == "grid_barrier")) all.push_back({kernel, order});
        }
    }
    return all;
}

std::string name_of_case(const testing::TestParamInfo<Case>& info) {
    constexpr const char* orders[] = {"Sequential", "Resident", "Shuffled", "InStep", "Weak"};
    return std::string(info.param.kernel.name) + orders[static_cast<int>(info.param.order)];
}

class Corpus : public testing::TestWithParam<Case> {};

TEST_P(Corpus, IsRightAndNoCheckSpeaks) {
    Options options;
    options.order = GetParam().order;
    options.seed = 7;
    options.check_all = true;
    Bench bench(text_of("ordinary/" + std::string(GetParam().kernel.name) + ".ptx"), options);
    GetParam().kernel.run(bench);
    EXPECT_EQ(bench.faults(), "");
}

INSTANTIATE_TEST_SUITE_P(Ordinary, Corpus, testing::ValuesIn(cases()), name_of_case);

TEST(OrdinaryKernels, AreThirtyAndMore) { EXPECT_GE(ordinary().size(), 50u); }

}  // namespace
}  // namespace corpus
