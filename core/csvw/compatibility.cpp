// Compares titles and numbers of columns.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/compatibility.hpp"

#include <algorithm>
#include <cctype>

#include "core/base/count_words.hpp"
#include "core/csvw/column_name.hpp"

namespace laundromat::csvw {

namespace {

/// Whether one language tag begins with the other; an unknown language is as all (RFC 4647 section 3.3.1).
bool languages_match(std::string_view one, std::string_view other) {
  const auto length = std::min(one.size(), other.size());
  for (std::size_t i = 0; i < length; ++i)
    if (std::tolower(static_cast<unsigned char>(one[i])) !=
        std::tolower(static_cast<unsigned char>(other[i])))
      return false;
  const auto& longer = one.size() > other.size() ? one : other;
  return length == 0 || longer.size() == length || longer[length] == '-';
}

bool has_title(const column& described, const std::vector<std::string>& titles, std::string_view language) {
  return std::ranges::any_of(described.titles, [&](const tagged_text& one) {
    return languages_match(one.language, language) && std::ranges::find(titles, one.text) != titles.end();
  });
}

std::string quoted(std::string_view title, std::string_view language) {
  return "\"" + std::string(title) + "\"" + (language.empty() ? "" : "@" + std::string(language));
}

}  // namespace

std::vector<incompatibility> find_incompatibilities(const std::vector<column>& described, const header& found,
                                                    std::string_view language, bool is_validating) {
  std::vector<incompatibility> all;
  const auto count = static_cast<std::size_t>(std::ranges::count(described, false, &column::is_virtual));
  if (count != found.columns)
    all.push_back({0, "the table has " + number_of(found.columns, "column") + ", and its metadata describe " +
                          std::to_string(count) + ": describe each column of the table"});
  for (std::size_t i = 0; i < std::min(count, found.columns); ++i) {
    const auto& one = described[i];
    const std::vector<std::string> none;
    const auto& titles = i < found.titles.size() ? found.titles[i] : none;
    const bool has_titles =
        std::ranges::any_of(titles, [](const std::string& title) { return !title.empty(); });
    if (!has_titles || (!one.has_name && one.titles.empty())) continue;
    if (one.titles.empty() ? !is_validating : has_title(one, titles, language)) continue;
    const auto described_title = one.titles.empty()
                                     ? std::string("none")
                                     : quoted(one.titles.front().text, one.titles.front().language);
    all.push_back({i + 1, "the column has the title " + quoted(titles.front(), language) +
                              " in the table, and " + described_title +
                              " in the metadata: write the title of the table there"});
  }
  return all;
}

std::vector<column> columns_of(const header& found, const inherited_properties& rules) {
  std::vector<column> columns;
  for (std::size_t i = 0; i < found.columns; ++i) {
    auto& one = columns.emplace_back();
    one.rules = rules;
    const auto language = rules.language.value_or("");
    if (i < found.titles.size())
      for (const auto& title : found.titles[i])
        if (!title.empty()) one.titles.push_back({title, language});
    one.name = name_of_column(one.titles, language, i + 1);
  }
  return columns;
}

std::vector<column> fitted(const std::vector<column>& described, const header& found,
                           const inherited_properties& rules) {
  std::vector<column> columns;
  for (std::size_t i = 0; i < found.columns; ++i) {
    if (i < described.size() && !described[i].is_virtual) {
      columns.push_back(described[i]);
      continue;
    }
    auto& one = columns.emplace_back();
    one.rules = rules;
    one.name = name_of_column({}, {}, i + 1);
  }
  std::ranges::copy_if(described, std::back_inserter(columns), &column::is_virtual);
  return columns;
}

}  // namespace laundromat::csvw
