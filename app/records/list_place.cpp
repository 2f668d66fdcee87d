// Writes and reads places in lists.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/list_place.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/digest.hpp"

namespace laundromat {
namespace {

constexpr std::array<std::pair<std::string_view, document_order>, 8> orders{
    {{"found", document_order::found},
     {"statements", document_order::statements},
     {"bytes", document_order::bytes},
     {"defects", document_order::defects},
     {"format", document_order::format},
     {"host", document_order::host},
     {"uri", document_order::uri},
     {"date", document_order::date}}};

std::optional<std::int64_t> number_from(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<document_order> order_from_name(std::string_view name) {
  for (const auto& [word, order] : orders)
    if (word == name) return order;
  return std::nullopt;
}

std::string_view to_string(document_order by) {
  return std::ranges::find(orders, by, [](const auto& one) { return one.second; })->first;
}

std::string place_text(const document_row& row, const document_filter& filter, document_order by) {
  const auto place = place_of(row, filter, by);
  std::string text{to_string(by)};
  if (place.text) text.append(".x").append(to_hex(*place.text));
  for (const auto number : place.numbers) text.append(".").append(std::to_string(number));
  return text;
}

std::optional<document_place> place_from_text(std::string_view text, const document_filter& filter,
                                              document_order by) {
  document_place place;
  const auto name_end = text.find('.');
  if (name_end == text.npos || text.substr(0, name_end) != to_string(by)) return std::nullopt;
  for (auto from = name_end + 1; from <= text.size();) {
    const auto end = std::min(text.find('.', from), text.size());
    const auto word = text.substr(from, end - from);
    from = end + 1;
    if (word.starts_with('x') && !place.text && place.numbers.empty()) {
      place.text = from_hex(word.substr(1));
      if (!place.text) return std::nullopt;
      continue;
    }
    const auto number = number_from(word);
    if (!number) return std::nullopt;
    place.numbers.push_back(*number);
  }
  if (!fits(place, filter, by)) return std::nullopt;
  return place;
}

}  // namespace laundromat
