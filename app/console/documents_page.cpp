// Documents, by filters and in an order.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "app/console/console_pages.hpp"
#include "app/console/page_fields.hpp"
#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

constexpr std::string_view columns_field = "columns";

struct document_column {
  std::string_view name, head;
  column_kind kind = column_kind::words;
  html (*cell)(const json_fact&);
  bool is_usual = true;
};

constexpr std::array columns{
    document_column{"format", "Format", column_kind::words,
                    [](const json_fact& row) { return plain(text_of(row, "format")); }},
    document_column{"statements", "Statements", column_kind::number,
                    [](const json_fact& row) { return number(number_of_fact(row, "statements")); }},
    document_column{"bytes", "Bytes", column_kind::number,
                    [](const json_fact& row) { return number(number_of_fact(row, "bytes")); }},
    document_column{"defects", "Defects", column_kind::number,
                    [](const json_fact& row) { return number(number_of_fact(row, "defects")); }},
    document_column{
        "host", "Host", column_kind::words,
        [](const json_fact& row) {
          return link_to(page_url("host", {{"host", text_of(row, "authority")}}), text_of(row, "authority"));
        },
        false},
    document_column{"uri", "URI", column_kind::words,
                    [](const json_fact& row) { return stranger_link(text_of(row, "uri")); }},
    document_column{"fetched", "Fetched", column_kind::words,
                    [](const json_fact& row) { return time_of(text_of(row, "begun")); }},
};

/// Those that are asked for, or the usual ones.
std::vector<const document_column*> chosen_columns(const std::string& query) {
  const auto names = values_in(query, columns_field);
  std::vector<const document_column*> chosen;
  for (const auto& one : columns)
    if (names.empty() ? one.is_usual : std::ranges::find(names, one.name) != names.end())
      chosen.push_back(&one);
  return chosen;
}

html column_choice(const std::vector<const document_column*>& chosen) {
  std::string out = "<fieldset><legend>Columns</legend>\n";
  for (const auto& one : columns)
    out += "<label class=\"check\"><input type=\"checkbox\" name=\"" + std::string{columns_field} +
           "\" value=\"" + std::string{one.name} + '"' +
           (std::ranges::find(chosen, &one) != chosen.end() ? " checked" : "") + "> " +
           std::string{one.head} + "</label>\n";
  return {out + "</fieldset>\n"};
}

/// A box that chooses a document for the download.
html box_of(const std::string& hash) {
  return {"<input type=\"checkbox\" name=\"document\" value=\"" + plain(hash).text +
          "\" aria-label=\"Choose " + plain(short_hash(hash)).text + "\">"};
}

}  // namespace

html documents_content(const console_facts& facts, const std::string& query) {
  const auto chosen = chosen_columns(query);
  html page{"<form method=\"get\" action=\"documents\">\n"};
  page.text += text_field("host", "Host", query).text + choice("documents", "format", "Format", query).text +
               text_field("rule", "Rule of a defect", query).text +
               text_field("min_statements", "Statements at least", query).text +
               choice("documents", "sort", "Order", query).text + column_choice(chosen).text +
               "<button>Show</button>\n</form>\n<p>By words, or by an IRI in statements: " +
               link_to("find", "find").text + ".</p>\n";
  auto wanted = pairs_without(query, {"limit", columns_field});
  wanted.emplace_back("limit", "100");
  const auto answer = facts.ask("documents", write_query(wanted));
  if (!answer.problem.empty()) return {page.text + problem(answer.problem).text};
  std::vector<column_head> heads{{"Choose"}, {"Document"}};
  for (const auto* one : chosen) heads.push_back({std::string{one->head}, one->kind});
  std::vector<std::vector<html>> rows;
  for (const auto& row : answer.rows) {
    const auto hash = text_of(row, "hash");
    rows.push_back({box_of(hash), link_to("documents/" + hash, short_hash(hash))});
    for (const auto* one : chosen) rows.back().push_back(one->cell(row));
  }
  page.text += "<form method=\"get\" action=\"download\" class=\"list\">\n" +
               table(number_of(rows.size(), "document") + " on this page", heads, rows).text +
               "<p><button>Download what is chosen</button> as one file of N-Quads, compressed: the "
               "documents as they are, one after the other.</p>\n</form>\n";
  return {page.text + pager("documents", query, answer.next).text};
}

}  // namespace laundromat
