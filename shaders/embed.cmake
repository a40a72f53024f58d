# Writes the shaders' text into a C++ header: cmake -DOUTPUT=... -DFOLDER=... -P embed.cmake
set(text "// Made from shaders/ at build time.\n#pragma once\nnamespace app::shaders {\n")
foreach(name field_constants.h field.vert field.frag interface.vert interface_fill.frag
        interface_texture.frag)
  file(READ ${FOLDER}/${name} content)
  string(REPLACE "\\\n" "" content "${content}")    # GLSL 3.30 knows no continued lines
  string(REPLACE "." "_" variable ${name})
  string(APPEND text "inline constexpr char ${variable}[] = R\"glsl(${content})glsl\";\n")
endforeach()
file(WRITE ${OUTPUT} "${text}}\n")
