// What pages have in common: facts of answers as cells, fields of forms, and links from page to page.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/pages/page_parts.hpp"
#include "app/terminal/json.hpp"
#include "core/http/query_text.hpp"

namespace laundromat {

/// A member as text, also where it is a number; empty where there is none.
[[nodiscard]] std::string text_of(const json_fact& fact, const char* name);
/// A member as a number; 0 where there is none.
[[nodiscard]] std::uint64_t number_of_fact(const json_fact& fact, const char* name);
/// A member that is an array or an object; an empty array where there is none.
[[nodiscard]] json_fact part_of(const json_fact& fact, const char* name);

/// Why a page has no answer.
[[nodiscard]] html problem(const std::string& why);
/// A number with its meaning; `to` is a URL, or empty.
[[nodiscard]] std::string card(std::string_view words, std::uint64_t value, const std::string& to = {});
/// `2026-11-30 18:49`; programs find the exact time beside it.
[[nodiscard]] html time_of(const std::string& text);
/// Instead of what a page does not wait for.
[[nodiscard]] html still_at_work();
/// Says of when the counts of a page are.
[[nodiscard]] html counted_at(timestamp at);
[[nodiscard]] html code_of(std::string_view text);
[[nodiscard]] std::string short_hash(const std::string& hash);

using bars = std::vector<std::pair<std::string, std::uint64_t>>;
/// The members of an object that are numbers, the greatest first.
[[nodiscard]] bars bars_of(const json_fact& object);
/// A chart of the first rows by two of their members; empty without rows.
[[nodiscard]] html chart_of(std::string_view title, const json_fact& rows, const char* name,
                            const char* value);

/// The pairs of a query that have a value, without some names.
[[nodiscard]] std::vector<query_pair> pairs_without(const std::string& query,
                                                    std::initializer_list<std::string_view> names);
[[nodiscard]] std::string value_in(const std::string& query, std::string_view name);
[[nodiscard]] std::vector<std::string> values_in(const std::string& query, std::string_view name);
[[nodiscard]] std::string page_url(std::string_view page, const std::vector<query_pair>& pairs);
/// Links to the first and the next page; `page` is its URL.
[[nodiscard]] html pager(std::string_view page, const std::string& query, const std::string& next);

[[nodiscard]] html text_field(std::string_view name, std::string_view words, const std::string& query);
/// A field with the values that the command of a route proposes, of which none may be chosen.
[[nodiscard]] html choice(std::string_view route, std::string_view name, std::string_view words,
                          const std::string& query);

}  // namespace laundromat
