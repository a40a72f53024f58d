# Two programs of a browser's kind: the page itself, and the command line for node, by which tests
# compare what it counts with what the desktop does.
set(both ${WARPLENS_SIMULATOR} lab lessons fmt_once)
set(linking -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=2GB -sSTACK_SIZE=4MB -sMALLOC=emmalloc
  -sEXIT_RUNTIME=0 -sINCOMING_MODULE_JS_API=[canvas,preRun,print,printErr,locateFile,setStatus,monitorRunDependencies,onRuntimeInitialized,onAbort,arguments,wasmBinary])

add_executable(page web/main.cpp)
target_link_libraries(page PRIVATE ${both} app imgui glad)
target_link_options(page PRIVATE ${linking} -sENVIRONMENT=web
  -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sFORCE_FILESYSTEM
  -sEXPORTED_RUNTIME_METHODS=[ccall,FS,ENV,UTF8ToString,stringToNewUTF8,addRunDependency,removeRunDependency,HEAPU8])
set_target_properties(page PROPERTIES OUTPUT_NAME warplens SUFFIX .js)

add_executable(command_line ${CMAKE_SOURCE_DIR}/lab/cli/main.cpp)
target_link_libraries(command_line PRIVATE ${both})
target_link_options(command_line PRIVATE -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB
  -sSTACK_SIZE=4MB -sENVIRONMENT=node -sNODERAWFS -sEXIT_RUNTIME=1
  "SHELL:--pre-js ${CMAKE_CURRENT_LIST_DIR}/node.js")
set_target_properties(command_line PROPERTIES SUFFIX .js)
