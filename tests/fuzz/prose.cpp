// Any text as a lesson's prose: cut into sentences and references, each of which is about a place
// or refused. Nothing is run.
#include "lab/requests/prose.h"
#include "lab/reference.h"
#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    const std::string text = fuzz::text_of(bytes, count);
    for (const std::string_view sentence : lab::sentences_in(text))
        fuzz::must(sentence.data() >= text.data() &&
                       sentence.data() + sentence.size() <= text.data() + text.size(),
                   "a sentence is a part of its text");
    for (const std::string& reference : lab::references_in(text)) {
        lab::read_reference(reference).by_clock();
        if (const auto place = lab::place_of(reference); !place)
            fuzz::must_say(place.problem().message);
    }
    return 0;
}
