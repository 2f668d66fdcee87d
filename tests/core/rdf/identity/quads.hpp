// Common to the tests of identity: datasets from lines, and small random ones.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/identity/dataset.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat::testing {

struct dataset_sink final : statement_sink {
  explicit dataset_sink(tag_case tags) : quads(tags) {}
  result<void> on_statement(const statement_view& statement) override {
    quads.add(statement);
    return {};
  }
  void on_defect(const defect& found) override {
    EXPECT_TRUE(found.done == treatment::note || found.rule == errc::upper_case_language_tag)
        << to_string(found.rule) << ", " << found.message;
  }

  dataset quads;
};

/// The dataset of clean N-Quads, without repairs.
inline dataset read_quads(std::string_view text, tag_case tags = tag_case::lower) {
  dataset_sink sink{tags};
  const auto reader = make_reader(rdf_format::n_quads, {{}, {}, wash_profile::strict}, sink);
  EXPECT_TRUE((*reader)->push(text) && (*reader)->finish());
  return std::move(sink.quads);
}

/// A quad whose terms are small numbers: blank nodes by number, then IRIs.
using small_quad = std::array<int, 4>;

inline std::string name_of(int number, int blanks, const std::vector<int>& labels) {
  return number < blanks ? "_:x" + std::to_string(labels[static_cast<std::size_t>(number)])
                         : "<http://e/" + std::to_string(number) + ">";
}

/// N-Quads in which blank node `i` has the label `labels[i]`.
inline std::string write_quads(const std::vector<small_quad>& quads, int blanks,
                               const std::vector<int>& labels) {
  std::string text;
  for (const auto& q : quads) {
    text += name_of(q[0], blanks, labels) + " <http://e/p" + std::to_string(q[1]) + "> " +
            name_of(q[2], blanks, labels);
    if (q[3] >= 0) text += " " + name_of(q[3], blanks, labels);
    text += " .\n";
  }
  return text;
}

inline std::vector<int> numbers_up_to(int count) {
  std::vector<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

inline std::vector<small_quad> random_quads(std::mt19937& dice, int blanks, int count) {
  const auto below = [&](int n) { return std::uniform_int_distribution(0, n - 1)(dice); };
  std::vector<small_quad> quads;
  for (int i = 0; i < count; ++i)
    quads.push_back({below(blanks + 1), below(2), below(blanks + 1), below(6) == 0 ? below(blanks) : -1});
  return quads;
}

}  // namespace laundromat::testing
