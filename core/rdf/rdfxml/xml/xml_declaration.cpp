// Implements the check of the XML declaration: reads its parts in their order.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/xml/xml_declaration.hpp"

#include <algorithm>
#include <array>

#include "core/rdf/rdfxml/xml/xml_lexer.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::rdfxml {

namespace {

struct declared_part {
  std::string_view name, value;
};

/// Takes ` name="value"` from the front; false when it is not well-formed.
bool take_part(std::string_view& rest, declared_part& part) {
  const auto skip_space = [&] {
    const auto before = rest.size();
    while (!rest.empty() && is_white_space(rest.front())) rest.remove_prefix(1);
    return rest.size() < before;
  };
  if (!skip_space()) return false;
  part.name = rest.substr(0, name_length(rest));
  rest.remove_prefix(part.name.size());
  skip_space();
  if (part.name.empty() || !rest.starts_with('=')) return false;
  rest.remove_prefix(1);
  skip_space();
  if (rest.empty() || (rest.front() != '"' && rest.front() != '\'')) return false;
  const auto close = rest.find(rest.front(), 1);
  if (close == npos) return false;
  part.value = rest.substr(1, close - 1);
  rest.remove_prefix(close + 1);
  return true;
}

bool is_version(std::string_view value) {
  return value.size() > 2 && value.starts_with("1.") && std::ranges::all_of(value.substr(2), is_digit);
}

bool is_encoding(std::string_view value) {
  const auto is_inner = [](char c) { return is_alpha(c) || is_digit(c) || c == '.' || c == '_' || c == '-'; };
  return !value.empty() && is_alpha(value.front()) && std::ranges::all_of(value, is_inner);
}

bool is_standalone(std::string_view value) {
  return value == "yes" || value == "no";
}

bool is_right(const declared_part& part) {
  if (part.name == "version") return is_version(part.value);
  return part.name == "encoding" ? is_encoding(part.value) : is_standalone(part.value);
}

}  // namespace

std::string_view find_declaration_fault(std::string_view declaration) {
  constexpr std::array<std::string_view, 3> names{"version", "encoding", "standalone"};
  auto rest = declaration.substr(5);
  rest.remove_suffix(std::min<std::size_t>(2, rest.size()));
  auto next = names.begin();
  while (!is_all_space(rest)) {
    declared_part part;
    if (!take_part(rest, part)) return "an XML declaration with a part that is no name=\"value\"";
    const auto found = std::find(next, names.end(), part.name);
    if (found == names.end())
      return "an XML declaration with a part that is unknown, repeated or out of order";
    if (next == names.begin() && found != next) return "an XML declaration without its version";
    if (!is_right(part)) return "an XML declaration with a value that is not allowed";
    next = std::next(found);
  }
  return next == names.begin() ? "an XML declaration without its version" : std::string_view();
}

}  // namespace laundromat::rdfxml
