// Makes fields and cells of facts.
// SPDX-License-Identifier: Apache-2.0
#include "app/console/page_fields.hpp"

#include <algorithm>

#include "app/console/console_facts.hpp"
#include "core/base/count_words.hpp"

namespace laundromat {

std::string text_of(const json_fact& fact, const char* name) {
  const auto found = fact.find(name);
  if (found == fact.end() || found->is_null()) return {};
  return found->is_string() ? found->get<std::string>() : found->dump();
}

std::uint64_t number_of_fact(const json_fact& fact, const char* name) {
  const auto found = fact.find(name);
  return found != fact.end() && found->is_number() ? found->get<std::uint64_t>() : 0;
}

json_fact part_of(const json_fact& fact, const char* name) {
  const auto found = fact.find(name);
  return found != fact.end() && found->is_structured() ? *found : json_fact::array();
}

html problem(const std::string& why) {
  return {"<p class=\"bad\" role=\"alert\">" + plain(why).text + "</p>\n"};
}

bars bars_of(const json_fact& object) {
  bars all;
  if (!object.is_object()) return all;
  for (const auto& [name, value] : object.items())
    if (value.is_number()) all.emplace_back(name, value.get<std::uint64_t>());
  std::ranges::stable_sort(all, std::ranges::greater{}, &std::pair<std::string, std::uint64_t>::second);
  return all;
}

html chart_of(std::string_view title, const json_fact& rows, const char* name, const char* value) {
  constexpr std::size_t most = 12;
  bars all;
  std::uint64_t rest = 0;
  for (const auto& row : rows)
    if (all.size() < most)
      all.emplace_back(text_of(row, name), number_of_fact(row, value));
    else
      rest += number_of_fact(row, value);
  if (rest > 0) all.emplace_back(number_of(rows.size() - most, "other"), rest);
  return all.empty() ? html{} : bar_chart(title, all);
}

std::string card(std::string_view words, std::uint64_t value, const std::string& to) {
  const auto name = to.empty() ? plain(words).text : link_to(to, words).text;
  return "<li><b>" + number(value).text + "</b><span>" + name + "</span></li>\n";
}

std::vector<query_pair> pairs_without(const std::string& query,
                                      std::initializer_list<std::string_view> names) {
  std::vector<query_pair> kept;
  if (const auto pairs = parse_query(query))
    for (const auto& one : *pairs)
      if (!one.second.empty() && std::ranges::find(names, one.first) == names.end()) kept.push_back(one);
  return kept;
}

std::string value_in(const std::string& query, std::string_view name) {
  if (const auto pairs = parse_query(query))
    for (const auto& one : *pairs)
      if (one.first == name) return one.second;
  return {};
}

std::vector<std::string> values_in(const std::string& query, std::string_view name) {
  std::vector<std::string> all;
  if (const auto pairs = parse_query(query))
    for (const auto& one : *pairs)
      if (one.first == name && !one.second.empty()) all.push_back(one.second);
  return all;
}

std::string page_url(std::string_view page, const std::vector<query_pair>& pairs) {
  return std::string{page} + (pairs.empty() ? "" : "?" + write_query(pairs));
}

html pager(std::string_view page, const std::string& query, const std::string& next) {
  std::string out = "<nav aria-label=\"Pages\"><ul>";
  if (!value_in(query, "after").empty())
    out += "<li>" + link_to(page_url(page, pairs_without(query, {"after"})), "First page").text + "</li>";
  if (!next.empty()) {
    auto pairs = pairs_without(query, {"after"});
    pairs.emplace_back("after", next);
    out += "<li>" + link_to(page_url(page, pairs), "Next page").text + "</li>";
  }
  return {out + "</ul></nav>\n"};
}

html text_field(std::string_view name, std::string_view words, const std::string& query) {
  return {"<label>" + plain(words).text + " <input name=\"" + plain(name).text + "\" value=\"" +
          plain(value_in(query, name)).text + "\"></label>\n"};
}

html choice(std::string_view route, std::string_view name, std::string_view words, const std::string& query) {
  auto values = console_facts::choices(route, name);
  values.insert(values.begin(), std::string{});
  const auto chosen = value_in(query, name);
  std::string out = "<label>" + plain(words).text + " <select name=\"" + plain(name).text + "\">\n";
  for (const auto& value : values)
    out += "<option value=\"" + plain(value).text + '"' + (value == chosen ? " selected" : "") + '>' +
           plain(value.empty() ? "any" : value).text + "</option>\n";
  return {out + "</select></label>\n"};
}

html code_of(std::string_view text) {
  return {"<code>" + plain(text).text + "</code>"};
}

std::string short_hash(const std::string& hash) {
  constexpr std::size_t digits = 8;
  return hash.substr(0, digits);
}

html still_at_work() {
  return {"<p role=\"status\">This takes longer than a page waits: load it again in a moment.</p>\n"};
}

html counted_at(timestamp at) {
  return {"<p>Counted at " + time_of(to_iso8601(at)).text + ".</p>\n"};
}

html time_of(const std::string& text) {
  constexpr std::size_t date_bytes = 10, time_bytes = 5;
  if (text.size() < date_bytes + 1 + time_bytes) return plain(text);
  const auto shown = text.substr(0, date_bytes) + ' ' + text.substr(date_bytes + 1, time_bytes);
  return {"<time datetime=\"" + plain(text).text + "\">" + plain(shown).text + "</time>"};
}

}  // namespace laundromat
