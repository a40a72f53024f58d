// What runs that nobody asked for may take, chosen for a test.
#pragma once

#include "lab/memory/unasked.h"

namespace tests {

class UnaskedRoom {
public:
    explicit UnaskedRoom(std::uint64_t bytes) : before_(lab::choose_unasked_room(bytes)) {}
    ~UnaskedRoom() { lab::choose_unasked_room(before_); }
    UnaskedRoom(const UnaskedRoom&) = delete;
    UnaskedRoom& operator=(const UnaskedRoom&) = delete;

private:
    std::uint64_t before_;
};

}  // namespace tests
