// Checks the window's needs for `doctor`: OpenGL and fonts.
#include "app/gl/offscreen.h"
#include "app/gl/painter.h"
#include "lab/doctor/doctor.h"

namespace app {

namespace {

lab::Finding opengl() {
    const Offscreen offscreen;
    if (!offscreen.problem().empty())
        return {"OpenGL", false, offscreen.problem(),
                "No window and no PNG; counts, tables, plots as SVG work."};
    return {"OpenGL", true, offscreen.renderer(), ""};
}

lab::Finding fonts() {
    const Painter painter(false);
    if (painter.fonts().missing.empty()) return {"fonts", true, "Inter and JetBrains Mono", ""};
    return {"fonts", false, painter.fonts().missing.front(),
            "Texts look plainer, and some signs may be missing: "
            "install fonts-inter and fonts-jetbrains-mono."};
}

const lab::RegisterQuestion opengl_question({50, opengl});
const lab::RegisterQuestion fonts_question({60, fonts});

}  // namespace

}  // namespace app
