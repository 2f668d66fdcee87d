// Checks values before they are written.
// SPDX-License-Identifier: Apache-2.0
#include "core/metadata/property_sink.hpp"

#include <string>

#include "core/rdf/model/utf8.hpp"

namespace laundromat {

property_sink& property_sink::add(const vocabulary::property& name, value_view value, fact_shape shape) {
  if (const auto* text = std::get_if<std::string_view>(&value)) {
    if (text->empty()) return *this;
    if (find_bad_utf8(*text) != text->npos) {
      const auto valid = to_valid_utf8(std::string(*text));
      put(name, std::string_view{valid}, shape);
      return *this;
    }
  }
  if (const auto* time = std::get_if<timestamp>(&value); time != nullptr && to_ms(*time) == 0) return *this;
  put(name, value, shape);
  return *this;
}

std::string to_valid_utf8(std::string text) {
  for (auto bad = find_bad_utf8(text); bad != std::string::npos; bad = find_bad_utf8(text))
    text.replace(bad, 1, "\xEF\xBF\xBD");
  return text;
}

}  // namespace laundromat
