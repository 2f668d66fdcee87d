// Reads lists of seeds of any length, one seed at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/campaign/file_problem.hpp"
#include "core/campaign/campaign.hpp"

namespace laundromat {

/// A file with one URI per line, with an interval in seconds and a priority after tabs. Blank lines and lines that begin with `#` are comments;
/// any line ending is accepted. Memory: one line.
class seed_file {
 public:
  /// `file` is used only in messages.
  seed_file(std::unique_ptr<std::istream> text, std::string file)
      : text_(std::move(text)), file_(std::move(file)), buffer_(longest_line + 1, '\0') {}
  /// Errors: a file that cannot be read.
  [[nodiscard]] static tl::expected<seed_file, file_problem> open(const std::filesystem::path& file);

  /// The next seed; nothing at the end. Errors: a line that has none, or is longer than `longest_line`; the lines after it can still be read.
  [[nodiscard]] tl::expected<std::optional<campaign_seed>, file_problem> next();
  /// The line of that seed, counted from 1.
  [[nodiscard]] std::size_t line() const { return line_; }

  static constexpr std::size_t longest_line = std::size_t{1} << 16;

 private:
  [[nodiscard]] tl::unexpected<file_problem> problem(std::string message) const;

  std::unique_ptr<std::istream> text_;
  std::string file_;
  std::string buffer_;
  std::size_t line_ = 0;
};

/// Whether a file can be read again, unlike a pipe.
[[nodiscard]] bool is_read_again(const std::filesystem::path& file);

/// Calls `take` with each seed and its line, to the end of the list. Errors: every other line, at most `most_problems` of them.
[[nodiscard]] read_from_file<void> read_seeds(
    seed_file list, const std::function<void(const campaign_seed&, std::size_t line)>& take);

/// The seeds of a campaign or of a command in their order: those in memory, then those of files. Memory: one line.
class listed_seeds {
 public:
  listed_seeds(std::vector<campaign_seed> first, std::vector<std::string> files);

  /// The next seed; nothing at the end. Errors: those of `seed_file`, after which no other seed can be read.
  [[nodiscard]] tl::expected<std::optional<campaign_seed>, file_problem> next();
  /// A file that was written since the construction: lines of it may be halves, or were never checked. One that was replaced is not; the old one is
  /// read to its end.
  [[nodiscard]] std::optional<std::string> changed_file() const;

 private:
  struct stamp {
    std::uint64_t device = 0, number = 0, bytes = 0;
    std::int64_t seconds = 0, nanoseconds = 0;
    friend bool operator==(const stamp&, const stamp&) = default;
  };
  [[nodiscard]] static stamp stamp_of(const std::string& file);

  std::vector<stamp> stamps_;  ///< of each file
  std::vector<campaign_seed> first_;
  std::vector<std::string> files_;
  std::size_t taken_ = 0, opened_ = 0;
  std::optional<seed_file> open_;
};

}  // namespace laundromat
