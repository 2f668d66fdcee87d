// Makes the navigation, and forms for changes.
// SPDX-License-Identifier: Apache-2.0
#include "app/console/console_frame.hpp"

namespace laundromat {

std::string console_page(std::string_view title, std::string_view here, const html& content,
                         const std::string& root) {
  page_frame frame;
  frame.title = title;
  frame.site = "LOD Laundromat";
  frame.root = root;
  frame.here = here;
  frame.has_script = true;
  frame.navigation = {{"", "Overview"},   {"documents", "Documents"}, {"find", "Find"},
                      {"hosts", "Hosts"}, {"seeds", "Seeds"},         {"settings", "Settings"}};
  frame.foot = {"Numbers are those of the " + link_to(root + "../api/v1/openapi.json", "API").text +
                " and of the command line."};
  return whole_page(frame, content);
}

html change_form(std::string_view title, std::string_view field,
                 std::span<const std::pair<std::string_view, std::string_view>> buttons) {
  if (buttons.empty()) return {};
  std::string out =
      "<form hidden class=\"change\" data-change=\"" + plain(buttons.front().first).text + "\">\n<h2>" +
      plain(title).text + "</h2>\n<label>" + plain(field).text +
      " <textarea name=\"what\" rows=\"3\" required></textarea></label>\n<label>Token of the campaign "
      "(<code>http.token_file</code>) <input name=\"token\" type=\"password\" "
      "autocomplete=\"off\"></label>\n<p>";
  for (const auto& [path, text] : buttons)
    out += "<button value=\"" + plain(path).text + "\">" + plain(text).text + "</button>\n";
  return {out + "</p>\n<p role=\"status\"></p>\n</form>\n"};
}

}  // namespace laundromat
