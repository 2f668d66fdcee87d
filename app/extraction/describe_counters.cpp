// Words and tables of counters.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/describe_counters.hpp"

#include "core/base/count_words.hpp"

namespace laundromat {

std::string counters_in_words(const std::vector<counter_value>& counters) {
  std::string out;
  for (const auto& one : counters)
    out.append(", ").append(one.name == records_counter ? number_of(one.count, "record")
                                                        : harmless(one.name) + " " + human_count(one.count));
  return out;
}

std::string counter_lines(const std::vector<counter_value>& counters) {
  std::string out;
  for (const auto& one : counters)
    if (one.name != records_counter)
      out.append("  ").append(harmless(one.name)).append(": ").append(human_count(one.count)).append("\n");
  return out;
}

void print_counters(const std::vector<counter_value>& counters, std::ostream& out,
                    const terminal_info& where) {
  if (counters.empty()) return;
  text_table table{{{"specification"}, {"counter"}, {"count", text_table::align::right}}};
  for (const auto& one : counters)
    table.add_row({harmless(one.spec), harmless(one.name), human_count(one.count)});
  table.print(out, where);
}

}  // namespace laundromat
