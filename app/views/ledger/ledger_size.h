// At which size the ledger counts. What two kernels count is set against each other at one size:
// the one that was asked for, or where that is too much to count, the largest at which each kernel
// of the ladder can be counted for a card. For the ledger, the mix of instructions, the sentence
// after a change and the lines behind a count.
#pragma once

#include <string>
#include <vector>

#include "app/view.h"

namespace app {

/// The largest size, at most the one set, at which every kernel of the ladder can be counted for a
/// card; the picture's where none can. Quick where it was asked of lately.
lab::Settings counted_for_cards(const lab::Settings&);

/// Whether what is too much to count for a card is counted as it is once it is what is shown. As
/// quick.
bool counted_when_chosen(const lab::Settings&);

/// `of` at the size at which `now` is counted as `shown`, with what was turned between the two.
lab::Settings alike(const lab::Settings& shown, const lab::Settings& now, const lab::Settings& of);

/// What is counted of the shown settings in the ledger: they themselves; where they, or those
/// before them, or a kernel beside them are too much to count, they at the largest size at which
/// all columns are counted by now, and at the picture's until then.
lab::Settings ledger_size(const DrawContext&);

/// What the ledger counts of the settings that were shown before, where it is of another size than
/// asked.
std::vector<lab::Settings> ledger_of_before(const lab::Settings& now, const lab::Settings& before);

/// Whether those, or one of the columns that the ledger has without a change, are too much to count
/// for a card.
bool ledger_is_costly(const lab::Settings&);

/// "2^20 numbers" of what was asked for; "counted: 2^18 numbers" or "drawn: 4 096 numbers" where
/// less of it was counted.
std::string counted_note(const lab::Settings& counted, const lab::Settings& asked);
/// The same behind a count: " (at 2^18 numbers)", " (as drawn)"; empty where all was counted.
std::string counted_suffix(const lab::Settings& counted, const lab::Settings& asked);

}  // namespace app
