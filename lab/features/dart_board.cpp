#include "lab/features/dart_board.h"

#include <cmath>

#include "lab/words.h"

namespace lab {

int dart_line(const Settings& settings, std::string_view source_text) {
    const DartBoard& board = feature<DartBoard>(settings);
    const bool whole = board.parts && board.parts(settings) > 0;
    return line_with(source_text, whole ? board.whole_line : board.line);
}

SampleMean mean_of_points(const Settings& settings, double hits) {
    constexpr double sure = 1.96;  // standard errors on either side: 95 %
    const auto points = double(settings[*settings.subject->size]);
    const auto different = double(feature<DartBoard>(settings).different(settings));
    const double share = hits / points;
    return {std::uint64_t(points), 4 * share,
            4 * sure * std::sqrt(share * (1 - share) / different)};
}

}  // namespace lab
