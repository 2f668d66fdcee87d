// Implements entities: reads their declarations, and expands references within limits.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/xml/xml_entities.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "core/rdf/model/utf8.hpp"
#include "core/rdf/rdfxml/xml/xml_lexer.hpp"

namespace laundromat::rdfxml {

namespace {

constexpr std::size_t nesting = 32;  ///< of entities within entities
constexpr std::uint64_t step_bytes =
    16;  ///< what a nested reference, or an attribute, costs, even to nothing

void skip_space(std::string_view& rest) {
  while (!rest.empty() && is_white_space(rest.front())) rest.remove_prefix(1);
}

void skip_past(std::string_view& rest, std::string_view closing) {
  const auto at = rest.find(closing);
  rest.remove_prefix(at == npos ? rest.size() : at + closing.size());
}

/// Whether a text that is no declaration may have been one that gives an entity its text.
bool may_give_text(std::string_view text) {
  return text.find_first_of("\"'") != npos;
}

struct declaration_extent {
  std::size_t length = 0;
  bool is_ended = false;
};

/// The declaration at the front, up to its `>` outside of quotes; without that, up to the next declaration or the end of the subset.
declaration_extent measure_declaration(std::string_view text) {
  for (std::size_t at = 1; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '>') return {at + 1, true};
    if (c == '<' || c == ']') return {at, false};
    if (c != '"' && c != '\'') continue;
    at = text.find(c, at + 1);
    if (at == npos) break;
  }
  return {text.size(), false};
}

/// The length of the reference to a parameter entity at the front, `%name;`, or 0.
std::size_t parameter_reference(std::string_view text) {
  if (!text.starts_with('%')) return 0;
  const auto length = name_length(text.substr(1));
  return length > 0 && text.substr(1 + length).starts_with(';') ? length + 2 : 0;
}

/// Takes the `%` from the front that makes a declaration one of a parameter entity.
bool take_parameter_mark(std::string_view& rest) {
  skip_space(rest);
  if (!rest.starts_with('%')) return false;
  return rest.remove_prefix(1), true;
}

/// Text between declarations, up to what may be one, a reference to a parameter entity, or the end of the subset.
std::size_t measure_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '<' || c == ']' || parameter_reference(text.substr(at)) > 0) return at;
    if (c != '"' && c != '\'') continue;
    at = text.find(c, at + 1);
    if (at == npos) break;
  }
  return text.size();
}

/// Whether a value refers to a parameter entity, which is not allowed there (XML 1.0 section 2.8).
bool has_parameter(std::string_view value) {
  for (auto at = value.find('%'); at != npos; at = value.find('%', at + 1))
    if (parameter_reference(value.substr(at)) > 0) return true;
  return false;
}

/// The replacement text of a literal entity value: character references resolved, the others kept (XML 1.0 section 4.5).
std::string replacement_text(std::string_view value) {
  std::string out;
  while (!value.empty()) {
    const auto step = next_utf8(value);
    if (value.starts_with("&#")) {
      const auto end = value.find(';');
      const auto code = end == npos ? U'\0' : referenced_character(value.substr(2, end - 2));
      if (code != 0) {
        append_utf8(out, code);
        value.remove_prefix(end + 1);
        continue;
      }
    }
    append_utf8(out, step.is_valid && is_xml_character(step.code) ? step.code : U'\uFFFD');
    value.remove_prefix(step.length);
  }
  return out;
}

}  // namespace

char predefined_entity(std::string_view name) {
  if (name == "amp") return '&';
  if (name == "lt") return '<';
  if (name == "gt") return '>';
  if (name == "quot") return '"';
  return name == "apos" ? '\'' : '\0';
}

char32_t referenced_character(std::string_view digits) {
  const bool is_hex = digits.starts_with('x');
  if (is_hex) digits.remove_prefix(1);
  if (digits.empty()) return 0;
  char32_t code = 0;
  for (const char c : digits) {
    const bool is_letter = (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    if (!(c >= '0' && c <= '9') && !(is_hex && is_letter)) return 0;
    const auto digit =
        is_letter ? static_cast<char32_t>((c | 0x20) - 'a' + 10) : static_cast<char32_t>(c - '0');
    code = code * (is_hex ? 16 : 10) + digit;
    if (code > 0x10FFFF) return 0;
  }
  return is_xml_character(code) ? code : 0;
}

void xml_entities::clear() {
  texts_.clear();
  defaults_.clear();
  is_unread_ = is_doubtful_ = false;
}

unread_declarations xml_entities::declare(std::string_view document_type, bool is_strict) {
  unread_declarations found;
  const auto open = document_type.find('[');
  if (open == npos) return found;
  auto rest = document_type.substr(open + 1);
  for (skip_space(rest); !rest.empty(); skip_space(rest)) {
    if (rest.starts_with("<!--")) {
      rest.remove_prefix(4);
      skip_past(rest, "-->");
    } else if (rest.starts_with("<?")) {
      skip_past(rest, "?>");
    } else if (rest.front() == '<') {
      const auto [length, is_ended] = measure_declaration(rest);
      std::string_view fault = is_ended ? "" : "a declaration without its end";
      declare_one(rest.substr(0, is_ended ? length - 1 : length), is_strict, fault);
      if (!fault.empty()) found.faults.push_back({{document_type.size() - rest.size(), length}, fault});
      rest.remove_prefix(length);
    } else if (const auto length = parameter_reference(rest); length > 0) {
      is_unread_ = true;
      found.parameter = xml_reference{document_type.size() - rest.size(), length};
      return found;
    } else if (rest.front() == ']') {
      break;
    } else {
      const auto text = rest.substr(0, measure_text(rest));
      if (may_give_text(text)) is_unread_ = is_doubtful_ = true;
      found.faults.push_back(
          {{document_type.size() - rest.size(), text.size()}, "text between declarations"});
      rest.remove_prefix(text.size());
    }
  }
  return found;
}

/// Reads a declaration without its `>`. `fault` becomes what is wrong with it, when it is not known.
void xml_entities::declare_one(std::string_view declaration, bool is_strict, std::string_view& fault) {
  constexpr std::array<std::string_view, 4> words{"<!ENTITY", "<!ATTLIST", "<!ELEMENT", "<!NOTATION"};
  const auto* word = std::ranges::find_if(words, [&](auto one) { return declaration.starts_with(one); });
  if (word == words.end()) {
    if (fault.empty()) fault = "a declaration of no known kind";
    if (may_give_text(declaration)) is_unread_ = is_doubtful_ = true;
    return;
  }
  const auto rest = declaration.substr(word->size());
  if (fault.empty() && (rest.empty() || !is_white_space(rest.front()))) fault = "a declaration without space";
  if (word == words.begin()) return declare_entity(rest, is_strict, fault);
  if (is_strict && !fault.empty())
    is_unread_ = true;
  else if (word == words.begin() + 1)
    declare_attributes(rest);
}

void xml_entities::declare_entity(std::string_view rest, bool is_strict, std::string_view& fault) {
  constexpr std::string_view malformed = "a declaration of an entity that is not well-formed";
  const bool is_parameter = take_parameter_mark(rest);
  skip_space(rest);
  const auto name = rest.substr(0, name_length(rest));
  rest.remove_prefix(name.size());
  const bool has_space = !rest.empty() && is_white_space(rest.front());
  skip_space(rest);
  const bool is_quoted = !rest.empty() && (rest.front() == '"' || rest.front() == '\'');
  const auto close = is_quoted ? rest.find(rest.front(), 1) : npos;
  const bool is_external = rest.starts_with("SYSTEM") || rest.starts_with("PUBLIC");
  const bool is_right =
      !name.empty() && has_space && (is_external || (close != npos && is_all_space(rest.substr(close + 1))));
  if (!is_right && fault.empty()) fault = malformed;
  if (is_parameter) return;
  if (!fault.empty() && (is_strict || name.empty())) is_unread_ = true;
  if (name.empty()) is_doubtful_ = true;
  // The first declaration binds, and the five names of XML keep their meaning.
  if (name.empty() || predefined_entity(name) != '\0') return;
  // Where more than one quoted text follows, neither is sure.
  const bool is_read =
      close != npos && is_all_space(rest.substr(close + 1)) && !is_doubtful_ && (fault.empty() || !is_strict);
  const auto value = is_read ? rest.substr(1, close - 1) : std::string_view();
  texts_.try_emplace(std::string(name), !is_read || has_parameter(value)
                                            ? std::nullopt
                                            : std::optional(replacement_text(value)));
}

/// The first declaration of an attribute binds (XML 1.0 section 3.3).
void xml_entities::declare_attributes(std::string_view rest) {
  const auto take_name = [&] {
    skip_space(rest);
    const auto name = rest.substr(0, name_length(rest));
    rest.remove_prefix(name.size());
    skip_space(rest);
    return name;
  };
  const auto element = take_name();
  for (auto name = take_name(); !element.empty() && !name.empty(); name = take_name()) {
    (void)take_name();
    if (rest.starts_with('(')) skip_past(rest, ")");
    skip_space(rest);
    if (rest.starts_with('#')) {
      rest.remove_prefix(1);
      if (take_name() != "FIXED") continue;
    }
    if (rest.empty() || (rest.front() != '"' && rest.front() != '\'')) break;
    const char quote = rest.front();
    rest.remove_prefix(1);
    const auto value = rest.substr(0, std::min(rest.find(quote), rest.size()));
    skip_past(rest, std::string_view(&quote, 1));
    auto& of = defaults_[std::string(element)];
    if (std::ranges::find(of.all, name, &std::pair<std::string, std::string>::first) != of.all.end())
      continue;
    of.all.emplace_back(name, value);
    of.cost += name.size() + value.size() + step_bytes;
    of.has_base = of.has_base || name.ends_with("base");
    of.has_language = of.has_language || name.ends_with("lang");
    of.has_namespace = of.has_namespace || declares_namespace(name);
  }
}

entity_answer xml_entities::expand(std::string_view name, std::uint64_t read_bytes, std::string& out) {
  const auto found = texts_.find(name);
  if (found == texts_.end()) return unknown();
  if (!found->second) return entity_answer::unread;
  const std::string_view text = *found->second;
  if (text.find('<') != npos) return entity_answer::markup;
  if (text.find('&') != npos) return expand_nested(text, allowed(read_bytes), out);
  if (spent_bytes_ + text.size() > allowed(read_bytes)) return entity_answer::too_much;
  spent_bytes_ += text.size();
  out.append(text);
  return entity_answer::found;
}

entity_answer xml_entities::expand_nested(std::string_view text, std::uint64_t allowed_bytes,
                                          std::string& out) {
  std::vector<std::string_view> open{text};
  const auto spend = [&](std::uint64_t bytes) { return (spent_bytes_ += bytes) <= allowed_bytes; };
  while (!open.empty()) {
    auto& rest = open.back();
    const auto at = std::min(rest.find('&'), rest.size());
    if (!spend(at + step_bytes)) return entity_answer::too_much;
    out.append(rest.substr(0, at));
    rest.remove_prefix(at);
    const auto end = rest.find(';');
    if (rest.empty()) {
      open.pop_back();
      continue;
    }
    if (end == npos) return entity_answer::unknown;
    const auto name = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
    if (name.starts_with('#')) {
      const auto code = referenced_character(name.substr(1));
      if (code == 0) return entity_answer::unknown;
      append_utf8(out, code);
    } else if (const char one = predefined_entity(name); one != '\0') {
      out.push_back(one);
    } else {
      const auto found = texts_.find(name);
      if (found == texts_.end()) return unknown();
      if (!found->second) return entity_answer::unread;
      if (found->second->find('<') != npos) return entity_answer::markup;
      if (open.size() >= nesting) return entity_answer::too_much;
      open.push_back(*found->second);
    }
  }
  return entity_answer::found;
}

}  // namespace laundromat::rdfxml
