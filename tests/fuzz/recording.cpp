// Any text as a recording: what is read is written as text that is read as the same.
#include "lab/time/recording.h"
#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    const auto recording = lab::read_recording(fuzz::text_of(bytes, count), "a.json");
    if (!recording) {
        fuzz::must_say(recording.problem().message);
        return 0;
    }
    const std::string text = lab::text_of(*recording);
    const auto again = lab::read_recording(text, "a.json");
    fuzz::must(bool(again), "a recording is read again");
    fuzz::must(lab::text_of(*again) == text, "a recording comes back as it was");
    lab::of_no_lesson(*recording);
    lab::file_name_of(*recording);
    fuzz::must(bool(lab::merged({*recording, *again})), "a recording goes with itself");
    return 0;
}
