// A data folder with a few documents for patterns: in the default graph, in named graphs, and a long one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "tests/temporary_folder.hpp"

namespace laundromat::test {

/// `people.ttl`: two people, and `people-again.ttl`, the same; `graphs.trig`: the same statement about one of them in a graph, and in none; `long.nt`: 3,000 statements with 7 predicates, in several blocks; `terms.ttl`: a
/// triple term. Filled once per process.
class washed_documents {
 public:
  [[nodiscard]] static const washed_documents& get();

  [[nodiscard]] const std::filesystem::path& data() const { return data_; }
  /// The hash of the clean document of a file.
  [[nodiscard]] std::string hash(const std::string& file) const;

  static constexpr std::string_view public_base = "https://data.example.org/lod/";

 private:
  washed_documents();

  temporary_folder folder_;
  std::filesystem::path data_ = folder_.path() / "data";
};

}  // namespace laundromat::test
