# What others wrote, in a page: headers and sources that web/parts gathered, and what Emscripten has of its own.
set(parts ${CMAKE_SOURCE_DIR}/build/web/parts)
if(NOT EXISTS ${parts}/md4c/src/md4c.c)
  message(FATAL_ERROR "What others wrote is not in ${parts}: web/build gathers it")
endif()
foreach(name fmt::fmt nlohmann_json::nlohmann_json CLI11::CLI11 stb)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${name} SYSTEM INTERFACE ${parts}/include)
endforeach()
add_library(fmt_once OBJECT ${CMAKE_CURRENT_LIST_DIR}/fmt.cpp)
target_link_libraries(fmt_once PRIVATE fmt::fmt)

enable_language(C)
add_library(md4c STATIC ${parts}/md4c/src/md4c.c)
target_include_directories(md4c SYSTEM PUBLIC ${parts}/md4c/src)

# OpenGL ES 3 is WebGL 2, and needs no loader: a header in its place.
add_library(glad INTERFACE)
target_include_directories(glad INTERFACE ${CMAKE_CURRENT_LIST_DIR})

set(IMGUI_FOLDER ${CMAKE_SOURCE_DIR}/.cache/imgui CACHE PATH "Dear ImGui's source")
add_library(imgui OBJECT
  ${IMGUI_FOLDER}/imgui.cpp ${IMGUI_FOLDER}/imgui_draw.cpp ${IMGUI_FOLDER}/imgui_tables.cpp
  ${IMGUI_FOLDER}/imgui_widgets.cpp ${IMGUI_FOLDER}/backends/imgui_impl_opengl3.cpp)
catches_nothing(imgui)
target_include_directories(imgui SYSTEM PUBLIC ${IMGUI_FOLDER} ${IMGUI_FOLDER}/backends)
target_compile_definitions(imgui PUBLIC IMGUI_IMPL_OPENGL_ES3
  PRIVATE IMGUI_DISABLE_DEMO_WINDOWS IMGUI_DISABLE_DEBUG_TOOLS IMGUI_DISABLE_FILE_FUNCTIONS
  IMGUI_DISABLE_DEFAULT_FONT)
