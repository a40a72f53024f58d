// Turns offsets into words. See signature_words.h.
#include "app/views/flow/signature_words.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <vector>

#include "app/format.h"

namespace app {
namespace {

std::string signed_text(std::int64_t n) {
    return n < 0 ? "\u2212" + std::to_string(-n) : (n > 0 ? "+" : "") + std::to_string(n);
}

std::string listed(const std::vector<std::int64_t>& numbers, const char* one, const char* many,
                   bool relative) {
    const auto number = [&](auto n) { return relative ? signed_text(n) : std::to_string(n); };
    if (numbers.size() == 1) return std::string(one) + " " + number(numbers[0]);
    const bool run = numbers.back() - numbers.front() + 1 == std::ssize(numbers);
    if (run && numbers.size() > 2)
        return std::string(many) + " " + number(numbers.front()) + " to " + number(numbers.back());
    std::string text = std::string(many) + " ";
    for (std::size_t i = 0; i < numbers.size(); ++i) text += (i ? ", " : "") + number(numbers[i]);
    return text;
}

std::string axis_words(SignatureAxis axis, SignatureAxis own, const std::vector<std::int64_t>& at,
                       const char* one, const char* many) {
    const bool still = at.size() == 1 && at[0] == 0;
    if (axis == SignatureAxis::none) return listed(at, one, many, false);
    if (still && axis == own) return std::string("same ") + one;
    if (still)
        return std::string(one) + " = target's " + (axis == SignatureAxis::row ? "row" : "column");
    return listed(at, one, many, true);
}

// The centre of six cells that surround one cell; else nullopt.
std::optional<SignatureCell> centre_of(const std::vector<SignatureCell>& cells) {
    if (cells.size() != 6) return {};
    SignatureCell sum;
    for (const SignatureCell& cell : cells) sum.x += cell.x, sum.y += cell.y, sum.z += cell.z;
    const SignatureCell centre{sum.x / 6, sum.y / 6, sum.z / 6};
    const bool around = std::ranges::all_of(cells, [&](const SignatureCell& cell) {
        return std::abs(cell.x - centre.x) + std::abs(cell.y - centre.y) +
                   std::abs(cell.z - centre.z) ==
               1;
    });
    return around ? std::optional(centre) : std::nullopt;
}

}  // namespace

std::string part_words(const SignaturePart& part) {
    std::set<std::int64_t> xs, ys, zs;
    for (const SignatureCell& cell : part.offsets)
        xs.insert(cell.x), ys.insert(cell.y), zs.insert(cell.z);
    const std::vector columns(xs.begin(), xs.end()), rows(ys.begin(), ys.end());
    const bool box = part.offsets.size() == xs.size() * ys.size() * zs.size() && zs.size() == 1 &&
                     *zs.begin() == 0;
    if (box)
        return axis_words(part.row, SignatureAxis::row, rows, "row", "rows") + ", " +
               axis_words(part.column, SignatureAxis::column, columns, "column", "columns");
    if (const auto centre = centre_of(part.offsets);
        centre && centre->x == 0 && centre->y == 0 && centre->z != 0) {
        const std::string planes = plural(std::abs(centre->z), "plane");
        return "the six around the cell " + planes + (centre->z > 0 ? " further" : " before");
    }
    if (part.offsets.size() > 9) return std::to_string(part.offsets.size()) + " cells around it";
    const bool deep = zs.size() > 1 || *zs.begin() != 0;
    std::string text;
    for (const SignatureCell& cell : part.offsets) {
        text += (text.empty() ? "(" : " (") + signed_text(cell.x) + ", " + signed_text(cell.y);
        text += deep ? ", " + signed_text(cell.z) + ")" : ")";
    }
    return text + (deep ? " in x, y, z" : " in x, y");
}

}  // namespace app
