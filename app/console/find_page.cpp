// What has words, or an IRI.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "app/console/console_pages.hpp"
#include "app/console/page_fields.hpp"
#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

using steady_time = std::chrono::steady_clock::time_point;

/// Empty where labels cannot be searched, as where the campaign has no index of them.
html labels_with(const console_facts& facts, const std::vector<query_pair>& words, steady_time until) {
  const auto found = facts.ask_counted("labels", write_query(words), {}, until);
  if (!found) return still_at_work();
  const auto& answer = found->answer;
  if (!answer.problem.empty()) return {};
  std::vector<std::vector<html>> rows;
  for (const auto& row : answer.rows) {
    const auto hash = text_of(row, "document");
    rows.push_back({plain(text_of(row, "label")), plain(text_of(row, "language")),
                    link_to(page_url("find", {{"iri", text_of(row, "subject")}}), text_of(row, "subject")),
                    link_to("documents/" + hash, short_hash(hash))});
  }
  return table(number_of(rows.size(), "label") + " with these words",
               std::vector<column_head>{{"Label"}, {"Language"}, {"Subject"}, {"Document"}}, rows);
}

}  // namespace

html find_content(const console_facts& facts, const std::string& query) {
  html page{"<form method=\"get\" action=\"find\">\n"};
  page.text += text_field("word", "Words of titles and URIs", query).text +
               text_field("iri", "IRI in statements", query).text + "<button>Find</button>\n</form>\n";
  // The first search makes an index.
  const auto until = std::chrono::steady_clock::now() + longest_wait;
  if (const auto iri = value_in(query, "iri"); !iri.empty()) {
    auto wanted = std::vector<query_pair>{{"uri", iri}, {"limit", "100"}};
    if (const auto after = value_in(query, "after"); !after.empty()) wanted.emplace_back("after", after);
    const auto found = facts.ask_counted("where", write_query(wanted), {}, until);
    if (!found) return {page.text + still_at_work().text};
    const auto& answer = found->answer;
    if (!answer.problem.empty()) return {page.text + problem(answer.problem).text};
    std::vector<std::vector<html>> rows;
    for (const auto& row : answer.rows) {
      std::string roles;
      for (const auto& role : row.value("as", json_fact::array()))
        roles += (roles.empty() ? "" : ", ") + role.get<std::string>();
      const auto hash = text_of(row, "document");
      rows.push_back({link_to("documents/" + hash, short_hash(hash)), plain(roles),
                      stranger_link(text_of(row, "uri")),
                      link_to(page_url("../fragments/" + hash, {{"subject", iri}}), "statements about it")});
    }
    page.text += table(number_of(rows.size(), "document") + " with this IRI on this page",
                       std::vector<column_head>{{"Document"}, {"As"}, {"URI"}, {"Fragment"}}, rows)
                     .text;
    page.text += pager("find", query, answer.next).text;
  }
  if (const auto word = value_in(query, "word"); !word.empty()) {
    std::vector<query_pair> wanted{{"limit", "100"}};
    for (std::size_t at = 0; (at = word.find_first_not_of(' ', at)) != word.npos;) {
      const auto end = std::min(word.find(' ', at), word.size());
      wanted.emplace_back("word", word.substr(at, end - at));
      at = end;
    }
    const auto found = facts.ask_counted("search", write_query(wanted), {}, until);
    if (!found) return {page.text + still_at_work().text};
    const auto& answer = found->answer;
    if (!answer.problem.empty()) return {page.text + problem(answer.problem).text};
    std::vector<std::vector<html>> rows;
    for (const auto& row : answer.rows) {
      const auto hash = text_of(row, "hash");
      rows.push_back({plain(text_of(row, "kind")),
                      hash.empty() ? html{} : link_to("documents/" + hash, short_hash(hash)),
                      plain(text_of(row, "title")), stranger_link(text_of(row, "uri"))});
    }
    page.text += table(number_of(rows.size(), "record") + " with these words",
                       std::vector<column_head>{{"Kind"}, {"Record"}, {"Title"}, {"URI"}}, rows)
                     .text;
    page.text += labels_with(facts, wanted, until).text;
  }
  return page;
}

}  // namespace laundromat
