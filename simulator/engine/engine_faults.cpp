// Makes faults of a kernel's errors: the thread, the place, the line, the buffer.
#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "simulator/engine/address_made.h"
#include "simulator/engine/engine_watch.h"
#include "simulator/isa/calls.h"
#include "simulator/watch/array_table.h"

namespace simulator {
namespace {

constexpr std::size_t longest_assertion = 4096;
constexpr std::size_t waits_listed = 8;
constexpr Address end_of_null = 1 << 16;  // an address below is a null pointer plus a small index

std::string index_text(const Dim3& index) {
    return "(" + std::to_string(index.x) + ", " + std::to_string(index.y) + ", " +
           std::to_string(index.z) + ")";
}

// Rounds down, also before an array.
std::int64_t element_of(std::int64_t offset, std::int64_t size) {
    return offset >= 0 ? offset / size : -((-offset + size - 1) / size);
}

// Of a thread among all, row by row of the whole grid.
std::int64_t number_in_grid(const Dim3& thread, const Dim3& threads, const Dim3& block,
                            const Dim3& blocks) {
    const auto along = [](std::uint32_t at, std::uint32_t wide, std::uint32_t before) {
        return std::int64_t{before} * wide + at;
    };
    const std::int64_t x = along(thread.x, threads.x, block.x),
                       y = along(thread.y, threads.y, block.y),
                       z = along(thread.z, threads.z, block.z);
    const std::int64_t width = std::int64_t{threads.x} * blocks.x,
                       height = std::int64_t{threads.y} * blocks.y;
    return (z * height + y) * width + x;
}

}  // namespace

Fault Engine::fault_at(const Resident& resident, const WarpState& warp, int lane,
                       const Code& code) const {
    Fault fault;
    fault.launch = launch_.index;
    fault.block = block_index(launch_.grid, resident.block);
    fault.thread = thread_index(launch_.block, warp.index * warp_size + lane);
    fault.line = code.line;
    fault.ptx_line = code.ptx_line;
    fault.interval = warp.interval;
    return fault;
}

// The texture's kind, and the kind that the instruction takes.
std::string Engine::other_texture(const Lapse& lapse) const {
    const TextureForm& form = machinery_.memory.texture(lapse.address)->form;
    const bool other_form =
        form.dimensions != lapse.bytes || form.gives_floats() != (lapse.code->type == Type::f32);
    if (!other_form && form.texels == TexelsIn::array)
        return "its texels lie in an array, but tex1Dfetch reads plain memory.";
    if (!other_form) return "its texels lie in plain memory, but tex1D reads an array.";
    const auto words = [](int dimensions, bool floats) {
        return std::to_string(dimensions) + (dimensions == 1 ? " dimension" : " dimensions") +
               (floats ? " of floats" : " of whole numbers");
    };
    return "it has " + words(form.dimensions, form.gives_floats()) +
           ", but the kernel reads one "
           "of " +
           words(lapse.bytes, lapse.code->type == Type::f32) + ".";
}

void Engine::trap(WarpState& warp, const BasicBlock& block) {
    const Code& code = program_.code[block.terminator];
    Lapse lapse;
    const bool left_out = !left_out_words(program_.text[code.index]).empty();
    lapse.kind = left_out                              ? FaultKind::unknown_instruction
                 : code.row->effect.kind == Kind::call ? FaultKind::assertion
                                                       : FaultKind::trap;
    lapse.code = &code;
    lapse.lane = std::countr_zero(warp.mask);
    throw lapse;
}

void Engine::report_deadlock() {
    for (std::uint32_t i = 0; i < launch_.residents.size(); ++i) {
        Resident& resident = launch_.residents[i];
        if (!resident.active) continue;
        const auto stuck = std::ranges::find_if(
            resident.warps, [](const WarpState& warp) { return warp.live != 0; });
        launch_.turn = i;
        resident.turn = static_cast<std::uint32_t>(stuck - resident.warps.begin());
        const Split& split = stuck->current();
        const BasicBlock& block = program_.blocks[split.block];
        Lapse lapse;
        lapse.kind = split.wait == Wait::lanes ? FaultKind::absent_lanes : FaultKind::deadlock;
        const std::uint32_t at = split.at != no_code ? split.at : std::max(block.last, 1u) - 1;
        lapse.code = &program_.code[at];
        lapse.lane = std::countr_zero(split.mask);
        throw lapse;
    }
    throw Lapse{FaultKind::deadlock, &program_.code.front(), 0, Space::none, 0, 0, false};
}

void Engine::report(const Lapse& lapse) {
    const Resident& resident = launch_.residents[launch_.turn];
    const WarpState& warp = resident.warps[resident.turn];
    Fault fault = fault_at(resident, warp, lapse.lane, *lapse.code);
    fault.kind = lapse.kind;
    fault.space = lapse.space;
    fault.address = lapse.address;
    fault.bytes = lapse.bytes;
    fault.write = lapse.write;
    if (lapse.space != Space::none) name_place(fault, warp, lapse);
    if (lapse.kind == FaultKind::deadlock) fault.text = who_waits();
    if (lapse.kind == FaultKind::call_depth)
        fault.text = "A thread's stack has " + std::to_string(ptx::stack_bytes) +
                     " bytes, and the nested calls use all of them.";
    if (lapse.kind == FaultKind::absent_lanes) name_absent(fault, warp, warp.current());
    if (lapse.kind == FaultKind::other_texture) fault.text = other_texture(lapse);
    if (lapse.kind == FaultKind::assertion) fault.text = assertion(warp, *lapse.code, lapse.lane);
    if (lapse.kind == FaultKind::unknown_instruction)
        fault.text = left_out_words(program_.text[lapse.code->index]);
    skip_rest(warp, *lapse.code);
    machinery_.faults.report(std::move(fault));
}

// Lanes wait for lanes of their mask that are at a meeting place: the mask names too many.
void Engine::note_absent(const Resident& resident, const WarpState& warp) {
    for (int i = 0; i < warp.splits_count; ++i) {
        const Split& split = warp.splits[i];
        if (split.wait != Wait::lanes) continue;
        const int lane = std::countr_zero(split.mask);
        Fault fault = fault_at(resident, warp, lane, program_.code[split.at]);
        fault.kind = FaultKind::absent_lanes;
        fault.fatal = false;
        name_absent(fault, warp, split);
        machinery_.faults.report(std::move(fault));
    }
}

void Engine::name_absent(Fault& fault, const WarpState& warp, const Split& split) const {
    const Code& code = program_.code[split.at];
    const int lane = std::countr_zero(split.mask);
    fault.mask = static_cast<std::uint32_t>(lane_bits(warp, code.e, 4, lane));
    const auto here = [&](const Split& other) {
        return other.wait == Wait::lanes && other.at == split.at;
    };
    for (int i = 0; i < warp.splits_count; ++i)
        if (here(warp.splits[i])) fault.here |= warp.splits[i].mask;
    fault.absent = fault.mask & warp.live & ~fault.here;
    for (int i = 0; i < warp.splits_count; ++i) {
        const Split& other = warp.splits[i];
        if (here(other) || !(other.mask & fault.absent)) continue;
        const BasicBlock& block = program_.blocks[other.block];
        const Code& there = program_.code[std::min<std::size_t>(
            other.at != no_code ? other.at : block.first, program_.code.size() - 1)];
        fault.other_block = fault.block;
        fault.other_thread = thread_index(
            launch_.block, warp.index * warp_size + std::countr_zero(other.mask & fault.absent));
        fault.other_line = there.line;
        fault.other_ptx_line = there.ptx_line;
    }
}

// Blocks are counted as a whole, so the instructions after the faulty one, which counts itself, are
// subtracted. So are those after the current instructions of other lanes and warps.
void Engine::skip_rest(const WarpState& warp, const Code& code) {
    for (const BasicBlock& block : program_.blocks)
        if (code.index >= block.first && code.index < block.last)
            skip(code.index + 1, block.last, warp.active);
    for (const Resident& resident : launch_.residents) {
        if (!resident.active) continue;
        for (const WarpState& other : resident.warps)
            for (int i = 0; i < other.splits_count; ++i) {
                const Split& split = other.splits[i];
                if (split.at == no_code || (&other == &warp && &split == &warp.current())) continue;
                const bool arrived = split.wait == Wait::lanes || split.synchronized;
                skip(split.at + arrived, program_.blocks[split.block].last,
                     std::popcount(split.mask));
            }
    }
}

void Engine::skip(std::uint32_t first, std::uint32_t last, int lanes) {
    for (std::uint32_t i = first; i < last; ++i) {
        ++launch_.record.skipped[i].executions;
        launch_.record.skipped[i].lanes += static_cast<std::uint64_t>(lanes);
    }
}

// The buffer or shared array that contains the address, that it was made from, or that is closest.
void Engine::name_place(Fault& fault, const WarpState& warp, const Lapse& lapse) const {
    const Dim3 one{1, 1, 1};
    fault.thread_number =
        fault.space == Space::shared
            ? number_in_grid(fault.thread, launch_.block, {0, 0, 0}, one)
            : number_in_grid(fault.thread, launch_.block, fault.block, launch_.grid);
    const bool vector = lapse.code->count > 1 && lapse.code->row->effect.is_memory();
    const int element = vector ? size_of(lapse.code->type) : fault.bytes;
    if (fault.space == Space::local) {
        const int size = std::max(element, 1);
        fault.buffer = "local memory";
        fault.element = static_cast<std::int64_t>(fault.address) / size;
        fault.elements = program_.local_bytes / static_cast<std::uint32_t>(size);
        return;
    }
    if (fault.space == Space::shared)
        return name_shared(fault, fault.kind == FaultKind::misaligned ? element : fault.bytes);
    name_global(fault, warp, lapse);
}

void Engine::name_global(Fault& fault, const WarpState& warp, const Lapse& lapse) const {
    const Memory& memory = machinery_.memory;
    const Buffer* buffer = memory.find(fault.address);
    if (!buffer) {
        const AddressMade made = address_made(program_, warp, lapse.lane, *lapse.code, memory);
        if (made.product) fault.text = std::to_string(*made.product);
        if (made.from_call && fault.address < end_of_null) fault.text = "malloc";
        buffer = made.base                     ? made.base
                 : fault.address < end_of_null ? nullptr
                                               : memory.nearest(fault.address);
    }
    if (!buffer) return;
    // Memory from malloc has no type.
    const auto size = std::max(buffer->heap ? fault.bytes : size_of(buffer->type), 1);
    const auto offset = static_cast<std::int64_t>(fault.address - buffer->base);
    fault.buffer = buffer->name;
    fault.heap = buffer->heap;
    fault.element = element_of(offset, size);
    fault.elements = buffer->bytes / static_cast<std::uint64_t>(size);
}

void Engine::name_shared(Fault& fault, int width) const {
    const auto address = static_cast<std::int64_t>(fault.address);
    std::string_view name = program_.dynamic_shared;
    std::int64_t base = program_.dynamic_first;
    std::int64_t end = std::int64_t{program_.shared_bytes} + launch_.dynamic_shared;
    Type type = program_.dynamic_shared_type;
    bool dynamic = true;
    for (std::size_t i = 0; i < program_.shared.size(); ++i) {
        const std::int64_t first = program_.shared_offsets[i];
        const auto bytes = static_cast<std::int64_t>(program_.shared[i].bytes());
        const bool here = address >= first && address < first + bytes;
        if (!here && !(name.empty() && i + 1 == program_.shared.size())) continue;
        name = program_.shared[i].name;
        type = program_.shared[i].type;
        base = first;
        end = first + bytes;
        dynamic = false;
    }
    const int size = std::max(size_of(type) == 1 ? width : size_of(type), 1);
    fault.buffer = source_name(name);
    fault.element = element_of(address - base, size);
    fault.elements = static_cast<std::uint64_t>(std::max<std::int64_t>(end - base, 0) / size);
    if (dynamic && launch_.dynamic_shared == 0)  // the size with an element for each thread
        fault.text = std::to_string(launch_.block.count() * static_cast<std::uint64_t>(size));
    else if (dynamic && fault.kind == FaultKind::out_of_bounds && fault.elements > 0)
        fault.text = std::to_string(launch_.dynamic_shared);
}

// "24 threads of block (0, 0, 0) at the barrier of line 12; ..."
std::string Engine::who_waits() const {
    std::map<std::pair<std::uint64_t, std::string>, int> waiting;
    for (const Resident& resident : launch_.residents) {
        for (const WarpState& warp : resident.warps) {
            for (int i = 0; resident.active && i < warp.splits_count; ++i) {
                const Split& split = warp.splits[i];
                const BasicBlock& block = program_.blocks[split.block];
                const std::uint32_t at =
                    split.at != no_code ? split.at : std::max(block.last, 1u) - 1;
                const std::string what = split.wait == Wait::barrier ? "at the barrier"
                                         : split.wait == Wait::lanes || split.parked
                                             ? "for lanes of their warp"
                                             : "in the loop";
                const Code& code = program_.code[at];
                const std::string line = code.line > 0
                                             ? " at line " + std::to_string(code.line)
                                             : " at PTX line " + std::to_string(code.ptx_line);
                waiting[{resident.block, what + line}] += std::popcount(split.mask);
            }
        }
    }
    std::string text;
    std::size_t listed = 0;
    for (const auto& [where, threads] : waiting) {
        if (++listed > waits_listed) return text + "; and others";
        text += (text.empty() ? "" : "; ") + std::to_string(threads) + " threads of block " +
                index_text(block_index(launch_.grid, where.first)) + " " + where.second;
    }
    return text;
}

std::string Engine::assertion(const WarpState& warp, const Code& code, int lane) const {
    const auto text = [&](Place place) {
        std::string found;
        for (Address at = lane_bits(warp, place, 8, lane); found.size() < longest_assertion; ++at) {
            const std::byte* letter = std::as_const(machinery_.memory).host(at, 1);
            if (!letter || *letter == std::byte{0}) break;
            found += static_cast<char>(*letter);
        }
        return found;
    };
    return text(code.a);
}

}  // namespace simulator
