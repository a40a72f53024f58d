// doctor: what this machine has, and what each lack means.
#include "lab/doctor/doctor.h"

#include <fmt/format.h>

#include "lab/cli/command_tools.h"
#include "lab/cli/table.h"
#include "lab/json/json.h"
#include "lab/time/asked_first.h"

namespace lab::doctor_command {
namespace {

std::string findings_text(const std::vector<Finding>& all) {
    Table table({Side::left, Side::left, Side::left});
    for (const Finding& finding : all) {
        table.row({finding.what, finding.found ? "found" : "missing", finding.detail});
        if (!finding.found) table.row({"", "", finding.meaning});
    }
    return table.text(0);
}

Json findings_json(const std::vector<Finding>& all) {
    Json json = Json::array();
    for (const Finding& finding : all)
        json.push_back({{"what", finding.what},
                        {"found", finding.found},
                        {"detail", finding.detail},
                        {"meaning", finding.meaning}});
    return {{"findings", json}};
}

int doctor(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens doctor",
                       "Lists what was found on this machine, and what each missing part means.");
    std::string json;
    words.add("--json", json, "file for the findings as JSON, - for standard output");
    bool driver_alone = false;
    words.add("--driver", driver_alone,
              "only opens the CUDA driver. The program runs this in a separate process before it "
              "opens the driver itself");
    words.add_gpu_timeout();
    if (const auto code = words.parse(arguments, out, err)) return *code;
    if (driver_alone) {
        open_for_another(out);
        return exit_right;
    }
    const std::vector<Finding> all = findings();
    if (!json.empty() && !deliver(json, written(findings_json(all), 2) + "\n", out, err))
        return exit_bad_file;
    if (json != "-") out << findings_text(all);
    return exit_right;
}

const RegisterCommand registered({"doctor", "doctor [--json FILE|-]",
                                  "what this machine has, and what each missing part means", 50,
                                  doctor});

}  // namespace
}  // namespace lab::doctor_command
