// See time_numbers.h.
#include "app/time_numbers.h"

#include <fmt/format.h>

#include "lab/words.h"

namespace app {

std::string time_numbers(std::vector<std::string> heads, const std::vector<TimedRow>& rows) {
    for (const char* head :
         {"median_ms", "low_ms", "high_ms", "samples", "result", "kind", "device", "caches"})
        heads.emplace_back(head);
    std::string text = lab::csv_line(heads);
    for (const TimedRow& row : rows) {
        if (!row.point) continue;
        const lab::Time& time = row.point->time;
        std::vector<std::string> fields = row.labels;
        for (const double ms : {time.median_ms, time.low_ms, time.high_ms})
            fields.push_back(fmt::format("{}", ms));
        fields.push_back(std::to_string(time.samples.size()));
        fields.emplace_back(row.point->wrong ? "wrong" : "right");
        fields.emplace_back(name_of(time.kind));
        fields.push_back(time.device);
        fields.emplace_back(time.kind == lab::TimeKind::modelled ? "" : name_of(time.regime));
        text += lab::csv_line(fields);
    }
    return text;
}

}  // namespace app
