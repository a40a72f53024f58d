// Device printf (vprintf with a format and a buffer of arguments, each aligned to its size), and
// malloc and free on a device heap.
#include "simulator/isa/calls.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "simulator/isa/environment.h"
#include "simulator/printed.h"
#include "simulator/ptx/left_out.h"

namespace simulator {
namespace {

constexpr std::size_t longest_text = 4096;

// Reads memory at a lane's generic addresses.
class Reader {
public:
    Reader(Warp& warp, int lane) : warp_(warp), lane_(lane) {}

    bool read(Address address, std::byte* target, std::size_t bytes) const {
        while (bytes > 0) {
            const std::span<const std::byte> here = from(address).first_of(bytes);
            if (here.empty()) return false;
            std::memcpy(target, here.data(), here.size());
            address += here.size(), target += here.size(), bytes -= here.size();
        }
        return true;
    }

    // Reads text up to its zero byte.
    std::string text(Address address) const {
        std::string found;
        while (found.size() < longest_text) {
            const std::span<const std::byte> here =
                from(address).first_of(longest_text - found.size());
            const void* zero = here.empty() ? nullptr : std::memchr(here.data(), 0, here.size());
            const auto* letters = reinterpret_cast<const char*>(here.data());
            found.append(letters, zero ? static_cast<const char*>(zero) - letters
                                       : static_cast<std::ptrdiff_t>(here.size()));
            if (zero || here.empty()) break;
            address += here.size();
        }
        return found;
    }

private:
    // Contiguous bytes.
    struct Stretch {
        const std::byte* data = nullptr;
        std::uint64_t size = 0;
        std::span<const std::byte> first_of(std::uint64_t most) const {
            return {data, static_cast<std::size_t>(std::min(size, most))};
        }
    };
    // The bytes from an address on; empty if there is no memory.
    Stretch from(Address address) const {
        const Located at = resolve(Space::generic, address);
        const Environment& around = *warp_.environment;
        if (at.space == Space::shared) {
            if (at.address >= around.shared_bytes) return {};
            return {around.shared + at.address, around.shared_bytes - at.address};
        }
        if (at.space == Space::local) {
            constexpr std::uint64_t word = 4;  // words of the lanes are interleaved
            if (at.address >= around.local_bytes) return {};
            return {around.local + local_offset(at.address, lane_),
                    std::min(word - at.address % word, around.local_bytes - at.address)};
        }
        const Region region = around.memory->readable(at.address);
        if (!region.host || at.address < region.base || at.address >= region.end) return {};
        return {region.host + (at.address - region.base), region.end - at.address};
    }

    Warp& warp_;
    int lane_;
};

// Reads the arguments of a printf, one after the other.
class Arguments {
public:
    Arguments(const Reader& reader, Address first) : reader_(reader), next_(first) {}
    std::uint64_t take(int bytes) {
        next_ = (next_ + bytes - 1) / bytes * bytes;
        std::uint64_t bits = 0;
        reader_.read(next_, reinterpret_cast<std::byte*>(&bits), bytes);
        next_ += bytes;
        return bits;
    }

private:
    const Reader& reader_;
    Address next_;
};

template <class... Values>
std::string print(const std::string& format, Values... values) {
    char usual[64];
    const int length = std::snprintf(usual, sizeof usual, format.c_str(), values...);
    if (length < static_cast<int>(sizeof usual)) return {usual, std::size_t(std::max(length, 0))};
    std::string text(length + 1, '\0');
    std::snprintf(text.data(), text.size(), format.c_str(), values...);
    text.pop_back();
    return text;
}

constexpr std::int64_t widest_field = 1024;  // letters: else only memory limits it

// "%-8.3" from "%-*.*lf", with arguments in place of its stars. The host's printf gets no other
// text of the kernel.
class FieldWords {
public:
    FieldWords(std::string_view form, Arguments& arguments) : form_(form), arguments_(arguments) {}
    std::string read() {
        while (is_any_of("-+ #0")) made_ += form_[at_++];
        const std::int64_t width = number();
        if (width < 0) made_ += '-';
        if (width != 0) made_ += std::to_string(std::abs(width));
        if (!is_any_of(".")) return made_;
        ++at_;
        const std::int64_t precision = number();
        if (precision >= 0) made_ += "." + std::to_string(precision);
        return made_;
    }

private:
    bool is_any_of(std::string_view letters) const {
        return at_ < form_.size() && letters.find(form_[at_]) != letters.npos;
    }
    std::int64_t number() {
        if (is_any_of("*")) {
            ++at_;
            const std::int64_t given = static_cast<std::int32_t>(arguments_.take(4));
            return std::clamp(given, -widest_field, widest_field);
        }
        std::int64_t value = 0;
        for (; is_any_of("0123456789"); ++at_)
            value = std::min(10 * value + (form_[at_] - '0'), widest_field);
        return value;
    }

    std::string_view form_;
    Arguments& arguments_;
    std::size_t at_ = 1;
    std::string made_ = "%";
};

bool takes_argument(char letter) { return std::strchr("diuoxXcspfFeEgGaA", letter); }

// The value of a 4-byte argument with no h, one or two.
template <class None, class One, class Two>
auto narrowed(std::uint64_t bits, std::ptrdiff_t letters) {
    using Wide = std::conditional_t<std::is_signed_v<None>, long long, unsigned long long>;
    return letters == 0   ? static_cast<Wide>(static_cast<None>(bits))
           : letters == 1 ? static_cast<Wide>(static_cast<One>(bits))
                          : static_cast<Wide>(static_cast<Two>(bits));
}

// One conversion, such as "%-8.3f". Letters unknown to CUDA are printed unchanged.
std::string convert(const std::string& form, char letter, const Reader& reader,
                    Arguments& arguments) {
    if (!takes_argument(letter)) return form + letter;
    const std::string field = FieldWords(form, arguments).read();
    const bool wide = form.find_first_of("ljzt") != form.npos;
    const auto narrow = std::ranges::count(form, 'h');  // a short, or a char
    switch (letter) {
        case 's': return print(field + 's', reader.text(arguments.take(8)).c_str());
        case 'c': return print(field + 'c', static_cast<int>(arguments.take(4)));
        case 'p': return print("0x%llx", static_cast<unsigned long long>(arguments.take(8)));
        case 'd':
        case 'i':
            return print(field + "lld", wide ? static_cast<long long>(arguments.take(8))
                                             : narrowed<std::int32_t, std::int16_t, std::int8_t>(
                                                   arguments.take(4), narrow));
        case 'u':
        case 'o':
        case 'x':
        case 'X':
            return print(field + "ll" + letter,
                         wide ? static_cast<unsigned long long>(arguments.take(8))
                              : narrowed<std::uint32_t, std::uint16_t, std::uint8_t>(
                                    arguments.take(4), narrow));
        default: return print(field + letter, std::bit_cast<double>(arguments.take(8)));
    }
}

// A part of a format; formats are split once for all lanes that use them.
struct Piece {
    std::string form;  // literal text, or "%-8.3"
    char letter = 0;   // ends a conversion; 0: text
};

std::vector<Piece> pieces_of(const std::string& pattern) {
    std::vector<Piece> pieces;
    for (std::size_t at = 0; at < pattern.size();) {
        const std::size_t percent = std::min(pattern.find('%', at), pattern.size());
        if (percent > at) pieces.push_back({pattern.substr(at, percent - at)});
        const std::size_t letter = pattern.find_first_not_of("%-+ #0123456789.*lhjzt", percent);
        const bool literal = percent + 1 < pattern.size() && pattern[percent + 1] == '%';
        if (literal)
            pieces.push_back({"%"});
        else if (letter != pattern.npos)
            pieces.push_back({pattern.substr(percent, letter - percent), pattern[letter]});
        at = literal ? percent + 2 : letter == pattern.npos ? pattern.size() : letter + 1;
    }
    return pieces;
}

// The result of CUDA's printf: the number of arguments. C's printf counts letters.
std::int32_t arguments_of(const std::vector<Piece>& pieces) {
    std::int64_t count = 0;
    for (const Piece& piece : pieces)
        if (piece.letter != 0 && takes_argument(piece.letter))
            count += 1 + std::ranges::count(piece.form, '*');
    return static_cast<std::int32_t>(count);
}

std::string formatted(const Reader& reader, const std::vector<Piece>& pieces, Address buffer) {
    Arguments arguments(reader, buffer);
    std::string text;
    for (const Piece& piece : pieces)
        text +=
            piece.letter == 0 ? piece.form : convert(piece.form, piece.letter, reader, arguments);
    return text;
}

// Lanes that print mostly share one format. Text beyond the buffer is not formatted.
void print_from_lanes(Warp& warp, const Code& code) {
    const Environment& around = *warp.environment;
    std::optional<Address> last;
    std::vector<Piece> pieces;
    for (std::uint32_t rest = warp.mask; rest; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const Reader reader(warp, lane);
        const Address format = lane_bits(warp, code.a, 8, lane);
        if (last != format || resolve(Space::generic, format).space == Space::local)
            pieces = pieces_of(reader.text(format));
        last = format;
        Printed& printed = *around.printed;
        if (!printed.is_full())
            printed.keep({.block = around.block,
                          .thread = static_cast<std::uint16_t>(warp.index * warp_size + lane),
                          .launch = static_cast<std::uint16_t>(around.launch),
                          .line = code.line,
                          .ptx_line = code.ptx_line,
                          .index = *around.instructions},
                         formatted(reader, pieces, lane_bits(warp, code.b, 8, lane)));
        if (code.d != nowhere) warp.lanes<std::int32_t>(code.d)[lane] = arguments_of(pieces);
    }
}

// Lanes run in ascending order.
void take_memory(Warp& warp, const Code& code) {
    for (std::uint32_t rest = warp.mask; rest; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const Address given =
            warp.environment->memory->take_from_heap(lane_bits(warp, code.a, 8, lane));
        if (code.d != nowhere) warp.lanes<std::uint64_t>(code.d)[lane] = given;
    }
}

void give_memory(Warp& warp, const Code& code) {
    for (std::uint32_t rest = warp.mask; rest; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const Address base = lane_bits(warp, code.a, 8, lane);
        if (base == 0) continue;
        const Memory::Freed freed = warp.environment->memory->give_to_heap(base);
        if (freed == Memory::Freed::now) continue;
        Lapse lapse{FaultKind::freed_twice, &code, lane};
        if (freed == Memory::Freed::foreign) lapse.kind = FaultKind::freed_foreign;
        lapse.address = base;
        throw lapse;
    }
    forget_regions(*warp.environment);
}

constexpr Call calls[] = {
    {"vprintf", 2, {Type::b64, Type::b64}, Type::b32, print_from_lanes},
    {"malloc", 1, {Type::b64}, Type::b64, take_memory},
    {"free", 1, {Type::b64}, Type::none, give_memory},
    {"__assertfail", 4, {Type::b64, Type::b64, Type::b32, Type::b64}, Type::none, nullptr},
    {ptx::left_out_call, 0, {}, Type::none, nullptr},
};

}  // namespace

const Call* call_named(std::string_view name) {
    for (const Call& call : calls) {
        if (call.name == name) return &call;
    }
    return nullptr;
}

std::string_view left_out_words(const ptx::Instruction& call) {
    return call.callee == ptx::left_out_call ? std::string_view(call.arguments.at(0).name) : "";
}

}  // namespace simulator
