// Opens the journal of the data folder for the commands that read it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "app/commands/commands.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/clean_store.hpp"
#include "storage/warc/warc_store.hpp"

namespace laundromat {

/// The journal of `--data`, read-only; reports when it is missing or unreadable, and returns nothing.
[[nodiscard]] std::optional<journal> open_journal(command_context& context);

/// The clean store of `--data` with its segments; reports when it cannot be opened, and returns nothing.
[[nodiscard]] std::optional<clean_store> open_clean_store(command_context& context);

/// The WARC segments of `--data`; null when there are none, for what can do without.
[[nodiscard]] std::unique_ptr<warc_store> open_bodies(const command_context& context);

/// The IRIs under which the last run publishes; reports when the journal cannot be read, and returns nothing.
[[nodiscard]] std::optional<metadata_names> published_names(journal& from, command_context& context);

/// The help text of a record argument.
inline constexpr std::string_view record_words =
    "At least 4 digits of a hash, or a URL: of a seed, of a member (archive!/path), or of the target of a "
    "redirect";

/// The record that a prefix of its hash or an address names (`journal_reader::find_uri`); reports when there is none
/// or several, and returns nothing.
[[nodiscard]] std::optional<record_ref> find_record(journal& from, std::string_view given,
                                                    command_context& context);

/// Reports an error of the journal and sets the exit code.
void refuse(const failure& f, command_context& context);

}  // namespace laundromat
