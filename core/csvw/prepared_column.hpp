// A column of a table that is ready to read cells: its rules with their defaults, its format and its templates.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/csvw/metadata.hpp"
#include "core/csvw/uri_template.hpp"
#include "core/csvw/value_format.hpp"
#include "core/extraction/model/data_record.hpp"

namespace laundromat::csvw {

struct prepared_column {
  /// `number` of the column in the table, `source_number` in the text, both from 1 on; a virtual column is in no text: 0.
  prepared_column(const column& description, std::uint64_t number, std::uint64_t source_number);

  std::string name, title;  ///< the title is without percent codes
  std::uint64_t number, source_number;
  bool is_virtual, is_suppressed, is_ordered, is_required;
  bool keeps_space, keeps_edges;  ///< white space belongs to the value; of texts it is not collapsed
  std::vector<std::string> nulls;
  std::string default_value, language;
  std::optional<std::string> separator;
  value_format format;
  std::optional<uri_template> about_url, property_url, value_url;
};

/// One value of a cell.
struct cell_value {
  std::string text;      ///< lexical form
  bool is_valid = true;  ///< false: it is a text, and not of the datatype of its column
};

struct cell {
  const prepared_column* in = nullptr;
  bool is_null = false, is_list = false;
  std::vector<cell_value> values;

  void clear() {
    is_null = is_list = false;
    values.clear();
  }
};

struct table_row {
  std::uint64_t number = 0, source_number = 0;  ///< among the rows, and in the text; both from 1 on
  record_place place;
  std::vector<cell> cells;  ///< of all columns in their order
};

/// What is wrong with a cell.
struct cell_fault {
  enum class what : std::uint8_t { missing, ill_typed, outside_limits } kind{};
  std::string message;
};

/// Reads the text of a cell; what is wrong is added to `faults`. Source: Model for Tabular Data, section 6.4.
void read_cell(std::string_view text, const prepared_column& in, cell& out, std::vector<cell_fault>& faults);

}  // namespace laundromat::csvw
