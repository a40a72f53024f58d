// Writes streams, events and the graph of a plan. Called by main_text.
#pragma once

#include <map>
#include <string>

#include "lab/host_code/writer.h"
#include "lab/plan.h"

namespace lab::host_code {

class StreamsText {
public:
    StreamsText(const Plan& plan, Names& names);

    /// "stream[1]": the step's stream; empty for the default stream.
    std::string of(std::size_t step) const;
    /// Whether all steps are recorded once in a graph.
    bool as_graph() const { return as_graph_; }
    void write_made(Writer&) const;
    /// Before a step: its waits. After it: the event that other steps wait for.
    void write_before(Writer&, std::size_t step) const;
    void write_behind(Writer&, std::size_t step) const;
    /// Around the steps of a recorded graph; and the launch of the graph.
    void write_begin(Writer&) const;
    void write_end(Writer&) const;
    void write_launch(Writer&) const;
    void write_destroyed(Writer&) const;

private:
    int count() const { return static_cast<int>(places_.size()); }

    const Plan* plan_;
    bool as_graph_ = false;
    std::map<int, int> places_;           // indices of streams but stream 0, in their array
    std::map<std::size_t, int> awaited_;  // indices of steps, in the array of events
    std::string stream_, behind_, ends_, graph_, ready_;
};

}  // namespace lab::host_code
