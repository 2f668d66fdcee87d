// The settings of the campaign.
// SPDX-License-Identifier: Apache-2.0
#include "app/console/console_pages.hpp"
#include "app/console/page_fields.hpp"
#include "core/base/count_words.hpp"

namespace laundromat {

html settings_content(const console_facts& facts) {
  const auto answer = facts.ask("settings");
  if (!answer.problem.empty()) return problem(answer.problem);
  if (answer.rows.empty()) return {"<p>No campaign has run on this data folder.</p>\n"};
  std::vector<std::vector<html>> rows;
  std::uint64_t changed = 0;
  for (const auto& row : answer.rows) {
    const auto value = text_of(row, "value"), usual = text_of(row, "default");
    if (value != usual) ++changed;
    rows.push_back({code_of(text_of(row, "key")),
                    value == usual ? code_of(value) : html{"<strong>" + code_of(value).text + "</strong>"},
                    code_of(usual), plain(text_of(row, "meaning"))});
  }
  return {
      "<p>These are the settings with which the engine runs, or ran last. Change them in the campaign file, "
      "and send "
      "<code>laundromat reload</code>. " +
      number_of(changed, "key differs", "keys differ") + " from the default.</p>\n" +
      table(number_of(rows.size(), "key"),
            std::vector<column_head>{{"Key"},
                                     {"Value", column_kind::prose},
                                     {"Default", column_kind::prose},
                                     {"Meaning", column_kind::prose}},
            rows)
          .text};
}

}  // namespace laundromat
