// Joins the table of defects with meanings and advice.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/rule_list.hpp"

#include <ostream>

#include "app/terminal/json.hpp"
#include "core/rdf/model/hint.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {

void list_rules(bool as_json, console& io) {
  text_table table{{{"rule"}, {"strict"}, {"standard"}, {"max-recall"}, {"meaning"}}};
  for (const auto& row : defect_rules()) {
    if (as_json)
      print_fact(io.out, {{"rule", to_string(row.rule)},
                          {"strict", to_string(row.strict)},
                          {"standard", to_string(row.standard)},
                          {"max_recall", to_string(row.max_recall)},
                          {"meaning", meaning_of(row.rule)},
                          {"advice", hint_on(row.rule)}});
    else
      table.add_row({std::string{to_string(row.rule)}, std::string{to_string(row.strict)},
                     std::string{to_string(row.standard)}, std::string{to_string(row.max_recall)},
                     std::string{meaning_of(row.rule)}});
  }
  if (!as_json) table.print(io.out, io.out_terminal);
}

}  // namespace laundromat
