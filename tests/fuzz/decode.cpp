// Any text as PTX: read, or refused with the line; each of its kernels decoded, or refused.
#include "simulator/decode/program.h"
#include "simulator/kernel_hash.h"
#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    const std::string text = fuzz::text_of(bytes, count);
    const auto module = simulator::Module::read(text);
    if (!module) {
        fuzz::must_say(module.problem().message);
        fuzz::must(module.problem().line > 0, "a refused text has a line");
        return 0;
    }
    for (const std::string& name : (*module)->kernels()) {
        simulator::kernel_hash(text, name);
        const auto program = (*module)->kernel(name);
        if (!program) fuzz::must_say(program.problem().message);
    }
    return 0;
}
