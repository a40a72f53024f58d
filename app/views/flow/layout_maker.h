// Makes a data-flow layout, in files by phase: rows, columns and values (layout.cpp,
// layout_keys.cpp), arrows (layout_arrows.cpp), row names and problems (layout_rows.cpp). Only
// these include it.
#pragma once

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "app/views/flow/layout.h"
#include "app/views/flow/loads.h"
#include "app/views/flow/stage.h"

namespace app {

class FlowLayoutMaker {
public:
    FlowLayoutMaker(const simulator::Flow& flow, const FlowQuestion& question)
        : flow_(flow), question_(question) {}
    FlowLayout make();
    /// Whether the layout has a row.
    bool finds_any();

private:
    using Version = simulator::Version;
    using Comparison = simulator::Comparison;
    // The order of rows: launch, interval, level, relay. Values from before the launch come first.
    using RowKey = std::tuple<int, std::int64_t, std::int32_t, int>;
    struct Halves {  // versions of a pair's numbers; 0: not written yet
        std::uint32_t first = 0, second = 0;
    };
    using Stood = std::vector<std::pair<int, std::uint32_t>>;  // row, version

    const Version& at(std::uint32_t version) const { return flow_.versions[version]; }
    bool mine(const Version& version) const;
    bool is_word(const simulator::Version&) const;
    bool is_of_table(const simulator::Version&) const;
    bool stood_before(const Version& version) const;

    void choose();
    void find_steps();
    void place_columns();
    void note_table();
    int column_of(std::int64_t column) const;
    int column_of(const Version& version) const { return column_of(stage_.column(version)); }
    RowKey key(const Version& version) const;
    static RowKey key(const Comparison& pair) {
        return {pair.launch, pair.interval, pair.level, 0};
    }
    RowKey key(int step, int pass) const {
        return {question_.launch, question_.steps[static_cast<std::size_t>(step)].interval, pass,
                0};
    }
    void place_rows();
    void add_rows(int last, const std::vector<RowKey>& keys, std::size_t first, std::size_t end,
                  bool folds);
    void place_versions();
    Stood& stood_in(int array, int column) {
        return stands_[static_cast<std::size_t>(array) * made_.columns.size() + column];
    }
    void note_halves(std::uint32_t v);
    void show(int array, int column);
    bool passes_pairs() const;
    void pair_lane(int column);
    int count_inputs();
    bool only_copies();
    void note_inputs(std::uint32_t v, int column, simulator::EdgeKind weakest);
    void place_inputs();
    void place_outputs();
    void lay_out_by_place(FlowRow& out);

    std::uint32_t newest(std::uint32_t version) const;
    int row_of(std::uint32_t version, int row);
    int input_row(std::uint32_t version, int column) const;
    bool relayed(int array) const;
    void join_arrows();
    void draw_arrows();
    void arrows_into(std::uint32_t v, int row, int column);
    int rows_between(int from, int to) const;
    int rows_of(const Version& version) const;
    void draw_pairs();
    void pair_selections();

    void find_passes();
    void keep_keys(std::vector<std::uint32_t>& made);
    void find_read_keys();
    void place_read_keys();
    int read_key(std::uint32_t version) const;
    void key_arrow(std::uint32_t v, int row, int column);
    void number_passes();

    void note_problems();
    void finish_rows();
    std::string worded(std::uint32_t version) const;
    void put_values(FlowMark& mark) const;
    void measure_values();
    void note_doings();
    std::vector<int> busy_in(int row) const;
    static void note_step(FlowRow& row, int step);
    bool raced(const FlowRow& row) const;
    bool unset(const FlowRow& row) const;
    bool written_again(std::uint32_t version) const;
    void note_what_is_written_again();

    const simulator::Flow& flow_;
    const FlowQuestion& question_;
    FlowLayout made_;
    FlowStage stage_;
    std::vector<const Comparison*> compared_;
    std::vector<int> pair_steps_;
    std::vector<std::uint32_t> others_;  // of the block, in arrays that no row shows
    std::map<RowKey, int> rows_;
    std::vector<Stood> stands_;        // by array and column
    std::vector<std::uint32_t> into_;  // by version: the newer version that replaced it in its row
    std::vector<int> writes_;          // by version: how many writes in its row it stands for
    std::map<int, Halves> halves_;     // by column: the pair as written so far
    std::map<std::uint32_t, Halves> halves_of_;  // by version: the pair just after it was written
    FlowLoads inputs_;
    std::vector<int> noted_;  // by version: the last column that counted it as input; -1: none
    std::vector<std::pair<std::uint32_t, int>> outputs_;
    int input_rows_ = 0;
    bool sorts_ = false;                    // only keys are shown
    std::vector<std::uint32_t> read_keys_;  // by column of the first row
    std::map<int, int> passes_;             // by step: its pass, where there are several
    bool by_index_ = false;                 // inputs only choose cells, as in a histogram
};

}  // namespace app
