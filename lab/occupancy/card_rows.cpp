// The rows of a card. See card_rows.h.
#include "lab/occupancy/card_rows.h"

#include <array>

#include "lab/occupancy/card_here.h"
#include "lab/occupancy/data_sheet.h"

namespace lab {
namespace {

using RowUnit = CardRow::Unit;

// A row that is asked for as it stands; `attribute` is the driver's name of it.
struct CardFact {
    const char *words, *query, *attribute;
    std::int64_t (*amount)(const Multiprocessor&);
    RowUnit unit = RowUnit::count;
    bool of_card = false;  // else of its compute capability
};

constexpr auto threads_attribute = "MAX_THREADS_PER_MULTIPROCESSOR";

constexpr std::array known_facts{
    CardFact{.words = "multiprocessors",
             .query = "multiProcessorCount",
             .attribute = "MULTIPROCESSOR_COUNT",
             .amount = [](const Multiprocessor& of) { return std::int64_t{of.count}; },
             .of_card = true},
    CardFact{.words = "threads on each",
             .query = "maxThreadsPerMultiProcessor",
             .attribute = threads_attribute,
             .amount = [](const Multiprocessor& of) { return of.threads(); }},
    CardFact{.words = "warps on each",
             .query = "that / warpSize",
             .attribute = threads_attribute,
             .amount = [](const Multiprocessor& of) { return of.warps; }},
    CardFact{.words = "blocks on each",
             .query = "maxBlocksPerMultiProcessor",
             .attribute = "MAX_BLOCKS_PER_MULTIPROCESSOR",
             .amount = [](const Multiprocessor& of) { return of.blocks; }},
    CardFact{.words = "registers of each",
             .query = "regsPerMultiprocessor",
             .attribute = "MAX_REGISTERS_PER_MULTIPROCESSOR",
             .amount = [](const Multiprocessor& of) { return of.registers; }},
    CardFact{.words = "shared memory of each",
             .query = "sharedMemPerMultiprocessor",
             .attribute = "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR",
             .amount = [](const Multiprocessor& of) { return of.shared; },
             .unit = RowUnit::bytes},
    CardFact{.words = "threads of a block",
             .query = "maxThreadsPerBlock",
             .attribute = "MAX_THREADS_PER_BLOCK",
             .amount = [](const Multiprocessor& of) { return of.threads_a_block; }}};

const CardRow clock_row{"clock", "cudaDevAttrClockRate", {}, RowUnit::megahertz, ""},
    memory_row{
        "memory bandwidth", "memory clock x bus width x 2", {}, RowUnit::gigabytes_a_second, ""},
    floats_row{"rate of floats", "multiprocessors x cores x clock x 2", {}, RowUnit::gigaflops, ""};

std::string untold_words(const std::string& attributes) {
    return "Not told: this machine's driver answers 0 for " + attributes + ".";
}

std::string asked_words(const std::string& attribute) {
    return "Asked from this machine's driver: " + attribute + ".";
}

CardRow row_with(CardRow row, double amount, std::string source) {
    row.amount = amount;
    row.source = std::move(source);
    return row;
}

CardRow row_without(CardRow row, std::string why) {
    row.source = std::move(why);
    return row;
}

// A memory transfers twice in a cycle of its clock.
std::vector<CardRow> clocks_here(const CardHere& here) {
    std::vector<CardRow> rows;
    rows.push_back(here.megahertz > 0
                       ? row_with(clock_row, here.megahertz, asked_words("CLOCK_RATE"))
                       : row_without(clock_row, untold_words("CLOCK_RATE")));
    const std::string both = "MEMORY_CLOCK_RATE and GLOBAL_MEMORY_BUS_WIDTH";
    if (here.memory_megahertz == 0 || here.bus_bits == 0) {
        const std::string which = here.memory_megahertz == 0 && here.bus_bits == 0 ? both
                                  : here.bus_bits == 0 ? "GLOBAL_MEMORY_BUS_WIDTH"
                                                       : "MEMORY_CLOCK_RATE";
        rows.push_back(row_without(memory_row, untold_words(which)));
        return rows;
    }
    rows.push_back(row_with(memory_row, here.memory_megahertz * 1e6 * 2 * here.bus_bits / 8 / 1e9,
                            "Computed from " + std::to_string(here.memory_megahertz) + " MHz and " +
                                std::to_string(here.bus_bits) +
                                " bits. Both were asked from this machine's driver: " + both +
                                "."));
    return rows;
}

std::vector<CardRow> clocks_of(const Multiprocessor& of, const std::string& sheet) {
    const DataSheet* known = data_sheet_of_card(of.id);
    if (!known) return {};
    return {row_with(clock_row, known->megahertz, sheet),
            row_with(memory_row, known->gigabytes, sheet),
            row_with(floats_row, known->floats,
                     "From the " + std::string(known->source) +
                         ", computed: a multiply-add is two operations.")};
}

}  // namespace

bool is_asked(const Multiprocessor& of) { return of.id == id_of_card_here; }

std::vector<CardRow> card_rows(const Multiprocessor& of) {
    const DataSheet* known = data_sheet_of_card(of.id);
    const std::string sheet = known ? "From the " + std::string(known->source) + "." : "",
                      table = "From the CUDA programming guide, for compute capability " +
                              of.capability + ".";
    std::vector<CardRow> rows;
    for (const CardFact& fact : known_facts) {
        const CardRow row{fact.words, fact.query, {}, fact.unit, ""};
        const auto amount = fact.amount(of);
        if (!is_asked(of))
            rows.push_back(row_with(row, double(amount), fact.of_card ? sheet : table));
        else if (amount > 0)
            rows.push_back(row_with(row, double(amount), asked_words(fact.attribute)));
        else
            rows.push_back(row_without(row, untold_words(fact.attribute)));
    }
    for (CardRow& row : is_asked(of) ? clocks_here(card_here()) : clocks_of(of, sheet))
        rows.push_back(std::move(row));
    return rows;
}

}  // namespace lab
