// A data folder with a few documents that have labels.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "tests/temporary_folder.hpp"

namespace laundromat::test {

/// `socks.ttl`: labels in several languages; `more.ttl`: one of these, and an own property; `graphs.trig`: a label in two graphs; `long.nt`: `long_labels` labels, in several blocks; `none.nt`:
/// no label. Filled once per process.
class labelled_documents {
 public:
  [[nodiscard]] static const labelled_documents& get();

  [[nodiscard]] const std::filesystem::path& data() const { return data_; }
  /// The campaign with other keys, for another run.
  [[nodiscard]] std::filesystem::path campaign_with(const std::string& keys) const;
  /// The hash of the clean document of a file.
  [[nodiscard]] std::string hash(const std::string& file) const;

  static constexpr int long_labels = 3'000;
  static constexpr int all_labels = long_labels + 8;

 private:
  labelled_documents();

  temporary_folder folder_;
  std::filesystem::path data_ = folder_.path() / "data";
};

}  // namespace laundromat::test
