// Other launches to try where the guessed one has a fault. A kernel that is right at its intended
// launch must not be called wrong.
#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "lab/own/guess.h"
#include "lab/running/faults.h"
#include "simulator/decode/program.h"

namespace lab {
namespace {

using simulator::Fault;
using simulator::FaultKind;
using simulator::Program;

std::string shape_words(const Dim3& of) {
    if (of.z > 1) return fmt::format("{} x {} x {}", of.x, of.y, of.z);
    return of.y > 1 ? fmt::format("{} x {}", of.x, of.y) : fmt::format("{}", of.x);
}

class OtherBlocks {
public:
    OtherBlocks(const Program& program, const Dim3& first) : program_(program), first_(first) {}

    std::vector<Dim3> all() {
        // cooperative groups read y and z even in a one-dimensional block, to number its threads
        if (first_.z > 1) add({static_cast<std::uint32_t>(first_.count()), 1, 1});
        if (first_.y > 1 || first_.z > 1)
            for (const Dim3 block : {Dim3{32, 8, 1}, {16, 16, 1}, {32, 32, 1}, {8, 8, 1}})
                add(block);
        // 64 + 2 elements suggest 64 threads; 128 may be two for each of 64
        for (const auto& array : program_.shared) {
            const auto elements =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(array.bytes() / 4, 4096));
            for (const std::uint32_t threads : {elements, elements & ~31u, elements / 2})
                if (threads >= 32 && threads <= 1024) add({threads, 1, 1});
        }
        // few threads first, so that there are several blocks
        for (const std::uint32_t threads : {64u, 32u, 128u, 256u, 512u}) add({threads, 1, 1});
        return std::move(found_);
    }

private:
    void add(const Dim3& block) {
        const bool allowed = program_.most_threads == 0 || block.count() <= program_.most_threads;
        if (allowed && block != first_ && std::ranges::count(found_, block) == 0)
            found_.push_back(block);
    }

    const Program& program_;
    Dim3 first_;
    std::vector<Dim3> found_;
};

// Faults of a thread's own index or address: if they vanish at another block, the kernel is right
// there. Races may just be hidden by fewer threads.
bool is_of_one_thread(const Fault& fault) {
    return fault.kind == FaultKind::out_of_bounds || fault.kind == FaultKind::misaligned ||
           fault.kind == FaultKind::beyond_array || fault.kind == FaultKind::uninitialized_read;
}

bool guesses_numbers(const Wish& wish, const Guess& guess) {
    for (std::size_t i = 0; i < guess.arguments.size(); ++i) {
        const Spec& spec = guess.arguments[i];
        const bool whole = !is_real(spec.type) && spec.kind != Spec::Kind::texture &&
                           spec.kind != Spec::Kind::structure;
        if (!wish.arguments[i] && whole) return true;
    }
    return false;
}

OtherGuess with_zeros(const Wish& wish, const std::string& title) {
    OtherGuess other{wish.room, "", true};
    other.room.zeros = true;
    other.room.found.push_back(
        {fmt::format("With whole numbers from 0 upwards this kernel has a fault ({}), so the whole "
                     "numbers that are not sizes are 0. If yours differ, give them with --arg.",
                     title)});
    return other;
}

OtherGuess in_blocks(const Dim3& block, const Wish& wish, const Dim3& first,
                     const std::string& title) {
    OtherGuess other{wish.room, "", true};
    other.room.block = block;
    const std::string fault = fmt::format("In blocks of {} threads this kernel has a fault ({})",
                                          shape_words(first), title);
    other.room.found.push_back(
        {fmt::format("{}, so the block is {}. If your block is {}, give it with --block.", fault,
                     shape_words(block), shape_words(first))});
    other.where_right = fmt::format(
        "{}, and in blocks of {} it has none: give your block with "
        "--block.",
        fault, shape_words(block));
    return other;
}

}  // namespace

std::vector<OtherGuess> other_guesses(const Program& program, const Wish& wish, const Guess& guess,
                                      const Fault& fault) {
    std::vector<OtherGuess> found;
    const std::string title = fault_title(fault);
    const bool own = is_of_one_thread(fault);
    if (own && guesses_numbers(wish, guess)) found.push_back(with_zeros(wish, title));
    if (wish.block || wish.grid || program.required_threads.count() > 0) return found;
    for (const Dim3& block : OtherBlocks(program, guess.block).all()) {
        OtherGuess other = in_blocks(block, wish, guess.block, title);
        other.replaces = own || (block.count() == guess.block.count() && block.y == 1);
        found.push_back(std::move(other));
    }
    return found;
}

}  // namespace lab
