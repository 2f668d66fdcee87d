// The options that select documents, shared by several commands.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/commands/commands.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

/// Parses a timestamp in UTC: `2026-11-20`, `2026-11-20T12:30` or `2026-11-20T12:30:05Z`. Nothing for any other text.
[[nodiscard]] std::optional<timestamp> timestamp_from_text(std::string_view text);

/// The values of the options as text.
struct document_options {
  std::string host, format, rule, since, until, same_as;
  bool all_crawls = false;
  document_filter filter;  ///< numbers are stored directly in the filter

  /// Declares all options except `--status`; `format_option` is the name of the option for the source format.
  void add_to(cli_command& command, const std::string& format_option = "--format");
  /// The filter without the identity; reports an invalid value and returns nothing.
  [[nodiscard]] std::optional<document_filter> read(command_context& context) const;
  /// Adds the identity of `--same-as` to the filter and returns the clean document that has it: null without the option; when there is
  /// none, reports it and returns nothing. Documents with equal identity may be the same data; documents with equal digest are.
  [[nodiscard]] std::optional<content_digest> find_identity(journal& from, document_filter& found,
                                                            command_context& context) const;
  [[nodiscard]] bool choose_nothing() const;
};

}  // namespace laundromat
