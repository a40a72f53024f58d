// See function_head.h.
#include "lab/function_head.h"

#include "lab/source_text.h"

namespace lab {

std::size_t parameters_in(std::string_view head) {
    for (std::size_t open = head.find('('); open != head.npos; open = head.find('(', open + 1)) {
        const std::string_view before = trimmed(head.substr(0, open)),
                               word = name_before(before, before.size());
        const std::size_t close = closing_bracket(head, open);
        if (word.empty() || close == head.npos) return head.npos;
        if (!word.starts_with("__") && word != "alignas" && word != "decltype") return open;
        open = close;
    }
    return head.npos;
}

}  // namespace lab
