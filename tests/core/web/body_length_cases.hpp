// The table `cases/body_length.tsv`: heads, the end of their body, and the outcome of the transfer.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "tests/places.hpp"

namespace laundromat::test {

struct body_length_case {
  std::string name, status_line;
  std::vector<std::string> fields;  ///< lines of the head
  std::string sent;                 ///< what follows the head
  std::string verdict;  ///< of the head: `bad_response`, or the kind of end and the announced length
  std::string outcome, received;  ///< of the transfer; no outcome: no transfer
};

inline std::vector<std::string> split_text(const std::string& text, char at) {
  std::vector<std::string> out{""};
  for (const char c : text) {
    if (c == at)
      out.emplace_back();
    else
      out.back().push_back(c);
  }
  return out;
}

inline std::string unescaped(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out.push_back(text[i]);
    } else {
      const char c = text.at(++i);
      out.push_back(c == 'r' ? '\r' : c == 'n' ? '\n' : c == 'v' ? '\v' : '\t');
    }
  }
  return out;
}

inline std::vector<body_length_case> body_length_cases() {
  std::ifstream file(source_path("tests/core/web/cases/body_length.tsv"));
  std::vector<body_length_case> out;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const auto cells = split_text(line, '\t');
    EXPECT_EQ(cells.size(), 7U) << line;
    if (cells.size() == 7)
      out.push_back({cells[0], cells[1], split_text(unescaped(cells[2]), '\n'), unescaped(cells[3]), cells[4],
                     cells[5], cells[6]});
  }
  return out;
}

}  // namespace laundromat::test
