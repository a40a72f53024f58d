// The calls of the CUDA runtime that a host program makes, read from its text: so the list can't
// differ from what the tab Host shows and `warplens export` writes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/host_code/host_code.h"

namespace lab {

// Whether a call returns only after the device has finished its work.
enum class Waits : std::uint8_t { never, may, always };

struct HostCall {
    enum class Kind : std::uint8_t {
        launch,        // kernel<<<...>>>: it has no return value
        graph_launch,  // cudaGraphLaunch
        last_error,    // cudaGetLastError: returns the last error, and forgets it
        peek,          // cudaPeekAtLastError: returns it, and does not forget it
        about_device,  // asks what the card has: needs no context that works
        other,
    };
    std::string name;  // "cudaMemcpy"; of a launch "reduce<<<blocks, threads>>>"
    std::string text;  // the whole call on one line
    int line = 0;      // of the host's text, from 1; 0: a call that the text does not have
    Kind kind = Kind::other;
    Waits waits = Waits::never;
    bool checked = false;   // the program ends if it returns an error
    bool recorded = false;  // while a graph is captured: nothing runs yet
    int times = 1;          // in a loop over steps

    bool launches() const { return kind == Kind::launch || kind == Kind::graph_launch; }
};

/// The calls of main(), in the order of its lines. Those of the loop over rounds are those of its
/// first round.
std::vector<HostCall> host_calls(const std::string& host_text);

struct HostCalls {
    std::vector<HostCall> calls;
    // For each launch that the plan times, in order: the call that starts it.
    std::vector<std::size_t> starts;
};
/// The calls of a request's host program. Fails where it has none that is readable.
simulator::Outcome<HostCalls> host_calls(const Request&);

/// The same with a cudaDeviceSynchronize() behind each launch, after its check if it has one.
HostCalls waiting_behind_launches(const HostCalls&);

}  // namespace lab
