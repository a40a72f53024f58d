#include "lab/features/library_code.h"

#include <map>
#include <utility>

namespace lab {
namespace {

std::map<std::string, LibraryCode, std::less<>>& all_library_code() {
    static std::map<std::string, LibraryCode, std::less<>> all;
    return all;
}

LibraryCode of_type(LibraryCode code, std::string_view type, std::string_view letter) {
    for (std::string* text : {&code.parameters, &code.before, &code.begin, &code.call, &code.end})
        for (const auto& [word, by] :
             {std::pair<std::string_view, std::string_view>("REAL", type), {"LETTER", letter}})
            for (auto at = text->find(word); at != text->npos; at = text->find(word, at))
                text->replace(at, word.size(), by);
    return code;
}

}  // namespace

RegisterLibraryCode::RegisterLibraryCode(const std::string& function, const LibraryCode& code) {
    all_library_code()[function] = code;
}

RegisterLibraryCodes::RegisterLibraryCodes(const std::string& name, const LibraryCode& code) {
    all_library_code()[name + "_f32"] = of_type(code, "float", "S");
    all_library_code()[name + "_f64"] = of_type(code, "double", "D");
}

const LibraryCode* library_code(std::string_view function) {
    const auto found = all_library_code().find(function);
    return found == all_library_code().end() ? nullptr : &found->second;
}

}  // namespace lab
