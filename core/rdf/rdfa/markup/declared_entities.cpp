// Entities that a DOCTYPE declares in its internal subset, and their expansion within a budget.
// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "core/rdf/rdfa/markup/char_refs.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::rdfa {

namespace {

constexpr std::size_t most_entities = 1000, deepest_entity = 16;

void skip_spaces(std::string_view& text) {
  while (!text.empty() && is_html_space(text.front())) text.remove_prefix(1);
}

std::string_view take_name(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && is_name_character(text[end])) ++end;
  const auto name = text.substr(0, end);
  text.remove_prefix(end);
  return name;
}

/// Moves behind a comment, processing instruction or other declaration, quotes respected.
void skip_declaration(std::string_view& text) {
  std::size_t i = 2;
  if (text.starts_with("<!--")) {
    const auto end = text.find("-->", 4);
    i = end == text.npos ? text.size() : end + 3;
  } else {
    for (char quote = 0; i < text.size(); ++i) {
      if (quote != 0)
        quote = text[i] == quote ? '\0' : quote;
      else if (text[i] == '"' || text[i] == '\'')
        quote = text[i];
      else if (text[i] == '>')
        break;
    }
    ++i;
  }
  text.remove_prefix(std::min(i, text.size()));
}

}  // namespace

void reference_decoder::declare_entities(std::string_view doctype) {
  const auto open = doctype.find('[');
  if (open == doctype.npos) return;
  auto rest = doctype.substr(open + 1);
  while (!rest.empty() && entities_.size() < most_entities) {
    if (!rest.starts_with('<')) {
      rest.remove_prefix(1);
      continue;
    }
    auto declaration = rest;
    skip_declaration(rest);
    if (!declaration.starts_with("<!ENTITY")) continue;
    declaration.remove_prefix(8);
    skip_spaces(declaration);
    if (declaration.starts_with('%')) continue;  // parameter entities are never expanded
    const auto name = take_name(declaration);
    skip_spaces(declaration);
    if (name.empty() || declaration.empty()) continue;
    const char quote = declaration.front();
    if (quote != '"' && quote != '\'') continue;  // SYSTEM, PUBLIC: nothing external is opened
    const auto end = declaration.find(quote, 1);
    if (end == declaration.npos) continue;
    entities_.try_emplace(std::string(name), declaration.substr(1, end - 1));
  }
}

errc reference_decoder::expand(std::string_view name, raw_text kind, std::string& out) {
  // Each level is the rest of a value that still has to be read.
  std::vector<std::pair<std::string, std::string_view>> levels;
  const auto enter = [&](std::string_view next) {
    for (const auto& [open, rest] : levels)
      if (open == next) return false;
    const auto found = entities_.find(std::string(next));
    if (found == entities_.end() || levels.size() >= deepest_entity) return false;
    levels.emplace_back(next, found->second);
    return true;
  };
  if (!enter(name)) return errc::unknown_entity;
  while (!levels.empty()) {
    auto& rest = levels.back().second;
    const auto at = std::min(rest.find('&'), rest.size());
    const auto text = rest.substr(0, at);
    if (text.find('<') != text.npos) return errc::xml_syntax;  // markup in an entity is not read
    if (text.size() + 1 > entity_budget_) return errc::entity_limit;
    entity_budget_ -= text.size() + 1;
    out.append(text);
    if (at == rest.size()) {
      levels.pop_back();
      continue;
    }
    const auto end = rest.find(';', at);
    if (end == rest.npos) return errc::xml_syntax;
    const auto reference = rest.substr(at, end + 1 - at);
    rest.remove_prefix(end + 1);
    const auto inner = reference.substr(1, reference.size() - 2);
    if (entities_.contains(std::string(inner))) {
      if (!enter(inner)) return errc::entity_limit;
    } else {
      errc fault = errc::ok;
      decode_reference(reference, 0, kind, out, [&](const reference_fault& found) { fault = found.rule; });
      if (fault != errc::ok) return fault;
    }
  }
  return errc::ok;
}

}  // namespace laundromat::rdfa
