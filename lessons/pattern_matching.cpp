// Pattern matching. Some words of four letters are searched at every place of a text. Lanes that
// all read the same word read it once, in any memory. Where each lane reads another word, the
// memory matters. The letters are a, b, c and d, as a genome has four, so each word stands at one
// of 256 places.
#include <algorithm>
#include <map>

#include "lab/features/letters.h"
#include "lab/features/setups.h"
#include "lab/words.h"
#include "lessons/reading.h"

namespace lessons::pattern_matching_lesson {
namespace {

using namespace lab;

constexpr std::int64_t most_words = 128;  // as in the kernels
constexpr std::int64_t of_a_word = 4;     // letters, and bytes
constexpr std::int64_t most_alone = 1 << 24;

const Knob block =
    threads_per_block({.ticks = powers_of_two(32, 1024), .also = {4}, .preset = 256});
const Knob count =
    numbers({.ticks = powers_of_two(1 << 10, 1 << 28), .also = {1'000'003}, .preset = 1 << 24}, "n",
            "Letters of the text", "letters");

Knob words_knob() {
    Knob knob = whole("words", "Words", "words",
                      {.ticks = powers_of_two(1, most_words), .also = {24}, .preset = 32});
    knob.logarithmic = true;
    knob.hint =
        "How many words of four letters the kernel looks for at every place. No two words are "
        "equal.";
    return knob;
}
const Knob words = words_knob();
const Knob order = choice(
    "order", "Order of words",
    {{"together", "Together", "In each iteration all lanes of a warp read the same word."},
     {"apart", "Apart", "Each lane begins with a different word, and then takes the next one."}},
    Knob::Role::variant);

bool by_letters(const Settings& set) { return is(set, "word") || is(set, "place"); }

std::int64_t whole_words(std::int64_t letters) { return (letters + of_a_word - 1) / of_a_word; }

// The letters at which a thread begins.
std::int64_t places_of_a_thread(const Settings& set) { return by_letters(set) ? 1 : of_a_word; }

// ---- The words: number w is 37 w + 11 modulo 256 in base 4, so no word comes twice.

constexpr char first_letter = 'a';

std::string word_of(std::int64_t w) {
    std::string letters;
    for (std::int64_t code = (37 * w + 11) % 256; std::ssize(letters) < of_a_word; code /= 4)
        letters += char(first_letter + code % 4);
    return letters;
}

Fill words_to_find(const Settings& set) {
    auto bytes = std::make_shared<std::vector<std::byte>>();
    for (std::int64_t w = 0; w < set[words]; ++w)
        for (const char letter : word_of(w)) bytes->push_back(std::byte(letter));
    Fill fill;
    fill.kind = Fill::Kind::given;
    fill.content = std::move(bytes);
    return fill;
}

// ---- The host's side. Kernels that read four letters at once need whole words of them, and one
// more after the last.

struct Texts {
    Buffer text, words, found;
};

Buffer text_of(Plan& plan, const Settings& set) {
    const std::int64_t letters =
        by_letters(set) ? set[count] : of_a_word * (whole_words(set[count]) + 1);
    return plan.input("text", Type::u8, letters, Fill::digits(first_letter, first_letter + 3));
}

std::int64_t room_for_found(const Settings& set) {
    return by_letters(set) ? set[count] : of_a_word * whole_words(set[count]);
}

std::int64_t blocks_of_text(const Settings& set) {
    return blocks_for(blocks_for(set[count], places_of_a_thread(set)), set[block]);
}

// The kernel writes only the places of words found, so all others have to be 0 before.
void a_thread_a_word(Plan& plan, const Settings& set) {
    const Buffer text = text_of(plan, set);
    const Buffer wanted = plan.input("words", Type::u8, of_a_word * set[words], words_to_find(set));
    const Buffer found = plan.zeros("found", Type::u8, room_for_found(set));
    plan.launch(set.kernel(), {blocks_for(set[words], set[block]), set[block]}, text, wanted, found,
                int(set[count]), int(set[words]));
    plan.result(found);
}

void a_thread_a_place(Plan& plan, const Settings& set) {
    const Buffer text = text_of(plan, set);
    const Buffer wanted = plan.input("words", Type::u8, of_a_word * set[words], words_to_find(set));
    const Buffer found = plan.buffer("found", Type::u8, room_for_found(set));
    plan.launch(set.kernel(), {blocks_of_text(set), set[block]}, text, wanted, found,
                int(set[count]), int(set[words]));
    plan.result(found);
}

void words_in_constant_memory(Plan& plan, const Settings& set) {
    const Buffer text = text_of(plan, set);
    plan.symbol("words", "constant_words", Type::u8, of_a_word * set[words], words_to_find(set));
    const Buffer found = plan.buffer("found", Type::u8, room_for_found(set));
    plan.launch(set.kernel(), {blocks_of_text(set), set[block]}, text, found, int(set[count]),
                int(set[words]));
    plan.result(found);
}

std::optional<Refusal> not_alone(const Settings& set) {
    if (set[count] <= most_alone) return std::nullopt;
    return Refusal{.title = grouped(set[count]) + " letters are too many for one thread: " +
                            grouped(most_alone) + " are the limit",
                   .why =
                       "Every thread of this kernel goes through the whole text, place after "
                       "place. For longer texts take a kernel whose threads divide the text "
                       "among them.",
                   .limit_name = "letters per thread",
                   .limit = double(most_alone),
                   .asked = double(set[count]),
                   .knob = count.id,
                   .use = most_alone,
                   .cuda_error = {},
                   .shows = {}};
}

// ---- The same on the CPU.

using Numbers = std::map<std::string, int, std::less<>>;

Numbers numbers_of_words(const Settings& set) {
    Numbers numbers;
    for (std::int64_t w = 0; w < set[words]; ++w) numbers[word_of(w)] = int(w) + 1;
    return numbers;
}

Expected expected(const Settings& set, const Inputs& inputs) {
    const auto text = inputs.values("text");
    const Numbers numbers = numbers_of_words(set);
    const auto room = std::uint64_t(room_for_found(set));
    const auto at = [&](std::uint64_t place) -> double {
        if (std::int64_t(place) + of_a_word > set[count]) return 0;
        std::string letters;
        for (std::uint64_t k = 0; k < of_a_word; ++k) letters += char(text(place + k));
        const auto number = numbers.find(letters);
        return number == numbers.end() ? 0 : number->second;
    };
    Expected::Of found{.elements = sampled(room).empty() ? std::vector<std::uint64_t>{}
                                                         : scattered(room, 1 << 16)};
    found.values = values_at(found.elements, room, at);
    const std::size_t compared = found.values.size();
    return {.results = results_of(std::move(found)),
            .compared_with = "a search on the CPU, " + compared_words(compared, room, "places"),
            .tolerance = "none: letters are equal or not"};
}

// A block and a half, so that one has less to do. count modulo 4 stays as it was. Where every
// thread reads the whole text, it has as many letters as can be followed.
Settings picture(Settings set) {
    const std::int64_t covered = set[block] * places_of_a_thread(set);
    const std::int64_t drawn = is(set, "word") ? 96 : covered + covered / 2;
    set.set(count, std::min(set[count], drawn + set[count] % of_a_word));
    return set;
}

// Lane-instructions: for each place and word in tenths, and for each place.
template <int of_pair_tenths, int of_place>
double cost(const Settings& set) {
    const double places = double(set[count]);
    return places * (double(set[words]) * of_pair_tenths / 10 + of_place);
}

std::function<std::string(const Settings&)> named(const char* kernel) {
    return [kernel](const Settings&) { return kernel; };
}
std::function<std::string(const Settings&)> ordered(const char* kernel) {
    return [kernel](const Settings& set) {
        return std::string(kernel) + (set[order] == 0 ? "<false>" : "<true>");
    };
}

const Has<Setups> setups{
    "pattern_matching", {{{"4 words × 4 threads", {{&words, 4}, {&block, 4}, {&count, 1 << 16}}}}}};
const Has<Letters> letters{"pattern_matching",
                           {.text = "text",
                            .of_a_word = int(of_a_word),
                            .count = [](const Settings& set) { return set[count]; }}};

const RegisterLesson registered{{
    .id = "pattern_matching",
    .number = 14,
    .chapter = Chapter::memory,
    .title = "Pattern matching",
    .source = "pattern_matching.cu",
    .sees = "When 32 lanes read the same word, it is read once: one sector, one wavefront or one "
            "pass.",
    .breaks = "\"Lanes that want the same word wait for each other.\" All of them get it "
              "together. In constant memory, lanes wait when each wants a different word.",
    .next = "Choose 24 words, and let each lane begin with its own. How many passes does a load "
            "from constant memory take now, and how many with 64 words?",
    .rungs =
        {
            {.id = "word",
             .title = "A thread for each word",
             .brief = "By word",
             .idea = "Each thread takes one word and goes through the whole text. Few words are "
                     "few blocks, so most multiprocessors idle.",
             .claim = "Few words leave most multiprocessors idle",
             .line = "if (text[i] == a && text[i + 1] == b",
             .kernel = named("match_word"),
             .legal = not_alone,
             .host = a_thread_a_word,
             .cost = cost<100, 0>,
             .modelled_within = 25,  // one warp waits for each letter: a latency the formula lacks
             .without = {{&order, "Each lane has one word, and keeps it."}}},
            {.id = "place",
             .title = "A thread for each place",
             .brief = "By place",
             .idea = "Each thread takes one place of the text and goes through all words.",
             .claim = "All lanes read the same letter of a word",
             .line = "if (word[0] == a && word[1] == b",
             .kernel = named("match_place"),
             .cost = cost<95, 30>,
             .without = {{&order, "All lanes go through the words together."}}},
            {.id = "shifted",
             .title = "Four letters at once",
             .brief = "Four letters",
             .idea = "Each thread takes four places. Funnel shifts cut their windows of four "
                     "letters out of the text, and one comparison tests a whole window.",
             .claim = "One load of a word serves four windows",
             .line = "windows.compare(words[w], w);",
             .kernel = ordered("match_shifted")},
            {.id = "shared",
             .title = "Words in shared memory",
             .brief = "Shared words",
             .idea = "A block copies the words to shared memory first.",
             .claim = "One word for all lanes takes one wavefront",
             .line = "windows.compare(kept[w], w);",
             .kernel = ordered("match_shared")},
            {.id = "constant",
             .title = "Words in constant memory",
             .brief = "Constant words",
             .idea = "The words lie in constant memory, where the host puts them.",
             .claim = "One word for all lanes takes one pass",
             .line = "windows.compare(constant_words[w], w);",
             .kernel = ordered("match_constant"),
             .host = words_in_constant_memory},
        },
    .knobs = {&block, &count, &words, &order},
    .host = a_thread_a_place,
    .expected = expected,
    .bytes =
        [](const Settings& set) { return double(2 * set[count]) + double(of_a_word * set[words]); },
    .flops = [](const Settings&) { return 0.0; },
    .modelled_within = 2,
    .picture = picture,
    .cost = cost<40, 15>,
    .views = {"sliding_window", "lanes", "coalescing", "banks", "heat_map", "data_flow"},
    .ledger = {"global_load_requests", "global_load_sectors", "shared_load_requests",
               "shared_load_wavefronts", "constant_load_requests", "constant_load_passes",
               "warp_instructions"},
    .cards = {"rungs_compared", "ladder", "timings", "ledger"},
    .predictions =
        {
            {.question = "All 32 lanes of a warp read the same word from global memory. How many "
                         "sectors does the load touch?",
             .answer = "pattern_matching/shifted.line.global_load_sectors/"
                       "line.global_load_requests",
             .unit = "sectors",
             .most = 64,
             .known = {{"Each lane its own word",
                        "pattern_matching/shifted order=apart.line.global_load_sectors/"
                        "line.global_load_requests"}},
             .because = "One word lies in one sector, and a request loads each sector once, "
                        "however many lanes need it."},
            {.question = "Each lane begins with a different one of 32 words, so no two lanes "
                         "read the same word. How many passes does a load from constant memory "
                         "take?",
             .choices = {{"One", 1.5}, {"Four", 4.5}, {"Eight", 8.5}, {"Thirty-two"}},
             .answer = "pattern_matching/constant order=apart.line.constant_load_passes/"
                       "line.constant_load_requests",
             .unit = "passes",
             .because = "Constant memory serves one address in a pass, to all lanes that read "
                        "it. From shared memory the same load takes one wavefront, since the 32 "
                        "words lie in 32 banks."},
            {.question =
                 "In 16 777 216 letters each of 32 words is compared with each place once. How "
                 "many times as long does a thread for each word take as a thread for each place?",
             .choices = {{"Up to 10 times", 10},
                         {"10 to 100 times", 100},
                         {"100 to 1000 times", 1000},
                         {"More than 1000 times"}},
             .answer = "pattern_matching/word.time over pattern_matching/place.time",
             .unit = "times as long",
             .because = "It takes {pattern_matching/word.time} with a thread for each word and "
                        "{pattern_matching/place.time} with a thread for each place, on an "
                        "{pattern_matching/word.device}. 32 words are one warp, and a GPU has "
                        "room for thousands of warps."},
            {.question =
                 "All lanes compare the same word, so it is read once, from global or from "
                 "constant memory. How long do 16 777 216 letters take with constant memory, "
                 "compared with global memory?",
             .choices = {{"Half as long or less", .55},
                         {"Somewhat less long", .97},
                         {"As long", 1.03},
                         {"Longer"}},
             .answer = "pattern_matching/constant.time over pattern_matching/shifted.time",
             .unit = "times as long",
             .because = "It takes {pattern_matching/constant.time} with constant memory, "
                        "{pattern_matching/shifted.time} with global memory and "
                        "{pattern_matching/shared.time} with shared memory, on an "
                        "{pattern_matching/constant.device}."},
            {.question = "Each lane begins with its own word, so a load from constant memory "
                         "takes 32 passes in place of one. How many times as long does the whole "
                         "kernel take?",
             .choices = {{"As long", 1.1, "other warps run meanwhile"},
                         {"Up to 4 times", 4},
                         {"4 to 16 times", 16},
                         {"More than 16 times"}},
             .answer = "pattern_matching/constant order=apart.time over "
                       "pattern_matching/constant.time",
             .unit = "times as long",
             .because = "It takes {pattern_matching/constant order=apart.time} with a word for "
                        "each lane and {pattern_matching/constant.time} with one word for all, "
                        "on an {pattern_matching/constant.device}. From shared memory it takes "
                        "{pattern_matching/shared order=apart.time} and "
                        "{pattern_matching/shared.time}."},
        },
}};

}  // namespace
}  // namespace lessons::pattern_matching_lesson
