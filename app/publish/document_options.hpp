// The options that choose documents, shared by every command that takes a selection.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/commands/commands.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

/// A moment as people write it: `2026-11-20`, `2026-11-20T12:30`, `2026-11-20T12:30:05Z`, always UTC. Nothing for any other text.
[[nodiscard]] std::optional<timestamp> timestamp_from_text(std::string_view text);

/// What was asked for, as words.
struct document_options {
  std::string host, format, rule, since, until, same_as;
  bool all_crawls = false;
  document_filter filter;  ///< the numbers go straight into it

  /// Declares all but `--status`; `format_option` is what the format in which a document was found is asked for with.
  void add_to(cli_command& command, const std::string& format_option = "--format");
  /// The filter without the identity; nothing when a word of the options means nothing, and said so then.
  [[nodiscard]] std::optional<document_filter> read(command_context& context) const;
  /// Fills in the identity that `--same-as` asks for, and answers the clean document that has it: null without the option, nothing
  /// when there is none, and said so then. Other documents with this identity may be the same data; only one digest is certainly so.
  [[nodiscard]] std::optional<content_digest> find_identity(journal& from, document_filter& found,
                                                            command_context& context) const;
  [[nodiscard]] bool choose_nothing() const;
};

}  // namespace laundromat
