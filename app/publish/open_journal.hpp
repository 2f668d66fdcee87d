// Opens the journal of the data folder for the commands that read it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "app/commands/commands.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

/// The journal of `--data`, read-only; nothing when there is none or it cannot be read, and said so then.
[[nodiscard]] std::optional<journal> open_journal(command_context& context);

/// Under which IRIs the last run publishes what is here; nothing when the journal cannot be read, and said so then.
[[nodiscard]] std::optional<metadata_names> published_names(journal& from, command_context& context);

/// What a command that takes a record says of it.
inline constexpr std::string_view record_words =
    "At least 4 digits of a hash, or a URL: of a seed, of a member (archive!/path), or one that redirects "
    "led to";

/// The one record that people mean by a prefix of its hash or by an address, see `journal_reader::find_uri`; nothing when there is none
/// or several, and said so then.
[[nodiscard]] std::optional<record_ref> find_record(journal& from, std::string_view given,
                                                    command_context& context);

/// Says what a journal refused and sets the exit code.
void refuse(const failure& f, command_context& context);

}  // namespace laundromat
