// Streams and events of a plan as a program has them, and its graph. Called by main_text.
#pragma once

#include <map>
#include <string>

#include "lab/host_code/writer.h"
#include "lab/plan.h"

namespace lab::host_code {

class StreamsText {
public:
    StreamsText(const Plan& plan, Names& names);

    /// "stream[1]": what the step is given to; empty where that is the default stream.
    std::string of(std::size_t step) const;
    /// Whether all steps are recorded once, as a graph.
    bool as_graph() const { return as_graph_; }
    void write_made(Writer&) const;
    /// Before a step what it waits for, behind it the event that others wait for.
    void write_before(Writer&, std::size_t step) const;
    void write_behind(Writer&, std::size_t step) const;
    /// Around the steps that a graph records; and in place of them.
    void write_begin(Writer&) const;
    void write_end(Writer&) const;
    void write_launch(Writer&) const;
    void write_destroyed(Writer&) const;

private:
    int count() const { return static_cast<int>(places_.size()); }

    const Plan* plan_;
    bool as_graph_ = false;
    std::map<int, int> places_;           // of streams but stream 0, in their array
    std::map<std::size_t, int> awaited_;  // of steps, in the events'
    std::string stream_, behind_, ends_, graph_, ready_;
};

}  // namespace lab::host_code
