// Says what was wrong: turns places in the window into defects.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/turtle/tokens/text_window.hpp"

namespace laundromat::turtle {

/// What is repaired in text that turns out to be skipped is no repair, and what is skipped may begin before what was found first: so all
/// waits until it is settled which statements are kept, and goes out in the order of the text.
class reporter {
 public:
  reporter(text_window& text, statement_sink& sink, const reader_options& options)
      : text_(&text), sink_(&sink), profile_(options.profile), excerpt_bytes_(options.limits.excerpt_bytes) {}

  /// What the profile does about a rule.
  [[nodiscard]] treatment plan(errc rule) const { return treatment_of(rule, profile_); }
  /// Whether the likelier of two readings is wanted.
  [[nodiscard]] bool is_generous() const { return profile_ == wash_profile::max_recall; }
  [[nodiscard]] bool repairs(errc rule) const { return plan(rule) == treatment::repair; }

  /// A defect without length and report: noticed at `at`.
  [[nodiscard]] defect notice(errc rule, const char* at, std::string message = {});
  /// The data is kept as it stands.
  void note(errc rule, const char* begin, const char* end, std::string message = {});
  /// `after` stands for the bytes from `begin` to `end`.
  void repair(errc rule, const char* begin, const char* end, std::string_view after,
              std::string message = {});
  /// `after` is put in at `offset_bytes`, noticed at `at`.
  void insert(errc rule, const char* at, std::uint64_t offset_bytes, std::string_view after);
  /// Reports a skip that `notice` began: from `begin_bytes` to `end_bytes`.
  void skip(defect found, std::uint64_t begin_bytes, std::uint64_t end_bytes);
  /// Forgets the repairs that wait of a span that is skipped.
  void drop_repairs(std::uint64_t begin_bytes, std::uint64_t end_bytes);
  [[nodiscard]] bool has_waiting() const { return !waiting_.empty(); }
  /// Of what waits before `end_bytes` it is known whether it is kept, and that nothing comes between.
  void settle(std::uint64_t end_bytes = ~0ull);
  /// As much of a text as a defect shows, cut between characters.
  [[nodiscard]] std::string_view shown(std::string_view text) const;
  /// The beginning of a text, on one line and in UTF-8, for a message.
  [[nodiscard]] static std::string quote(std::string_view text);
  /// How much of a text is needed to show it.
  [[nodiscard]] std::uint64_t needed_bytes() const { return excerpt_bytes_ + 1; }

 private:
  /// A defect that was noticed begins earlier; its message tells the distance.
  void begin_at(defect& found, std::uint64_t begin_bytes);
  void report(defect found);

  text_window* text_;
  statement_sink* sink_;
  wash_profile profile_;
  std::uint64_t excerpt_bytes_;
  std::vector<defect> waiting_;  ///< in the order of telling
  std::uint64_t waiting_bytes_ = 0;
};

}  // namespace laundromat::turtle
