// Looks for directives in text that may be skipped later, once, before the window drops it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rdf/turtle/recovery/lost_directive.hpp"

namespace laundromat::turtle {

/// Keeps what text that belongs to no span yet may have declared, however long it is and however it is cut: a line is looked at as a whole,
/// or in chunks of `most_line_bytes`.
class lost_text {
 public:
  static constexpr std::size_t most_line_bytes = 1024;
  static constexpr std::size_t most_found = 1'000;

  /// Where the text that was shown ends.
  [[nodiscard]] std::uint64_t seen_bytes() const { return line_begin_ + line_.size(); }
  /// Text before `begin` is accounted for.
  void forget_before(std::uint64_t begin_bytes);
  /// The next text, which follows what was shown, or begins behind it.
  void show(std::uint64_t begin_bytes, std::string_view text);
  /// Hands each directive of the lines that end behind `begin`, as far as the text was shown, to `take`, once. Returns false when there were too many to
  /// keep: then all that was declared is in doubt.
  template <class Take>
  [[nodiscard]] bool take(std::uint64_t begin_bytes, Take take) {
    drop_subject(line_);
    for (const auto& one : found_)
      if (one.end > begin_bytes) take(lost_directive{one.is_base, one.prefix(), one.iri});
    found_.clear();
    // The line may go on, and is looked at again then.
    const auto skipped = begin_bytes > line_begin_ ? begin_bytes - line_begin_ : 0;
    if (skipped < line_.size())
      for (const auto& one : find_directives(std::string_view(line_).substr(skipped))) take(one);
    return !std::exchange(is_full_, false);
  }

 private:
  struct directive {
    std::uint64_t end = 0;  ///< of its line
    bool is_base = false, is_prefix = false;
    std::string name, iri;
    bool is_subject =
        false;  ///< it is an IRI alone on its line, without a dot, whose next line is not known yet
    [[nodiscard]] std::optional<std::string_view> prefix() const {
      return is_prefix ? std::optional<std::string_view>(name) : std::nullopt;
    }
  };
  void end_line();
  void drop_subject(std::string_view line);

  std::uint64_t line_begin_ = 0;
  std::string line_;  ///< as far as it was shown
  std::vector<directive> found_;
  bool is_full_ = false;
  std::size_t indent_ = 0;  ///< of the last line that was not blank
};

}  // namespace laundromat::turtle
