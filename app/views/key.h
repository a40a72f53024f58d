// Keys of pictures: samples of marks with words after them, in lines or in a column.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

#include "app/views/marks.h"

namespace app {

// Entries in one line, or in several where the area has room.
class KeyEntries {
public:
    /// Without `draws` it only says which entries have room.
    KeyEntries(Canvas&, Rect area, const Metrics&, Colour words = Role::text2, bool draws = true);

    /// A heading before the entries.
    void head(std::string_view words);
    /// A sample of this size, and words after it; false where there is no room.
    bool entry(float width, float height, std::string_view words,
               const std::function<void(Rect)>& draw);
    bool words(std::string_view words);

private:
    float line() const { return metrics_.small * 1.8f; }
    bool find_room(float width);
    void put(std::string_view words);

    Canvas& canvas_;
    Rect area_;
    const Metrics& metrics_;
    TextStyle style_;
    bool draws_;
    Point at_;
};

// Entries one below the other. An entry without room is left out.
class KeyColumn {
public:
    /// `line`: from an entry to the next, in heights of small letters.
    KeyColumn(Canvas&, Rect column, const Metrics&, float line = 1.8f);

    /// A sample from its left end to its right end, and the first words that fit after it.
    void entry(float width, std::initializer_list<std::string_view> words,
               const std::function<void(Point, Point)>& draw);
    void entry(Sample, std::initializer_list<std::string_view> words);
    void words(std::initializer_list<std::string_view> words);

private:
    float gap() const { return metrics_.px(8); }
    std::string fit(float sample, std::initializer_list<std::string_view> words) const;

    Canvas& canvas_;
    Rect column_;
    const Metrics& metrics_;
    float line_, y_;
};

}  // namespace app
