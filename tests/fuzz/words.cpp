// Any text as what is typed: a line of state, a line of what stands beside it, a SPEC, a shape, a
// place, flags. What is read says itself in words that are read as the same.
#include <sstream>

#include "lab/cli/command_tools.h"
#include "lab/own/spec.h"
#include "lab/words.h"
#include "tests/fuzz/target.h"

namespace {

// In the place of any file that a line names.
constexpr const char* kernels = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry _Z5scalePfS_if(.param .u64 a, .param .u64 b, .param .u32 n, .param .f32 by)
.maxntid 512, 1, 1
{ ret; }
.visible .entry tiles(.param .align 8 .b8 box[24], .param .u64 numbers) { ret; }
)";
constexpr const char* source =
    "__global__ void scale(float* a, float* b, int n, float by) { }\n"
    "__global__ void tiles(Box box, double* numbers) { }\n";

simulator::Outcome<std::shared_ptr<const lab::Subject>> opened(const lab::AskedFile& asked) {
    return lab::subject_of(asked, {source, kernels});
}

void read_state(const std::string& text) {
    const auto state = lab::read_state_line(text, opened);
    if (!state) return fuzz::must_say(state.problem().message);
    const std::string line = lab::state_line(*state);
    const auto again = lab::read_state_line(line, opened);
    fuzz::must(bool(again), "a line of state is read again");
    fuzz::must(lab::state_line(*again) == line, "a line of state comes back as it was");
    if (const auto beside = lab::request_beside(text, state->request); !beside)
        fuzz::must_say(beside.problem().message);
}

void read_spec(const std::string& text) {
    const auto spec = lab::read_spec(text);
    if (!spec) return fuzz::must_say(spec.problem().message);
    const std::string words = lab::worded(*spec);
    const auto again = lab::read_spec(words);
    fuzz::must(bool(again), "a SPEC is read again");
    fuzz::must(lab::worded(*again) == words, "a SPEC comes back as it was");
}

void read_flags(const std::vector<std::string>& words) {
    lab::Asked asked;
    lab::CommandFlags flags("warplens run", "Runs.");
    asked.add_lesson(flags);
    asked.add_flags(flags);
    std::ostringstream out, err;
    if (flags.parse(words, out, err)) fuzz::must_say(out.str() + err.str());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    const std::string text = fuzz::text_of(bytes, count);
    read_state(text);
    read_spec(text);
    lab::shape_named(text, {1024, 1024, 64});
    lab::read_cursor(text);
    lab::file_of(text);
    if (const auto words = lab::words_in(text)) read_flags(*words);
    return 0;
}
