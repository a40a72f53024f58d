// The card over the stage while settings are refused.
#pragma once

#include <string>

#include "app/shell/shell.h"

namespace app {

void refused_card(Ui& ui, Shell& shell, Rect stage);
/// The first whole sentences of `text` that fit `height`.
std::string sentences_within(const Ui& ui, std::string text, const TextStyle& style, float line,
                             Rect area, float height);
/// Opacity of the cover over results of other settings while the current settings are refused.
constexpr float refused_dim = .58f;
/// Whose results are shown while settings are refused: "last run", or "presets" where nothing
/// ran before.
std::string whose_words(bool stands_in);

}  // namespace app
