// Seeds, and the basket.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "app/console/console_frame.hpp"
#include "app/console/console_pages.hpp"
#include "app/console/page_fields.hpp"
#include "core/base/count_words.hpp"

namespace laundromat {

html seeds_content(const console_facts& facts, const std::string& query) {
  html page{"<form method=\"get\" action=\"seeds\">\n"};
  page.text += text_field("host", "Host", query).text + choice("seeds", "standing", "Standing", query).text +
               "<button>Show</button>\n</form>\n";
  auto wanted = pairs_without(query, {"limit"});
  wanted.emplace_back("limit", "100");
  const auto answer = facts.ask("seeds", write_query(wanted));
  if (!answer.problem.empty()) return {page.text + problem(answer.problem).text};
  const std::vector<column_head> heads{
      {"Seed"}, {"Standing"}, {"Since"}, {"Cause"}, {"Crawls", column_kind::number}, {"Due"}};
  std::vector<std::vector<html>> rows;
  for (const auto& row : answer.rows)
    rows.push_back({stranger_link(text_of(row, "uri")), plain(text_of(row, "standing")),
                    time_of(text_of(row, "since")), plain(text_of(row, "cause")),
                    number(number_of_fact(row, "crawls")), time_of(text_of(row, "due"))});
  page.text += table(number_of(rows.size(), "seed") + " on this page", heads, rows).text;
  constexpr std::array<std::pair<std::string_view, std::string_view>, 2> changes{
      {{"seeds", "Add"}, {"ping", "Crawl soon"}}};
  return {
      page.text + pager("seeds", query, answer.next).text +
      change_form("Basket", "URIs, one a line: paste them, or drop links and files of them", changes).text};
}

}  // namespace laundromat
