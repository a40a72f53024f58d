// The layout of "What each call returns": rows of calls, and bars of kernels beside them. Knows no
// pixels.
#pragma once

#include <vector>

#include "app/view.h"
#include "lab/host_calls/answers.h"

namespace app {

// Calls of one row: neighbours of one name that return the same share it.
struct CallRow {
    std::size_t first = 0, count = 1;
};

// A kernel on the device: from the row of its launch to the row before which it has ended.
struct KernelBar {
    enum class Ends : std::uint8_t { well, faulted, unsure, never, not_begun };
    std::size_t call = 0;
    int begins = 0, ends = 0;  // rows
    bool awaited = false;      // the call of the row `ends` waits for it
    Ends how = Ends::well;
};

struct CallPicture {
    lab::AnsweredCalls all;
    std::string problem;  // why there is none, a sentence; else empty
    std::vector<CallRow> rows;
    std::vector<KernelBar> bars;

    const lab::HostCall& call(const CallRow& row) const { return all.host.calls[row.first]; }
    const lab::CallAnswer& answer(const CallRow& row) const { return all.answers[row.first]; }
    /// The row of a call.
    int row_of(std::size_t call) const;
    /// The row that the picture opens with: where it is told, else where the kernel starts.
    int focus() const;
};

CallPicture call_picture(lab::AnsweredCalls all);
/// Of a run, kept with it; `waits`: with a cudaDeviceSynchronize() behind each launch.
const CallPicture& call_picture(const lab::Run& run, bool waits);

}  // namespace app
