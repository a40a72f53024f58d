// Kernels that somebody has cut or garbled: whatever is left is read or refused, and what runs ends
// or faults.
#include <algorithm>
#include <cstring>
#include <random>

#include "tests/simulator/corpus.h"

namespace corpus {
namespace {

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t limit) { return limit ? random() % limit : 0; }

// Where line `number` of the text begins.
std::size_t line_start(const std::string& text, std::size_t number) {
    std::size_t at = 0;
    for (; number > 0 && at != std::string::npos; --number) at = text.find('\n', at + 1);
    return at == std::string::npos ? 0 : at;
}

void garble(std::string& text, Random& random) {
    if (text.size() < 2) return;
    const std::size_t lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
    const std::size_t here = line_start(text, below(random, lines));
    const std::size_t there = line_start(text, below(random, lines));
    const std::size_t length = std::min(text.find('\n', here + 1), text.size()) - here;
    switch (below(random, 6)) {
        case 0: text.erase(here, length); break;
        case 1: text.insert(there, text.substr(here, length)); break;
        case 2:
            text[below(random, text.size())] = "0123456789%rpfd._,;[]{}-+"[below(random, 25)];
            break;
        case 3: {  // another register, number or type
            const std::size_t digit = text.find_first_of("0123456789", here);
            if (digit != std::string::npos)
                text[digit] = static_cast<char>('0' + below(random, 10));
            break;
        }
        case 4: text.resize(here + below(random, length)); break;
        default: text.replace(here, 1 + below(random, 3), "\t"); break;
    }
}

// Runs whatever kernels are left, on one small buffer in the place of every pointer. Returns how
// many were launched.
int run_all(const std::string& text) {
    const auto module = Module::read(text);
    if (!module) {
        EXPECT_GT(module.problem().line, 0);
        EXPECT_NE(module.problem().message, "");
        return 0;
    }
    int launched = 0;
    for (const std::string& name : (*module)->kernels()) {
        const auto program = (*module)->kernel(name);
        if (!program) {
            EXPECT_NE(program.problem().message, "");
            continue;
        }
        Options options;
        options.check_all = true;
        options.watched = {0};
        Machine machine(options);
        const Address buffer = machine.memory().allocate("buffer", Type::b32, 4096);
        std::vector<std::byte> block((*program)->parameter_bytes);
        for (const Parameter& parameter : (*program)->parameters) {
            const std::uint64_t value = parameter.bytes == 8 ? buffer : 33;
            std::memcpy(block.data() + parameter.offset, &value, std::min(parameter.bytes, 8u));
        }
        if (machine.launch(*program, {2, 1, 1}, {48, 1, 1}, 1024, block)) continue;
        ++launched;
        for (int slice = 0; slice < 4; ++slice) {
            if (machine.advance(20'000) != Machine::State::running) break;
        }
    }
    return launched;
}

TEST(Garbled, KernelsEndInASentenceAFaultOrAResult) {
    Random random(7);
    int launched = 0;
    for (const Ordinary& kernel : ordinary()) {
        const std::string original = text_of("ordinary/" + std::string(kernel.name) + ".ptx");
        for (int round = 0; round < 6; ++round) {
            std::string text = original;
            for (std::size_t changes = 1 + below(random, 3); changes > 0; --changes)
                garble(text, random);
            SCOPED_TRACE(std::string(kernel.name) + ", round " + std::to_string(round));
            launched += run_all(text);
        }
    }
    EXPECT_GT(launched, 0) << "each was refused before it ran";
}

}  // namespace
}  // namespace corpus
