// A kernel that is a template, opened from the sheet.
#include "lab/assets.h"
#include "tests/app/shell/own_kernels.h"
#include "tests/helpers/words.h"

namespace app {
namespace {

// The stand-in makes the kernel only where the line is there that asks for it.
TEST_F(OwnKernels, ATemplateIsInstantiatedByAClick) {
    const tests::OwnNvcc asked_for{
        folder / "templates",
        "grep -q 'static_assert(&twice<float>' kernel.cu || { printf '.version 7.0\\n"
        ".target sm_75\\n.address_size 64\\n' > kernel.ptx; exit 0; }\n" +
            std::string(tests::compiles_comments)};
    save("template <typename T>\n" + tests::scaling_source(2, "_Z5twiceIfEvPT_"));
    std::string source = *lab::read_file(file, 1 << 20);
    source.replace(source.find("_Z5twiceIfEvPT_(int*"), 20, "twice(T*");
    save(source);
    drop(file);
    ASSERT_TRUE(until([&] { return driver.control("open.template.0"); }));
    EXPECT_TRUE(driver.sees("twice<float>"));
    ASSERT_TRUE(driver.click("open.template.0"));
    ASSERT_TRUE(until([&] { return driver.control("open.go"); }));
    driver.key(Key::enter);
    ASSERT_TRUE(until([&] { return shown() && shown()->source_text == source; }));
    EXPECT_TRUE(tests::has(driver.shell.session.settings().kernel(), "twice"));
    // The file is compiled again, with the same line, when it is saved.
    source.replace(source.find("2 * threadIdx"), 1, "4");
    save(source);
    EXPECT_TRUE(shows(source));
}

}  // namespace
}  // namespace app
