// Opens the journal of the data folder for the commands that read it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "app/commands/commands.hpp"
#include "storage/journal_reader.hpp"

namespace laundromat {

/// The journal of `--data`, read-only; nothing when there is none or it cannot be read, and said so then.
[[nodiscard]] std::optional<journal> open_journal(command_context& context);

/// The one record that a prefix of its hash names; nothing when there is none or several, and said so then.
[[nodiscard]] std::optional<record_ref> find_record(journal& from, std::string_view prefix,
                                                    command_context& context);

/// Says what a journal refused and sets the exit code.
void refuse(const failure& f, command_context& context);

}  // namespace laundromat
