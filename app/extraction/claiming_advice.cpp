// Implements claiming_advice.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/claiming_advice.hpp"

#include <algorithm>

#include "core/extraction/model/data_format.hpp"
#include "core/extraction/model/workbook.hpp"
#include "core/yaml/yaml_text.hpp"

namespace laundromat {

namespace {

/// Whether the first two lines have the same number of some delimiter.
bool has_columns(std::string_view text) {
  const auto end = std::min(text.find('\n'), text.size());
  const auto first = text.substr(0, end), rest = text.substr(std::min(end + 1, text.size()));
  const auto second = rest.substr(0, rest.find('\n'));
  return std::ranges::any_of(std::string_view(",;\t|"), [&](char delimiter) {
    const auto count = std::ranges::count(first, delimiter);
    return count > 0 && count == std::ranges::count(second, delimiter);
  });
}

}  // namespace

std::string claiming_advice(std::string_view address, std::string_view media_type, std::string_view head) {
  if (const auto what = workbook_around(address); !what.empty())
    return "it is a part of " + std::string(what) + "; " + std::string(workbook_advice);
  const auto name = address.substr(0, address.find_first_of("?#"));
  const auto format = guess_data_format(media_type, name, head);
  const bool is_said = guess_data_format(media_type, name, {}) != data_format::unknown;
  if (format == data_format::unknown) return {};
  if (!is_said && shape_of(format) == data_shape::table && !has_columns(head)) return {};
  yaml_node uri;
  uri.kind = yaml_node::shape::scalar;
  uri.text = address;
  uri.quoted = true;
  return "it looks like " + std::string(to_string(format)) +
         ", which a specification can claim, from the next crawl on or after `laundromat retry`; write in "
         "the campaign: records: [{documents: {uri: " +
         yaml_text(uri) + "}}]";
}

}  // namespace laundromat
