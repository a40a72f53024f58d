// The size at which the ledger counts. Kernels are compared at one size: the requested size, or if
// that is too costly, the largest size at which each kernel of the ladder can be counted for a
// card. For the ledger, the instruction mix, the sentence after a change and the lines of a count.
#pragma once

#include <string>
#include <vector>

#include "app/view.h"

namespace app {

/// The largest size, at most the set one, at which every kernel of the ladder can be counted for a
/// card; else the picture's. Remembered for recent settings.
lab::Settings counted_for_cards(const lab::Settings&);

/// Whether settings too costly to count for a card are counted unchanged once they are shown.
/// Remembered for recent settings.
bool counted_when_chosen(const lab::Settings&);

/// `of` at the size at which `now` is counted as `shown`, with the knobs by which they differ.
lab::Settings alike(const lab::Settings& shown, const lab::Settings& now, const lab::Settings& of);

/// The settings that the ledger counts for the shown ones: the same settings, unless they, the ones
/// before or a kernel of the ladder are too costly. Then the size for cards, once all columns are
/// counted at it, and the picture's size until then.
lab::Settings ledger_size(const DrawContext&);

/// The settings that the ledger counts for the settings before, where their size differs from the
/// requested one.
std::vector<lab::Settings> ledger_of_before(const lab::Settings& now, const lab::Settings& before);

/// Whether `settings` or one of the ledger's usual columns is too costly to count for a card.
bool ledger_is_costly(const lab::Settings&);

/// "2^20 numbers" for the requested size; "counted: 2^18 numbers" or "drawn: 4 096 numbers" where a
/// smaller size was counted.
Note counted_note(const lab::Settings& counted, const lab::Settings& asked);
/// The same as a suffix: " (at 2^18 numbers)", " (in the picture)"; empty for the requested size.
std::string counted_suffix(const lab::Settings& counted, const lab::Settings& asked);

}  // namespace app
