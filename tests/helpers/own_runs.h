// A worker that is looked at while it works: what other tests ran is not there already.
#pragma once

#include "lab/requests/job.h"

namespace tests {

// While it lives, workers that are made have their runs to themselves.
class OwnRuns {
public:
    OwnRuns() = default;
    ~OwnRuns() { lab::share_runs(std::move(before_)); }
    OwnRuns(const OwnRuns&) = delete;
    OwnRuns& operator=(const OwnRuns&) = delete;

private:
    std::shared_ptr<lab::RunCaches> before_ = lab::share_runs(nullptr);
};

}  // namespace tests
