#include "lab/own/members.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "lab/declared.h"
#include "lab/own/signature.h"
#include "lab/source_text.h"

namespace lab {
namespace {

using simulator::Type;

// The text between the braces of the structure `name`; nullopt where it is not found.
std::optional<std::string> body_of(std::string_view name, const std::string& text) {
    for (std::size_t at = text.find("struct"); at != text.npos; at = text.find("struct", at + 1)) {
        const std::size_t open = text.find_first_of("{;", at);
        if (open == text.npos || text[open] != '{') continue;
        const std::size_t close = text.find('}', open), end = text.find(';', close);
        if (close == text.npos || end == text.npos) continue;
        if (find_name(text, name, at) < open || find_name(text, name, close) < end)
            return text.substr(open + 1, close - open - 1);
    }
    return std::nullopt;
}

struct Member {
    std::string name, type;
    std::uint32_t count = 1;  // array length
};

// "const float" -> "float const", as in demangled names.
std::string with_const_behind(std::string_view type) {
    constexpr std::string_view word = "const ";
    return type.starts_with(word) ? std::string(trimmed(type.substr(word.size()))) + " const"
                                  : std::string(type);
}

std::string_view without_const(std::string_view type) {
    constexpr std::string_view word = " const";
    return type.ends_with(word) ? type.substr(0, type.size() - word.size()) : type;
}

// Reads "float *a, *b", "int n", "float weights[4]".
bool add_members(std::string_view declaration, std::vector<Member>& members) {
    const std::string_view first = declaration.substr(0, declaration.find(','));
    std::size_t end = std::min(first.find('['), first.size());
    while (end > 0 && !is_name_character(first[end - 1])) --end;
    std::string_view base = trimmed(first.substr(0, end - name_before(first, end).size()));
    while (base.ends_with('*')) base = trimmed(base.substr(0, base.size() - 1));
    if (base.empty()) return false;
    const std::string_view rest = declaration.substr(base.size());
    const std::string type = with_const_behind(base);
    for (const std::string_view part : parts_of(rest)) {
        Member member{"", type};
        std::string_view words = trimmed(part);
        for (; words.starts_with('*'); words = trimmed(words.substr(1))) member.type += '*';
        if (const auto open = words.find('['); open != words.npos) {
            const std::string_view count = words.substr(open + 1);
            const auto [end, failed] =
                std::from_chars(count.data(), count.data() + count.size(), member.count);
            if (failed != std::errc{} || !std::string_view(end, 1).starts_with(']')) return false;
            words = trimmed(words.substr(0, open));
        }
        if (words.empty() || !std::ranges::all_of(words, is_name_character)) return false;
        member.name = words;
        members.push_back(member);
    }
    return true;
}

// Size and alignment of a member, by the rules of C++.
struct MemberRoom {
    std::uint32_t bytes = 0, alignment = 1;
};
std::optional<MemberRoom> room_of(const Taken& taken, const Member& member) {
    if (taken.pointer) return MemberRoom{8 * member.count, 8};
    const std::string_view type = without_const(member.type);
    if (type == "cudaTextureObject_t") return MemberRoom{8 * member.count, 8};
    const auto number = number_type(type);
    if (!number) return std::nullopt;
    const auto each = static_cast<std::uint32_t>(simulator::size_of(number->type)),
               all = each * static_cast<std::uint32_t>(number->numbers);
    return MemberRoom{all * member.count, number->numbers == 3 ? each : all};
}

Taken member_taken(const Taken& structure, const Member& member, std::uint32_t offset) {
    Taken taken;
    taken.name = structure.name + "." + member.name;
    taken.type = member.type;
    taken.offset = offset;
    read_type(taken);
    return taken;
}

// All members, if the source declares a structure of this size.
std::vector<Taken> declared(const Taken& structure, std::string_view source) {
    std::vector<Member> members;
    const auto body = body_of(bare_name(structure.type), bare(source));
    if (!body || body->find_first_of("({") != body->npos) return {};
    for (std::size_t at = 0; at < body->size();) {
        const std::size_t end = std::min(body->find(';', at), body->size());
        const std::string_view one = trimmed(std::string_view(*body).substr(at, end - at));
        if (!one.empty() && !add_members(one, members)) return {};
        at = end + 1;
    }
    std::vector<Taken> all;
    std::uint32_t at = 0, widest = 1;
    for (const Member& member : members) {
        Taken taken = member_taken(structure, member, 0);
        const auto room = room_of(taken, member);
        if (!room) return {};
        at = (at + room->alignment - 1) / room->alignment * room->alignment;
        taken.offset = at;
        taken.bytes = room->bytes;
        const auto number = number_type(without_const(member.type));
        taken.stored = taken.pointer || !number ? Type::u64 : number->type;
        taken.structure = member.count > 1 || (number && number->numbers > 1 && !taken.pointer);
        at += room->bytes;
        widest = std::max(widest, room->alignment);
        all.push_back(std::move(taken));
    }
    return (at + widest - 1) / widest * widest == structure.bytes ? all : std::vector<Taken>{};
}

// Only the members that the kernel loads.
std::vector<Taken> loaded(const Taken& structure, const std::vector<UsedMember>& used) {
    std::vector<Taken> all;
    for (const UsedMember& one : used) {
        Taken taken;
        taken.name = fmt::format("{}.at{}", structure.name, one.offset);
        taken.offset = one.offset;
        taken.bytes = static_cast<std::uint32_t>(simulator::size_of(one.type));
        taken.stored = one.type;
        all.push_back(std::move(taken));
    }
    return all;
}

bool stands_there(const std::vector<Taken>& members, const UsedMember& one) {
    return std::ranges::any_of(members, [&](const Taken& taken) {
        const bool within = one.offset >= taken.offset && one.offset < taken.offset + taken.bytes;
        return one.address || one.texture ? one.offset == taken.offset && taken.bytes == 8 : within;
    });
}

}  // namespace

std::vector<Taken> members_of(const Taken& structure, const std::vector<UsedMember>& used,
                              std::string_view source) {
    const auto leads = [](const UsedMember& one) { return one.address || one.texture; };
    if (std::ranges::none_of(used, leads)) return {};
    std::vector<Taken> members = declared(structure, source);
    if (!std::ranges::all_of(used, [&](const auto& one) { return stands_there(members, one); }))
        members = loaded(structure, used);
    for (Taken& taken : members) {
        const auto one = std::ranges::find(used, taken.offset, &UsedMember::offset);
        if (one == used.end()) continue;
        taken.pointer |= one->address;
        taken.texture = one->texture;
        if (taken.type.empty()) taken.element = one->element;
    }
    return members;
}

}  // namespace lab
