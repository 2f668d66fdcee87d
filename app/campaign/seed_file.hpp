// Reads lists of seeds of any length, one seed at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/campaign/file_problem.hpp"
#include "app/campaign/list_bytes.hpp"
#include "app/campaign/seed_pattern.hpp"
#include "core/campaign/campaign.hpp"
#include "storage/journal/seed_batch.hpp"

namespace laundromat {

/// A file with one URI per line, with an interval in seconds and a priority after tabs. Blank lines and lines that begin with `#` are comments;
/// any line ending is accepted. The file may be compressed, see `list_bytes`. Memory: 192 KiB, and that of a codec.
class seed_file {
 public:
  /// `file` is used only in messages.
  seed_file(std::unique_ptr<std::istream> text, std::string file)
      : bytes_(std::move(text)), file_(std::move(file)), buffer_(3 * longest_line, '\0') {}
  /// Errors: a file that cannot be read.
  [[nodiscard]] static tl::expected<seed_file, file_problem> open(const std::filesystem::path& file);

  /// The next seed, whose URI may be a pattern that `seed_pattern` can read; nothing at the end. Errors: a line that has none, or is longer than
  /// `longest_line`; the lines after it can still be read.
  [[nodiscard]] tl::expected<std::optional<campaign_seed>, file_problem> next();
  /// The line of that seed, counted from 1.
  [[nodiscard]] std::size_t line() const { return line_; }

  /// Reads past the lines of an older state of this file. False when its first `bytes` have another digest, or end within a line, and for a
  /// compressed file; then the file is at its beginning.
  [[nodiscard]] bool skip(std::uint64_t bytes, const content_digest& digest);
  /// The digest and the number of all bytes, as they are stored; valid once, at the end.
  [[nodiscard]] content_digest digest() { return bytes_.digest(); }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_.stored_bytes(); }

  static constexpr std::size_t longest_line = std::size_t{1} << 16;

 private:
  [[nodiscard]] tl::unexpected<file_problem> problem(std::string message) const;
  bool read_more();
  std::optional<std::string_view> next_line(bool& is_too_long);

  list_bytes bytes_;
  std::string file_;
  std::string buffer_;
  std::size_t begin_ = 0, end_ = 0;  ///< what was read and not given, in `buffer_`
  std::size_t line_ = 0;
  bool is_ended_ = false;
};

/// A file as the file system has it, without its content; zeros when there is none.
[[nodiscard]] read_list stamp_of(const std::string& file);
/// Whether a file is the one that a list was read from, and was not touched since.
[[nodiscard]] bool is_untouched(const read_list& was, const read_list& stamp);
/// Whether a file can be read again, unlike a pipe.
[[nodiscard]] bool is_read_again(const std::filesystem::path& file);

/// Calls `take` with each seed and its line, to the end of the list. Errors: every other line, at most `most_problems` of them.
[[nodiscard]] read_from_file<void> read_seeds(
    seed_file list, const std::function<void(const campaign_seed&, std::size_t line)>& take);

/// The seeds of a campaign or of a command in their order: those in memory, then those of files. A pattern gives the seeds that it names. Memory: one
/// line.
class listed_seeds {
 public:
  /// A file is passed over while it is the one that `read` tells about; one that was appended to is read from its old end.
  listed_seeds(std::vector<campaign_seed> first, std::vector<std::string> files,
               std::vector<read_list> read = {});

  /// The next seed; nothing at the end. Errors: those of `seed_file`, and a bad pattern in memory, after which no other seed can be read.
  [[nodiscard]] tl::expected<std::optional<campaign_seed>, file_problem> next();
  /// A file that was written since the construction: lines of it may be halves, or were never checked. One that was replaced is not; the old one is
  /// read to its end.
  [[nodiscard]] std::optional<std::string> changed_file() const;
  /// The number of seeds that were passed over since the last call.
  [[nodiscard]] std::uint64_t take_passed() { return std::exchange(passed_, 0); }
  /// The files that were read to their end since the last call, or whose times have changed.
  [[nodiscard]] std::vector<read_list> take_ended() { return std::exchange(ended_, {}); }

 private:
  [[nodiscard]] const read_list* known(const std::string& file) const;
  tl::expected<void, file_problem> open_next();
  tl::expected<std::optional<campaign_seed>, file_problem> next_listed();

  std::vector<read_list> stamps_;  ///< of each file, without its content
  std::vector<read_list> read_;
  std::vector<read_list> ended_;
  std::uint64_t passed_ = 0;
  read_list present_;  ///< about the open file
  std::vector<campaign_seed> first_;
  std::vector<std::string> files_;
  std::size_t taken_ = 0, opened_ = 0;
  std::optional<seed_file> open_;
  std::optional<seed_pattern> pattern_;  ///< the last listed seed, while it has more seeds
};

}  // namespace laundromat
