# Two programs of a browser's kind: the page itself, and the command line for node, by which tests
# compare what it counts with what the desktop does.
set(both ${WARPLENS_SIMULATOR} lab lessons fmt_once)
set(linking -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=2GB -sSTACK_SIZE=4MB -sMALLOC=emmalloc
  -sEXIT_RUNTIME=0 -sINCOMING_MODULE_JS_API=[canvas,preRun,print,printErr,locateFile,setStatus,monitorRunDependencies,onRuntimeInitialized,onAbort,arguments,wasmBinary])

add_executable(page web/main.cpp)
target_link_libraries(page PRIVATE ${both} app app_catching imgui glad)
target_link_options(page PRIVATE ${linking}
  -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sGL_ENABLE_GET_PROC_ADDRESS=0 -sFORCE_FILESYSTEM
  -sTEXTDECODER=2 -sSUPPORT_LONGJMP=0
  -sEXPORTED_RUNTIME_METHODS=[ccall,FS,ENV,UTF8ToString,stringToNewUTF8,addRunDependency,removeRunDependency,HEAPU8])
set(name warplens)
if(NOT WARPLENS_PAGE_THREADS)
  target_link_options(page PRIVATE -sENVIRONMENT=web)
else()
  set(name warplens_threads)
  # Made before anybody asks: a thread that waits for one to be made keeps the page from making it.
  target_link_options(page PRIVATE -sENVIRONMENT=web,worker
    "-sPTHREAD_POOL_SIZE=Math.min(navigator.hardwareConcurrency,8)+2")
endif()
set_target_properties(page PROPERTIES OUTPUT_NAME ${name} SUFFIX .js)

# In node, with its files where they are.
function(node_program name)
  target_link_options(${name} PRIVATE -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB
    -sSTACK_SIZE=4MB -sENVIRONMENT=node -sNODERAWFS -sEXIT_RUNTIME=1
    "SHELL:--pre-js ${CMAKE_CURRENT_SOURCE_DIR}/web/node.js")
  set_target_properties(${name} PROPERTIES SUFFIX .js)
endfunction()

add_executable(command_line ${CMAKE_SOURCE_DIR}/lab/cli/main.cpp)
target_link_libraries(command_line PRIVATE ${both} commands)
node_program(command_line)

add_executable(simulator_speed EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/benchmarks/simulator_speed.cpp)
target_link_libraries(simulator_speed PRIVATE ${WARPLENS_SIMULATOR})
target_compile_definitions(simulator_speed PRIVATE WARPLENS_SPEED_PTX="${CMAKE_SOURCE_DIR}/benchmarks/kernels.ptx")
node_program(simulator_speed)
