// Writes a value as JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/extraction/model/data_record.hpp"

namespace laundromat {

/// Appends the value on one line, as RFC 8259 has it. Numbers are written as they stand in the record. What is not UTF-8 becomes U+FFFD.
void append_json(std::string& out, data_value value);
/// Appends a text in quotes.
void append_json_text(std::string& out, std::string_view text);

}  // namespace laundromat
