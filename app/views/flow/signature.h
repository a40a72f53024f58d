// The second layout of the same graph of values: for matrices and stencils, where arrows would be a
// felt. Copies through shared memory are looked through, and what feeds a cell is said once for all
// cells: "same row, columns 0 to 7". Pure; drawn by signature/draw.cpp, tested in
// tests/app_signature.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "simulator/watch/flow.h"
#include "simulator/watch/trace.h"

namespace app {

// How an index of an array is read: x runs fastest, then y, then z.
struct SignatureShape {
    std::int64_t x = 1, y = 1;  // cells in a row, rows in a plane
    bool known = false;
    bool line = false;  // all of it is one row
};

struct SignatureCell {
    std::int64_t x = 0, y = 0, z = 0;
    auto operator<=>(const SignatureCell&) const = default;
};
SignatureCell cell_at(const SignatureShape&, std::int64_t index);

// What an axis of a source is counted from: the target's row, its column, or the array's own begin.
enum class SignatureAxis : std::uint8_t { row, column, none };

// Which cells of one array feed a cell of the target.
struct SignaturePart {
    int array = -1;
    SignatureAxis row{}, column{};       // of the source
    std::vector<SignatureCell> offsets;  // from those; z always from the target's plane
    int agree = 0, targets = 0;  // cells of the target for which it is exactly so, of how many
    std::vector<int> through;    // shared arrays that were looked through
    std::string words;           // "same row, columns 0 to 7"
};

struct Signature {
    int target = -1;                     // Flow::arrays; -1: there is no signature
    std::vector<SignatureShape> shapes;  // by array
    std::vector<SignaturePart> parts;
    std::vector<std::uint32_t> targets;               // versions of the target array, ascending
    std::vector<std::vector<std::uint32_t>> sources;  // of each: versions, copies looked through
    std::vector<std::set<std::uint32_t>> passed;      // of each: those that came as such a copy
    std::vector<std::set<std::uint32_t>> carriers;    // of each: the copies, in shared memory
    bool empty() const { return target < 0; }
    /// Whether its target, and all global memory with it, is one row.
    bool in_lines() const { return shapes[static_cast<std::size_t>(target)].line; }
};

/// Of an array whose shape is known.
SignatureCell place_of(const simulator::Flow&, const Signature&, std::uint32_t version);

struct SignatureQuestion {
    std::uint64_t block = 0;
    int launch = 0;
    std::span<const simulator::Step> steps;
    const simulator::Trace* trace = nullptr;
    std::vector<simulator::Dim3> shapes;  // as plans say: an array with as many cells has this one
};

Signature signature_of(const simulator::Flow&, const SignatureQuestion&);

/// What Flow::arrays are called.
using ArrayNames = std::function<std::string(int array)>;
/// "Four neighbours make each new cell", "A row and a column make each cell of C": the claim.
std::string signature_claim(const simulator::Flow&, const Signature&, const ArrayNames&);

/// Of the sources in a target's plane, those that the picture shows: whether their numbers are so
/// far apart that they can be told. A cell of one source always tells; of one whose others are out
/// of sight it is enough that it is not 0.
bool sources_differ(const simulator::Flow&, const Signature&, std::size_t target);

}  // namespace app
