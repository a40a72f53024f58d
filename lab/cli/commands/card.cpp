// card: what a card has, under the names of CUDA's device query; the card of this machine too.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "lab/cli/command_tools.h"
#include "lab/cli/table.h"
#include "lab/json/json.h"
#include "lab/occupancy/card_here.h"
#include "lab/occupancy/card_rows.h"
#include "lab/words.h"

namespace lab::card_command {
namespace {

using Unit = CardRow::Unit;

std::string unit_word(Unit unit) {
    switch (unit) {
        case Unit::count: break;
        case Unit::bytes: return "bytes";
        case Unit::megahertz: return "MHz";
        case Unit::gigabytes_a_second: return "GB/s";
        case Unit::gigaflops: return "GFLOP/s";
    }
    return "";
}

std::string amount_words(const CardRow& row) {
    if (!row.amount) return "not told";
    const auto whole = static_cast<std::int64_t>(*row.amount);
    if (row.unit == Unit::bytes) return bytes_worded(std::uint64_t(whole));
    if (row.unit == Unit::gigabytes_a_second) return fmt::format("{:.4g} GB/s", *row.amount);
    const std::string unit = unit_word(row.unit);
    return grouped(whole) + (unit.empty() ? "" : " ") + unit;
}

std::string card_head(const Multiprocessor& of) {
    return fmt::format(
        "{}{}, compute capability {}. {}\n", of.card,
        of.year > 0 ? fmt::format(" of {}", of.year) : "", of.capability,
        is_asked(of) ? "Asked from this machine's driver:" : "Known from tables and data sheets:");
}

std::string card_text(const Multiprocessor& of) {
    Table table({Side::left, Side::right, Side::left, Side::left});
    for (const CardRow& row : card_rows(of))
        table.row({row.words, amount_words(row), row.query, row.source});
    return card_head(of) + table.text();
}

Json card_json(const Multiprocessor& of) {
    Json facts = Json::array();
    for (const CardRow& row : card_rows(of)) {
        Json fact = {{"what", row.words},
                     {"query", row.query},
                     {"amount", nullptr},
                     {"unit", unit_word(row.unit)},
                     {"source", row.source}};
        if (row.amount) fact["amount"] = *row.amount;
        facts.push_back(fact);
    }
    Json json = {{"id", of.id},
                 {"card", of.card},
                 {"compute_capability", of.capability},
                 {"asked", is_asked(of)},
                 {"facts", facts}};
    if (of.year > 0) json["year"] = of.year;
    return json;
}

std::string all_cards() {
    Table table({Side::left, Side::left, Side::right, Side::right, Side::right});
    table.row({"NAME", "card", "year", "capability", "multiprocessors"});
    for (const Multiprocessor& of : multiprocessors())
        table.row({of.id, of.card, std::to_string(of.year), of.capability, grouped(of.count)});
    table.row({id_of_card_here, "that of this machine, asked from its driver"});
    return table.text(0);
}

// In small letters, without blanks and hyphens: "GeForce 8800 GTX" is "geforce8800gtx".
std::string plain_name(std::string_view name) {
    std::string plain;
    for (const char c : name)
        if (c != ' ' && c != '-') plain += c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    return plain;
}

// Chips by whose names courses call a card.
struct Chip {
    std::string_view name, card;  // the card by its id
};
constexpr std::array chips{Chip{"g80", "8800gtx"}, Chip{"gf100", "gtx480"},  Chip{"gk110b", "k40"},
                           Chip{"gk210", "k80"},   Chip{"gv100", "v100"},    Chip{"tu104", "t4"},
                           Chip{"ga100", "a100"},  Chip{"ad102", "rtx4090"}, Chip{"gh100", "h200"}};

// By its id, its name or the name of its chip, in any case: "a100", "GeForce 8800 GTX", "g80".
const Multiprocessor* known_card(const std::string& name) {
    const auto all = multiprocessors();
    const std::string plain = plain_name(name);
    const auto chip = std::ranges::find(chips, plain, &Chip::name);
    const std::string_view id = chip == chips.end() ? std::string_view(plain) : chip->card;
    const auto found = std::ranges::find_if(
        all, [&](const Multiprocessor& of) { return id == of.id || plain == plain_name(of.card); });
    return found == all.end() ? nullptr : &*found;
}

int unknown_card(const std::string& name, std::ostream& err) {
    std::vector<std::string> names;
    for (const Multiprocessor& of : multiprocessors()) names.push_back(of.id);
    names.emplace_back(id_of_card_here);
    const std::string near = closest(name, names);
    err << fmt::format("warplens card: there is no card \"{}\".{} There are {}.\n", name,
                       near.empty() ? "" : fmt::format(" Did you mean {}?", near), listed(names));
    return exit_usage;
}

int card(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens card",
                       "Lists what a card has, under the names of CUDA's device query.");
    std::string name, json;
    words.add("NAME", name, "a card of the list, such as a100; here: that of this machine");
    words.add("--json", json, "file for the facts as JSON, - for standard output");
    words.add_gpu_timeout();
    if (const auto code = words.parse(arguments, out, err)) return *code;
    const bool here = name == id_of_card_here;
    if (!name.empty() && !here && !known_card(name)) return unknown_card(name, err);
    if (here && !card_here().card) {
        err << card_here().lacks << '\n';
        return exit_without_gpu();
    }
    if (!json.empty()) {
        Json all = Json::array();
        for (const Multiprocessor& of : multiprocessors()) all.push_back(card_json(of));
        const Json one = here           ? card_json(*card_here().card)
                         : name.empty() ? all
                                        : card_json(*known_card(name));
        if (!deliver(json, written(one, 2) + "\n", out, err)) return exit_bad_file;
    }
    if (json == "-") return exit_right;
    out << (here           ? card_text(*card_here().card)
            : name.empty() ? all_cards()
                           : card_text(*known_card(name)));
    if (here && !card_here().lacks.empty()) err << card_here().lacks << '\n';
    return exit_right;
}

const RegisterCommand registered({"card", "card [NAME|here] [--json FILE|-]",
                                  "what a card has, by the names of CUDA's device query", 51,
                                  card});

}  // namespace
}  // namespace lab::card_command
