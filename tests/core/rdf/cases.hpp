// Cases as files: `NAME.EXT` is a document, `NAME.expected` the result of its reader. Adding one needs no C++.
// SPDX-License-Identifier: Apache-2.0
//
// The expected file has a line for each statement, in byte order, then for each defect, then for each span:
//     <http://example.org/s> <http://example.org/p> "o" .
//     defect missing_dot repair 3:12 offset 40 length 0 | before | after
//     span statement 41
// Blank nodes are printed as `<b:label>`. A name that ends in `.strict` or `.max-recall` before the extension is read under that
// profile. With LAUNDROMAT_UPDATE_CASES=1 in the environment the files are rewritten instead of compared: then read the diff.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/core/rdf/reading.hpp"
#include "tests/places.hpp"

namespace laundromat::testing {

inline std::string read_case_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

/// The documents of a folder of the source tree, without their `.expected` files.
inline std::vector<std::string> list_cases(const std::string& folder) {
  std::vector<std::string> all;
  for (const auto& file : std::filesystem::directory_iterator(std::filesystem::path(source_path()) / folder))
    if (file.is_regular_file() && file.path().extension() != ".expected") all.push_back(file.path().string());
  std::ranges::sort(all);
  return all;
}

/// Bytes as one printable line.
inline std::string printable(std::string_view bytes) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  for (const unsigned char c : bytes) {
    if (c >= 0x20 && c < 0x7F && c != '\\' && c != '|')
      out += static_cast<char>(c);
    else
      out.append("\\x").append(1, digits[c >> 4]).append(1, digits[c & 15]);
  }
  return out;
}

inline std::string describe(const remembering_sink& read) {
  auto lines = read.lines;
  std::ranges::sort(lines);
  std::ostringstream out;
  for (const auto& line : lines) out << line << '\n';
  for (const auto& d : read.defects)
    out << "defect " << to_string(d.rule) << ' ' << to_string(d.done) << ' ' << d.line << ':' << d.column
        << " offset " << d.offset_bytes << " length " << d.length_bytes << " | " << printable(d.before)
        << " | " << printable(d.after) << '\n';
  for (const auto& [kind, length] : read.spans) out << "span " << to_string(kind) << ' ' << length << '\n';
  return out.str();
}

/// Reads the document at `path` by `read_with_properties` and compares the result with its expected file.
inline void check_case(const std::string& path) {
  const std::filesystem::path file(path);
  const auto format = format_from_extension(file.extension().string().substr(1));
  ASSERT_TRUE(format) << "no format has the extension of " << path;
  reader_options options{base};
  const auto stem = file.stem().string();
  if (const auto dot = stem.rfind('.'); dot != stem.npos)
    if (const auto profile = profile_from_name(stem.substr(dot + 1))) options.profile = *profile;
  const auto actual = describe(read_with_properties(*format, read_case_file(file), options));
  auto expected_file = file;
  expected_file.replace_extension(".expected");
  if (std::getenv("LAUNDROMAT_UPDATE_CASES") != nullptr) {
    std::ofstream(expected_file, std::ios::binary) << actual;
    return;
  }
  EXPECT_EQ(actual, read_case_file(expected_file)) << path;
}

inline std::string case_name(const ::testing::TestParamInfo<std::string>& info) {
  auto name = std::filesystem::path(info.param).stem().string();
  for (auto& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

}  // namespace laundromat::testing
