// What a view says of a run that nobody else asked anything of.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/series.h"
#include "app/view.h"

namespace test {

inline std::string view_says(const app::Told& words, const lab::Run& run,
                             const app::Cursor& cursor) {
    lab::Result result;
    result.request = run.request;
    result.picture = {std::shared_ptr<const lab::Run>(), &run};  // somebody else keeps it
    return words({result, cursor, app::Metrics{}, app::Series{}});
}

/// The claim of the view with this id, for a run asked for at its own size.
inline std::string view_claim(std::string_view id, const lab::Run& run, const app::Cursor& cursor) {
    return view_says(app::find_view(id)->words.claim, run, cursor);
}
inline std::string view_sentence(std::string_view id, const lab::Run& run,
                                 const app::Cursor& cursor) {
    return view_says(app::find_view(id)->words.sentence, run, cursor);
}

}  // namespace test
