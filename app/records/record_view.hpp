// One record as named facts and tables, printed for people or as one JSON object.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/commands/cli.hpp"
#include "app/terminal/json.hpp"

namespace laundromat {

/// A table within a record.
struct record_section {
  std::string name;  ///< a key in JSON, the heading for people: `http_hops`
  std::vector<std::string> columns;
  std::vector<std::vector<json_fact>> rows;  ///< as many cells as columns
};

struct record_view {
  std::vector<std::pair<std::string, json_fact>> facts;
  std::vector<record_section> sections;
};

/// Prints one fact per line, then every table that has rows. Empty texts and nulls are omitted.
void print_record(const record_view& record, console& io);
/// Prints one object on one line: facts as members, tables as arrays of objects.
void print_record_as_json(const record_view& record, console& io);

}  // namespace laundromat
