// The second layout of the graph of values, for matrices and stencils, where arrows would be too
// dense. It looks through copies in shared memory, and says once for all cells what feeds a cell:
// "same row, columns 0 to 7". No canvas; signature/draw.cpp draws it,
// tests/app/views/signature/signature.cpp tests it.
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

// How to read an index of an array: x runs fastest, then y, then z.
struct SignatureShape {
    std::int64_t x = 1, y = 1;  // cells in a row, rows in a plane
    bool known = false;
    bool line = false;  // the whole array is one row
};

struct SignatureCell {
    std::int64_t x = 0, y = 0, z = 0;
    auto operator<=>(const SignatureCell&) const = default;
};
SignatureCell cell_at(const SignatureShape&, std::int64_t index);

// The origin of a source axis: the target's row, the target's column, or the array's first cell.
enum class SignatureAxis : std::uint8_t { row, column, none };

// The cells of one array that feed a cell of the target.
struct SignaturePart {
    int array = -1;
    SignatureAxis row{}, column{};       // of the source
    std::vector<SignatureCell> offsets;  // from the origins; z always from the target's plane
    int agree = 0, targets = 0;          // targets that match exactly, and all targets
    std::vector<int> through;            // shared arrays that were looked through
    std::string words;                   // "same row, columns 0 to 7"
};

struct Signature {
    int target = -1;                     // Flow::arrays; -1: there is no signature
    std::vector<SignatureShape> shapes;  // by array
    std::vector<SignaturePart> parts;
    std::vector<std::uint32_t> targets;               // versions of the target array, ascending
    std::vector<std::vector<std::uint32_t>> sources;  // by target: versions, copies looked through
    std::vector<std::set<std::uint32_t>> passed;      // by target: sources that came as such a copy
    std::vector<std::set<std::uint32_t>> carriers;    // by target: the copies, in shared memory
    bool empty() const { return target < 0; }
    /// Whether the target, and all other global memory, is one row.
    bool in_lines() const { return shapes[static_cast<std::size_t>(target)].line; }
};

/// The place of a version in its array, whose shape must be known.
SignatureCell place_of(const simulator::Flow&, const Signature&, std::uint32_t version);

struct SignatureQuestion {
    std::uint64_t block = 0;
    int launch = 0;
    std::span<const simulator::Step> steps;
    const simulator::Trace* trace = nullptr;
    std::vector<simulator::Dim3> shapes;  // from plans, given to arrays with as many cells
};

Signature signature_of(const simulator::Flow&, const SignatureQuestion&);

/// Names of Flow::arrays.
using ArrayNames = std::function<std::string(int array)>;
/// The claim: "Four neighbours make each new cell", "A row and a column make each cell of C".
std::string signature_claim(const simulator::Flow&, const Signature&, const ArrayNames&);

/// Whether the sources in the target's plane, which the picture shows, tell something: they differ
/// by more than 2 %. The only source of a target always does. Of several sources of which one is
/// shown, that one must not be 0.
bool sources_differ(const simulator::Flow&, const Signature&, std::size_t target);

}  // namespace app
