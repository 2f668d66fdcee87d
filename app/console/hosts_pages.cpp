// Hosts, and the report to the publisher of one.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "app/console/console_frame.hpp"
#include "app/console/console_pages.hpp"
#include "app/console/page_fields.hpp"
#include "core/base/count_words.hpp"

namespace laundromat {

html hosts_content(const console_facts& facts, const std::string& query) {
  auto wanted = pairs_without(query, {"limit"});
  wanted.emplace_back("limit", "100");
  const auto answer = facts.ask("hosts", write_query(wanted));
  if (!answer.problem.empty()) return problem(answer.problem);
  const std::vector<column_head> heads{{"Host"},
                                       {"Queued", column_kind::number},
                                       {"Live", column_kind::number},
                                       {"Documents", column_kind::number},
                                       {"Bytes", column_kind::number},
                                       {"Failures", column_kind::number},
                                       {"Last request"}};
  std::vector<std::vector<html>> rows;
  for (const auto& row : answer.rows) {
    const auto host = text_of(row, "host");
    rows.push_back({link_to(page_url("host", {{"host", host}}), host), number(number_of_fact(row, "queued")),
                    number(number_of_fact(row, "live")), number(number_of_fact(row, "documents")),
                    number(number_of_fact(row, "bytes")), number(number_of_fact(row, "failures")),
                    time_of(text_of(row, "last_request"))});
  }
  html page = table(number_of(rows.size(), "host") + " on this page", heads, rows);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> changes{
      {{"pause", "Pause"}, {"resume", "Resume"}, {"exclude", "Exclude"}}};
  return {page.text + pager("hosts", query, answer.next).text +
          change_form("Pause or exclude", "Hosts, or seeds by URI", changes).text};
}

namespace {

html hints_of(std::string_view title, const json_fact& rows, const char* name, const char* example,
              const std::string& host) {
  if (rows.empty()) return {};
  std::vector<std::vector<html>> cells;
  for (const auto& row : rows) {
    const auto worst = part_of(row, example);
    const bool is_rule = row.contains("defects");
    cells.push_back({is_rule
                         ? html{"<code>" +
                                link_to(page_url("documents", {{"host", host}, {"rule", text_of(row, name)}}),
                                        text_of(row, name))
                                    .text +
                                "</code>"}
                         : code_of(text_of(row, name)),
                     number(number_of_fact(row, is_rule ? "defects" : "documents")),
                     number(number_of_fact(row, "documents")),
                     plain(text_of(row, "meaning")),
                     plain(text_of(row, "hint")),
                     {link_to("documents/" + text_of(worst, "entry"), "example").text + " " +
                      stranger_link(text_of(worst, "uri")).text}});
  }
  return {"<h2>" + plain(title).text + "</h2>\n" +
          table(title,
                std::vector<column_head>{{"Name"},
                                         {"Found", column_kind::number},
                                         {"Documents", column_kind::number},
                                         {"What is wrong", column_kind::prose},
                                         {"How to mend it", column_kind::prose},
                                         {"For example"}},
                cells)
              .text};
}

}  // namespace

html host_content(const console_facts& facts, const std::string& query) {
  const auto host = value_in(query, "host");
  if (host.empty()) return problem("name a host, as in host?host=example.org");
  const auto counted =
      facts.ask_counted("host_quality", "days=366", {host}, std::chrono::steady_clock::now() + longest_wait);
  if (!counted) return still_at_work();
  const auto& answer = counted->answer;
  if (!answer.problem.empty()) return problem(answer.problem);
  if (answer.rows.empty()) return problem("no document of the host " + host + " was asked for");
  const auto known = answer.object();
  html page{counted_at(counted->at).text + "<ul class=\"cards\">\n"};
  page.text += card("documents", number_of_fact(known, "documents"), page_url("documents", {{"host", host}}));
  page.text += card("could not be read", number_of_fact(known, "failed"));
  page.text += card("entries with defects", number_of_fact(known, "with_defects"),
                    page_url("documents", {{"host", host}, {"min_defects", "1"}, {"sort", "defects"}}));
  page.text += card("defects", number_of_fact(known, "defects"));
  page.text += card("statements", number_of_fact(known, "statements"));
  const auto in_api = "../api/v1/hosts/" + host + '/';
  page.text += "</ul>\n<p>This report is for who publishes the data of " + plain(host).text +
               ". For programs: " + link_to(in_api + "sarif", "all defects in SARIF").text + ", " +
               link_to(in_api + "dqv", "the Data Quality Vocabulary").text + ", " +
               link_to(in_api + "quality", "JSON").text + ".</p>\n";
  page.text +=
      hints_of("What is wrong in the documents", part_of(known, "rules"), "rule", "worst", host).text;
  page.text += hints_of("What could not be read", part_of(known, "failures"), "cause", "newest", host).text;
  std::vector<std::vector<html>> rows;
  bars defects;
  for (const auto& day : part_of(known, "days")) {
    rows.push_back({plain(text_of(day, "day")), number(number_of_fact(day, "documents")),
                    number(number_of_fact(day, "failed")), number(number_of_fact(day, "statements")),
                    number(number_of_fact(day, "defects"))});
    constexpr std::size_t most_bars = 31;
    if (defects.size() < most_bars)
      defects.emplace(defects.begin(), text_of(day, "day"), number_of_fact(day, "defects"));
  }
  page.text += bar_chart("Defects found each day", defects).text;
  page.text += table("What was read each day, in all crawls",
                     std::vector<column_head>{{"Day"},
                                              {"Documents", column_kind::number},
                                              {"Not read", column_kind::number},
                                              {"Statements", column_kind::number},
                                              {"Defects", column_kind::number}},
                     rows)
                   .text;
  return page;
}

}  // namespace laundromat
