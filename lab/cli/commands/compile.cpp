// compile: the PTX or machine code of a .cu file by NVRTC. Without nvcc, the program runs this
// command as a child that it can end.
#include "lab/assets.h"
#include "lab/cli/command_tools.h"
#include "lab/compiler/compiler.h"
#include "lab/compiler/nvrtc.h"

namespace lab::compile_command {
namespace {

int compile(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens compile", "Makes PTX or machine code of a .cu file with NVRTC.");
    std::string file, include, last, arch = "sm_75", target;
    words.add("FILE", file, "FILE.cu", CommandFlags::Need::required);
    words.add("--include", include, "a folder with headers");
    words.add("--include-last", last, "a folder with headers that are found nowhere else");
    words.add("--arch", arch, "architecture: sm_NN (default sm_75)");
    words.add("--out", target,
              "file for the PTX, or for machine code where its name ends with .cubin; - for "
              "standard output",
              CommandFlags::Need::required);
    if (const auto code = words.parse(arguments, out, err)) return *code;
    if (!virtual_architecture(arch)) {
        err << "--arch " << arch << " is not an architecture: write sm_75, sm_90 and so on.\n";
        return exit_usage;
    }
    // May overwrite its own earlier output.
    const bool machine_code = target.ends_with(".cubin");
    const bool anew = machine_code || target.ends_with(".ptx");
    if (const std::string stands = anew ? platform::unwritable(target) : ""; !stands.empty()) {
        err << stands << '\n';
        return exit_bad_file;
    }
    if (!anew && !can_deliver(target, err)) return exit_bad_file;
    const auto code = compiled_by_nvrtc(file, include, arch, last,
                                        machine_code ? Makes::machine_code : Makes::ptx);
    if (code && !anew) return deliver(target, *code, out, err) ? exit_right : exit_bad_file;
    const auto problem = code ? write_file(target, *code) : std::optional(code.problem());
    if (problem) err << problem->message << '\n';
    return problem ? exit_bad_file : exit_right;
}

const RegisterCommand registered{
    {.name = "compile",
     .usage = "compile FILE.cu [--arch sm_NN] --out FILE.ptx|FILE.cubin",
     .meaning = "makes PTX or machine code of CUDA with NVRTC",
     .order = 45,
     .run = compile}};

}  // namespace
}  // namespace lab::compile_command
