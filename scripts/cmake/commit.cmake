# Writes the C++ file with the commit of a source folder, unless it already has that commit:
#   cmake -D SOURCE=folder -D OUTPUT=file.cpp [-D COMMIT=text] -P commit.cmake
# COMMIT, if not empty, is used unchanged: for packagers whose source has no history.
cmake_minimum_required(VERSION 3.25)

# `git archive` inserts the commit here; in a work tree the line is unchanged.
set(archived "$Format:%H$")

# The commit of a work tree whose root is `folder`; a source unpacked inside another repository has no commit.
function(find_commit folder result)
  set(${result} "" PARENT_SCOPE)
  execute_process(COMMAND git -C ${folder} rev-parse --show-toplevel
    OUTPUT_VARIABLE root OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
  if(failed)
    return()
  endif()
  file(REAL_PATH "${root}" root)
  file(REAL_PATH "${folder}" folder)
  if(NOT root STREQUAL folder)
    return()
  endif()
  execute_process(COMMAND git -C ${folder} describe --always --dirty --abbrev=12 --exclude=*
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
  if(NOT failed)
    set(${result} "${commit}" PARENT_SCOPE)
  endif()
endfunction()

set(commit "${COMMIT}")
if(NOT commit)
  find_commit("${SOURCE}" commit)
endif()
if(NOT commit AND archived MATCHES "^[0-9a-f]+$")
  string(SUBSTRING "${archived}" 0 12 commit)
endif()
if(NOT commit)
  set(commit unknown)
endif()

set(text "// Made by scripts/cmake/commit.cmake.
#include \"app/version/source_commit.hpp\"

namespace laundromat {

std::string_view source_commit() {
  return \"${commit}\";
}

}  // namespace laundromat
")
set(before "")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" before)
endif()
if(NOT before STREQUAL text)
  file(WRITE "${OUTPUT}" "${text}")
endif()
