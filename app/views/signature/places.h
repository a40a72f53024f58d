// Where a signature has its matrices: those read, the shared memory on the way, and the one
// written. No canvas; signature/draw.cpp uses it for drawing and clicks.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/draw/metrics.h"
#include "app/views/flow/signature_focus.h"

namespace app {

enum class GridKind : std::uint8_t { read, carried, written };

using GridPlace = std::pair<std::int64_t, std::int64_t>;  // (y, x)

// The cells of an array that the block accesses in one plane.
struct GridCells {
    std::map<GridPlace, std::uint32_t> at;  // -> version
    std::int64_t left = 0, right = 0;       // the least and the greatest x
    std::int64_t top() const { return at.begin()->first.first; }
    std::int64_t bottom() const { return at.rbegin()->first.first; }
};

// A matrix on the screen: some cells of an array, and their place.
struct Grid {
    int array = -1;
    GridKind kind{};
    std::int64_t z = 0;
    std::shared_ptr<const GridCells> all;
    std::int64_t first_x = 0, first_y = 0, columns = 0, rows = 0;  // of the cells shown
    std::int64_t all_columns = 0, all_rows = 0;
    std::vector<std::pair<GridPlace, std::uint32_t>> cells;  // shown, with their versions
    Rect area;
    /// "18 of 128 columns"; empty where all cells are shown.
    std::string part_words() const;
};

class SignaturePlaces {
public:
    SignaturePlaces(const lab::Run&, const FoundSignature&, const Cursor&, const Metrics&,
                    Rect area);

    /// The target version drawn under `point`; -1: none.
    int at(Point point) const;
    Rect box(const Grid&, GridPlace where) const;
    SignatureCell place_of(std::uint32_t version) const;
    /// The text of a cell. "" where it would look the same as others: a whole number without its
    /// last digits.
    std::string value(const Canvas&, std::uint32_t version, const TextStyle&, float width) const;
    /// Whether each shown cell of a grid holds its own index: then a number tells where a value
    /// came from.
    bool holds_indices(const Grid&) const;
    /// The style of the digits in cells.
    TextStyle digits() const;

    int focus = 0;            // index in Signature::targets
    std::vector<Grid> grids;  // left to right, or top to bottom for lines; the last is written
    Rect words;               // below the grids
    float size = 20;          // of a cell
    /// Whether arrays are lines one below the other, with equal places aligned.
    bool in_lines() const;

private:
    SignatureCell centre_of(const Grid&) const;
    void window_all(std::vector<Grid>& grids, Rect room, int most);
    void place();
    void level(Rect room);
    bool moves_along(const Grid&) const;
    void place_lines(Rect room);

    const simulator::Flow& flow_;
    const Signature& signature_;
    const Metrics& metrics_;
    Rect area_;
    float widest_ = 0;  // width of a cell that shows the longest whole number
};

}  // namespace app
