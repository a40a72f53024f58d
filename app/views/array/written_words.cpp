// Words about written arrays. See written_words.h.
#include "app/views/array/written_words.h"

#include <algorithm>

#include "app/format.h"

namespace app {

std::string idle_blocks_words(const WrittenArray& array) {
    const std::int64_t blocks = std::int64_t(array.grid.count()),
                       idle = blocks - array.blocks_writing();
    if (array.of_thread.empty() || idle == 0 || idle == blocks) return "";
    return capitalised(count_word(idle)) + " of " + count_word(blocks) + " blocks " +
           (idle == 1 ? "writes" : "write") + " nothing";
}

std::string first_values(const WrittenArray& array) {
    constexpr std::size_t most = 10;
    std::string words;
    for (std::size_t i = 0; i < std::min(most, array.elements.size()); ++i)
        words += (i ? " " : "") + value_text(array.elements[i].value, array.type);
    return words + (array.elements.size() > most ? " and so on" : "");
}

}  // namespace app
