// Recognises texts by their first bytes. See plain_text.h.
#include "lab/compiler/plain_text.h"

namespace lab {

const char* no_plain_text(std::string_view text) {
    const auto begins = [&](std::string_view with) { return text.substr(0, with.size()) == with; };
    if (begins("\xFF\xFE") || begins("\xFE\xFF")) return "is written in UTF-16";
    if (begins("\x1F\x8B")) return "is compressed";
    if (begins("\x7F"
               "ELF"))
        return "is a program, not its source";
    if (text.substr(0, 4096).find('\0') != text.npos) return "has bytes that are not text";
    return nullptr;
}

}  // namespace lab
