# One target per folder: the functions that every CMakeLists.txt uses.
# Link lines follow the layers of ARCHITECTURE.md; scripts/check-layers refuses an include that they do not allow.

# Finds a library that ships no CMake package and wraps it as laundromat::<name>.
function(laundromat_find_library name header)
  string(MAKE_C_IDENTIFIER "LAUNDROMAT_${name}" var)
  find_library(${var}_LIBRARY ${name} REQUIRED)
  find_path(${var}_INCLUDE ${header} REQUIRED)
  add_library(laundromat::${name} UNKNOWN IMPORTED GLOBAL)
  set_target_properties(laundromat::${name} PROPERTIES IMPORTED_LOCATION ${${var}_LIBRARY}
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${${var}_INCLUDE})
endfunction()

# Compile options that every target of this project shares.
function(laundromat_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR})
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow)
  # With these assertions of the standard library a test ends at an index beyond the end of a container, even where the memory is allocated.
  # Targets that include CAF 0.17 do without them, because its empty tuples dereference null.
  if(NOT CMAKE_CURRENT_SOURCE_DIR MATCHES "/(messages|actors|washer|app)(/|$)")
    target_compile_definitions(${target} PRIVATE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
  endif()
  # A reader calls functions of many small files for each statement, so release builds use link-time optimisation.
  get_target_property(type ${target} TYPE)
  if(CMAKE_BUILD_TYPE STREQUAL Release AND (CMAKE_CURRENT_SOURCE_DIR MATCHES "/core/rdf(/|$)" OR type STREQUAL EXECUTABLE))
    set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
  endif()
  if(LAUNDROMAT_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(LAUNDROMAT_FUZZ)
    # Instruments all libraries for coverage, not only the fuzz targets.
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  if(LAUNDROMAT_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=${LAUNDROMAT_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${LAUNDROMAT_SANITIZE})
    if(LAUNDROMAT_SANITIZE MATCHES undefined)
      # CAF 0.17 binds references to null in its type-erased tuples.
      target_compile_options(${target} PUBLIC -fno-sanitize=null -fno-sanitize-recover=undefined)
    endif()
  endif()
endfunction()

# Compiles the files of each folder of a target together, up to eight in a unit, so that their headers are parsed and their templates
# instantiated only once. Files of one unit share one anonymous namespace. -D LAUNDROMAT_UNITS=OFF compiles each file alone, which is faster
# when one file is changed repeatedly.
function(laundromat_units target)
  if(NOT LAUNDROMAT_UNITS)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A unit includes its files, so GCC takes them for headers and would warn about types in their anonymous namespaces.
  target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(IS_ABSOLUTE source is_generated)
    if(is_generated)
      continue()
    endif()
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    if(NOT DEFINED files_in_${folder})
      set(files_in_${folder} 0)
    endif()
    math(EXPR number "${files_in_${folder}} / 8")
    math(EXPR files_in_${folder} "${files_in_${folder}} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${number})
  endforeach()
endfunction()

# laundromat_library(core_web SOURCES a.cpp b.cpp LINK laundromat_core_base OpenSSL::Crypto)
# makes the static library laundromat_core_web. A folder of headers only gives no SOURCES.
function(laundromat_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  if(arg_SOURCES)
    add_library(laundromat_${name} STATIC ${arg_SOURCES})
    laundromat_options(laundromat_${name})
    laundromat_units(laundromat_${name})
    target_link_libraries(laundromat_${name} PUBLIC ${arg_LINK})
  else()
    add_library(laundromat_${name} INTERFACE)
    target_include_directories(laundromat_${name} INTERFACE ${CMAKE_SOURCE_DIR})
    target_link_libraries(laundromat_${name} INTERFACE ${arg_LINK})
  endif()
endfunction()

# laundromat_test(core_web SOURCES uri_test.cpp LINK laundromat_core_web)
# makes the GoogleTest binary test_core_web and registers it as one ctest of that name, or with SHARDS 4 as core_web_1 to core_web_4,
# each with a quarter of the tests, so that a long test binary runs on several processors.
# The macro LAUNDROMAT_SOURCE_DIR is the path of the source tree, for tests that read data files.
function(laundromat_test name)
  cmake_parse_arguments(arg "" "SHARDS" "SOURCES;LINK" ${ARGN})
  add_executable(test_${name} ${arg_SOURCES})
  laundromat_options(test_${name})
  laundromat_units(test_${name})
  target_compile_definitions(test_${name} PRIVATE LAUNDROMAT_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  target_link_libraries(test_${name} PRIVATE ${arg_LINK} GTest::gtest_main)
  set(tests ${name})
  if(arg_SHARDS)
    set(tests)
    foreach(number RANGE 1 ${arg_SHARDS})
      math(EXPR index "${number} - 1")
      list(APPEND tests ${name}_${number})
      add_test(NAME ${name}_${number} COMMAND test_${name})
      set_tests_properties(${name}_${number} PROPERTIES COST 60
        ENVIRONMENT "GTEST_TOTAL_SHARDS=${arg_SHARDS};GTEST_SHARD_INDEX=${index}")
    endforeach()
  else()
    add_test(NAME ${name} COMMAND test_${name})
  endif()
  set_tests_properties(${tests} PROPERTIES TIMEOUT 600)
endfunction()

# The allocator of the program. Sanitizers have one of their own.
function(laundromat_allocator target)
  if(NOT LAUNDROMAT_SANITIZE)
    target_link_libraries(${target} PRIVATE -Wl,--push-state,--no-as-needed laundromat::jemalloc -Wl,--pop-state)
  endif()
endfunction()
