// Shortens a note from its end. See note.h.
#include "app/note.h"

namespace app {

Note note_of_parts(const std::vector<std::string>& parts) {
    Note note("");
    for (const std::string& part : parts) {
        if (part.empty()) continue;
        const std::string before = note.whole();
        if (before.empty()) note.forms.clear();
        note.forms.insert(note.forms.begin(), before.empty() ? part : before + ", " + part);
    }
    return note;
}

}  // namespace app
