// Reports defects: turns places in the window into offsets, lines and excerpts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/turtle/tokens/text_window.hpp"

namespace laundromat::turtle {

/// A repair in text that is skipped later is no repair, and a skip may begin before a defect that was found earlier. So all defects wait
/// until it is known which statements are kept, and are reported in the order of the text.
class defect_reporter {
 public:
  defect_reporter(text_window& text, statement_sink& sink, const reader_options& options)
      : text_(&text), sink_(&sink), profile_(options.profile), excerpt_bytes_(options.limits.excerpt_bytes) {}

  /// What the profile does about a rule.
  [[nodiscard]] treatment plan(errc rule) const { return treatment_of(rule, profile_); }
  /// Whether the profile wants the likelier of two readings.
  [[nodiscard]] bool is_generous() const { return profile_ == wash_profile::max_recall; }
  [[nodiscard]] bool repairs(errc rule) const { return plan(rule) == treatment::repair; }

  /// A defect that was noticed at `at`; it has no length yet and is not reported.
  [[nodiscard]] defect notice(errc rule, const char* at, std::string message = {});
  /// A defect of the bytes from `begin` to `end`, at the place of `token` if that is not null; it is not reported.
  [[nodiscard]] defect describe(errc rule, const char* begin, const char* end, std::string message = {},
                                const char* token = nullptr);
  /// Reports something odd that is kept unchanged. `token` is what offends, where that is not the whole.
  void note(errc rule, const char* begin, const char* end, std::string message = {},
            const char* token = nullptr);
  /// Reports that `after` replaces the bytes from `begin` to `end`.
  void repair(errc rule, const char* begin, const char* end, std::string_view after, std::string message = {},
              const char* token = nullptr);
  /// Reports that `after` is put in at `offset_bytes`; the need for it was noticed at `at`.
  void insert(errc rule, const char* at, std::uint64_t offset_bytes, std::string_view after);
  /// Reports a skip that `notice` began: from `begin_bytes` to `end_bytes`.
  void skip(defect found, std::uint64_t begin_bytes, std::uint64_t end_bytes);
  /// Drops the waiting repairs of a span that is skipped.
  void drop_repairs(std::uint64_t begin_bytes, std::uint64_t end_bytes);
  [[nodiscard]] bool has_waiting() const { return !waiting_.empty(); }
  /// Reports what waits before `end_bytes`: it is known which statements there are kept, and no other defect will be added there.
  void report_waiting(std::uint64_t end_bytes = ~0ull);
  /// The beginning of a text, as long as an excerpt may be, cut between characters.
  [[nodiscard]] std::string_view shown(std::string_view text) const;
  /// The beginning of a text, on one line and in UTF-8, for a message.
  [[nodiscard]] static std::string quote(std::string_view text);
  /// How many bytes of a text an excerpt needs: one more than it shows, so that the cut is seen.
  [[nodiscard]] std::uint64_t needed_bytes() const { return excerpt_bytes_ + 1; }

 private:
  void place(defect& found, std::uint64_t offset_bytes);
  void report(defect found);

  text_window* text_;
  statement_sink* sink_;
  wash_profile profile_;
  std::uint64_t excerpt_bytes_;
  std::vector<defect> waiting_;  ///< in the order of the reports
  std::uint64_t waiting_bytes_ = 0;
};

}  // namespace laundromat::turtle
