// What a defect says, in words for a line of a terminal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/rdf/model/defect.hpp"

namespace laundromat {

/// A text of a document on one line of a terminal, cut to `columns`, with line breaks and tabs escaped.
[[nodiscard]] std::string excerpt_of(std::string_view text, std::size_t columns);
/// What a repair put in the place of the span, ` → after`, cut to `columns`; ` → nothing` where it removed the span; empty where text
/// was not changed but read in another way, which the message says.
[[nodiscard]] std::string change_of(const defect& found, std::size_t columns);
/// The length of a skip, `, 1,234 bytes`, when it is longer than the `shown` columns.
[[nodiscard]] std::string reach_of(const defect& found, std::size_t shown);
/// Its message, and the text before and after the repair, each cut to 40 columns.
[[nodiscard]] std::string in_words(const defect& found);

}  // namespace laundromat
