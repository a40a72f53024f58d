// What a run says of the copies between host and device that its time covers.
#include "lab/run.h"

namespace lab {

std::vector<TransferRecord> timed_transfers(const Plan& plan) {
    std::vector<TransferRecord> records;
    for (const PlanStep& step : plan.steps) {
        const auto* transfer = std::get_if<Transfer>(&step);
        if (!transfer || !transfer->timed) continue;
        const Buffer& buffer = transfer->buffer;
        records.push_back({plan.allocations.at(buffer.id).name, transfer->way,
                           buffer.count * simulator::size_of(buffer.type), 0});
    }
    return records;
}

const char* name_of(Transfer::Way way) { return way == Transfer::Way::to_host ? "host" : "device"; }

}  // namespace lab
