// From times to rates. See roofline_chart.h.
#include "app/views/cards/roofline_chart.h"

#include "app/rates.h"
#include "app/views/rungs.h"

namespace app {
namespace {

void add_dots(const DrawContext& context, const RooflineChart& chart, const TimeSource& source,
              std::vector<RooflineDot>& dots) {
    for (int rung = 0; rung < std::ssize(chart.settings.subject->rungs); ++rung) {
        const TimePoint* point = context.series.time(at_rung(chart.settings, rung), source);
        if (!point || !(point->time.median_ms > 0)) continue;
        const lab::Time& time = point->time;
        const auto rate = [&](double ms) {
            return chart.work / ((ms > 0 ? ms : time.median_ms) * 1e-3);
        };
        dots.push_back({rung, point, rate(time.median_ms), rate(time.high_ms), rate(time.low_ms)});
    }
}

}  // namespace

RooflineChart roofline_chart(const DrawContext& context) {
    RooflineChart chart;
    chart.settings = context.result.request.settings;
    const lab::Subject* subject = chart.settings.subject.get();
    if (!subject || !subject->bytes) return chart;
    chart.source = context.series.source(chart.settings);
    const double bytes = subject->bytes(chart.settings);
    const double flops = subject->flops ? subject->flops(chart.settings) : 0;
    chart.computes = flops > 0;
    chart.work = (chart.computes ? flops : bytes) * 1e-9;
    chart.across = chart.computes ? flops / bytes : chart.work;
    if (!chart.source || !(bytes > 0)) return chart;
    chart.copy = copy_rate(chart.source->kind, chart.source->device);
    chart.floor = context.series.floor_ms(*subject, *chart.source);
    add_dots(context, chart, *chart.source, chart.dots);
    chart.second_source = context.series.second_source(chart.settings);
    if (!chart.second_source) return chart;
    add_dots(context, chart, *chart.second_source, chart.second);
    chart.second_copy = copy_rate(chart.second_source->kind, chart.second_source->device);
    return chart;
}

}  // namespace app
