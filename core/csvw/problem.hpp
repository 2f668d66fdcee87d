// What is wrong with a table or its metadata, where, and what to write instead.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace laundromat::csvw {

enum class severity : std::uint8_t {
  warning,  ///< the metadata is used; the property is ignored or has its default
  invalid,  ///< the table does not fit its metadata: a validator rejects it, a converter goes on
  error,    ///< the metadata cannot be used
};

struct problem {
  severity level = severity::warning;
  std::string document;   ///< URL of the metadata or of the table
  std::string path = {};  ///< of metadata: JSON pointer (RFC 6901), empty for the whole document
  std::uint64_t row =
      0;  ///< of a table: its row and column as they are numbered in the text, from 1; 0: no one of them
  std::uint64_t column = 0;
  std::string message = {};  ///< what is wrong, and what to write instead

  friend bool operator==(const problem&, const problem&) = default;
};

/// Takes problems as soon as they are known.
class problem_sink {
 public:
  virtual ~problem_sink() = default;
  virtual void on_problem(const problem& found) = 0;
};

/// Keeps the first problems, and counts all.
class problem_list final : public problem_sink {
 public:
  explicit problem_list(std::size_t most = 1'000) : most_(most) {}

  void on_problem(const problem& found) override {
    ++counts_[static_cast<std::size_t>(found.level)];
    if (all_.size() < most_) all_.push_back(found);
  }
  [[nodiscard]] const std::vector<problem>& all() const { return all_; }
  [[nodiscard]] std::uint64_t count(severity level) const { return counts_[static_cast<std::size_t>(level)]; }
  [[nodiscard]] bool is_empty() const { return all_.empty(); }

 private:
  std::size_t most_;
  std::uint64_t counts_[3] = {};
  std::vector<problem> all_;
};

}  // namespace laundromat::csvw
