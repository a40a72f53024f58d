// Meanings of PTX lines. See ptx_meaning.h.
#include "app/views/ptx_meaning.h"

#include <map>

#include "simulator/decode/program.h"
#include "simulator/isa/row.h"

namespace app {

using simulator::Unit;

namespace {

using PtxMeanings = std::map<int, PtxMeaning>;  // by line

// "a × b" for "a * b": a star would begin bold type.
std::string readable(std::string_view meaning) {
    std::string text;
    for (const char letter : meaning)
        if (letter == '*')
            text += "×";
        else
            text += letter;
    return text;
}

PtxMeaning told_of(const simulator::Row& row) {
    return {readable(row.meaning) + "\nUnit *" + std::string(name_of(row.unit)) +
                "*: " + std::string(app::meaning_of(row.unit)) + ".",
            simulator::manual_link(row)};
}

PtxMeanings meanings_in(const std::string& ptx) {
    PtxMeanings meanings;
    const auto module = simulator::Module::read(ptx);
    if (!module) return meanings;
    for (const auto& function : (*module)->text().functions)
        for (const auto& instruction : function.body)
            if (const simulator::Row* row = simulator::find_row(instruction).row)
                meanings.emplace(instruction.ptx_line, told_of(*row));
    return meanings;
}

}  // namespace

const PtxMeaning* ptx_meaning(const lab::Run& run, int line) {
    const PtxMeanings& all = run.derived(0, [&] { return meanings_in(run.ptx_text); });
    const auto found = all.find(line);
    return found == all.end() ? nullptr : &found->second;
}

std::string_view meaning_of(Unit unit) {
    switch (unit) {
        case Unit::none: return "nothing runs it";
        case Unit::alu: return "sums of integers, comparisons, logic, shifts";
        case Unit::fma: return "sums and products of floats, products of integers";
        case Unit::half: return "arithmetic of 16-bit floats";
        case Unit::fp64: return "arithmetic of doubles";
        case Unit::special: return "reciprocals, roots, sines, powers";
        case Unit::convert: return "from one type to another";
        case Unit::move: return "from register to register, within a lane";
        case Unit::shuffle: return "from lane to lane, without memory";
        case Unit::vote: return "one answer from all lanes of a warp";
        case Unit::memory: return "loads and stores";
        case Unit::texture: return "reads of textures, by coordinates";
        case Unit::atomic: return "changes of memory that nothing can interrupt";
        case Unit::control: return "branches, and the end";
        case Unit::barrier: return "waiting for the other threads of the block";
    }
    return "";
}

}  // namespace app
