// list: the lessons, their rungs and knobs.
#include <fmt/format.h>

#include "lab/asked.h"
#include "lab/cli/command_tools.h"
#include "lab/cli/table.h"
#include "lab/json/json.h"
#include "lab/library.h"
#include "lab/named_value.h"
#include "lab/words.h"

namespace lab::list_command {
namespace {

std::string knob_values(const Knob& knob) {
    std::vector<std::string> words;
    const NamedValue* named = named_value(knob);
    if (knob.kind != Knob::Kind::choice)
        return fmt::format("{} to {}{}, {} at first", grouped(knob.low), grouped(knob.high),
                           named ? " or " + named->id : "", grouped(knob.preset));
    for (const Choice& choice : knob.choices) words.push_back(choice.id);
    return listed(words, "or");
}

// Its kernels, the code beside them that `run` takes too, and its knobs.
std::string lesson_text(const Lesson& lesson) {
    Table table({Side::left, Side::left, Side::left});
    for (const Rung& rung : lesson.rungs) table.row({"/" + rung.id, rung.title, rung.idea});
    for (const auto& beside : libraries_of(lesson)) {
        const Rung& only = beside->rungs.front();
        table.row({"/" + only.id, only.title,
                   (beside->on_processor ? "Runs on the processor, no kernel. "
                                         : "Calls a library, no kernel. ") +
                       only.idea});
    }
    for (const Knob* knob : lesson.knobs)
        table.row({knob->id + "=", knob->title, knob_values(*knob)});
    return fmt::format("{}: {}\n{}", lesson.id, lesson.title, table.text());
}

std::string list_text() {
    std::string text;
    const Lesson* before = nullptr;
    for (const Lesson* lesson : lessons()) {
        if (!before || before->chapter != lesson->chapter)
            text += fmt::format("{}{}\n", before ? "\n" : "", title_of(lesson->chapter));
        before = lesson;
        text += "\n" + lesson_text(*lesson);
    }
    return text;
}

// As in the README.
std::string list_table() {
    std::string text = "| lesson | what there is to see | kernels |\n|---|---|---|\n";
    for (const Lesson* lesson : lessons()) {
        std::string kernels;
        for (const Rung& rung : lesson->rungs)
            kernels += (kernels.empty() ? "" : " · ") + in_a_cell(rung.title);
        text += fmt::format("| {} `{}` | {} | {} |\n", in_a_cell(lesson->title), lesson->id,
                            in_a_cell(lesson->sees), kernels);
    }
    return text;
}

int list_lesson(const std::string& name, std::ostream& out, std::ostream& err) {
    const auto known = settings_named(name);
    if (!known) {
        err << "warplens list: " << known.problem().message << '\n';
        return exit_usage;
    }
    const Lesson* lesson = known->lesson();
    out << lesson_text(lesson ? *lesson : *known->subject->stands_for);
    return exit_right;
}

int list(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens list", "Lists lessons, rungs and knobs.");
    std::string json, name;
    bool table = false;
    words.add("LESSON", name, "one lesson alone; without it all are listed");
    words.add("--table", table, "the lessons as a table in Markdown");
    words.add("--json", json, "file for the list as JSON, - for standard output");
    if (const auto code = words.parse(arguments, out, err)) return *code;
    if (!name.empty() && (table || !json.empty())) {
        err << "warplens list: --table and --json list all lessons. Leave out the lesson, or the "
               "flag.\n";
        return exit_usage;
    }
    if (!name.empty()) return list_lesson(name, out, err);
    if (!json.empty() && !deliver(json, written(list_json(), 2) + "\n", out, err))
        return exit_bad_file;
    if (json != "-") out << (table ? list_table() : list_text());
    return exit_right;
}

const RegisterCommand registered({"list", "list [LESSON] [--table] [--json FILE|-]",
                                  "lists the lessons, their rungs and knobs", 10, list});

}  // namespace
}  // namespace lab::list_command
