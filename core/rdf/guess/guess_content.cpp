// What content says: the order in which formats are tried, JSON-LD by its keywords, and what is certainly not RDF.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/guess/guess_content.hpp"

#include <algorithm>

#include "core/rdf/guess/guess_turtle.hpp"
#include "core/rdf/model/white_space.hpp"

namespace laundromat {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Whether `head` has a keyword in quotes of any kind, or without quotes directly after a brace.
bool has_json_ld_keyword(std::string_view head) {
  constexpr std::string_view space = " \t\r\n", quotes = "\"'\xE2\x80\x98\x99\x9C\x9D";
  for (const std::string_view key : {"@context", "@id", "@graph", "@type", "@value", "@vocab", "@language",
                                     "@list", "@set", "@reverse", "@included", "@base"}) {
    for (auto at = head.find(key); at != head.npos; at = head.find(key, at + 1)) {
      const auto end = head.find_first_not_of(quotes, at + key.size());
      const auto next = end == head.npos ? end : head.find_first_not_of(space, end);
      if (next != head.npos && head[next] != ':') continue;
      const auto before = head.substr(0, at).find_last_not_of(space);
      const bool is_quoted = at > 0 && quotes.find(head[at - 1]) != quotes.npos && end != at + key.size();
      if (is_quoted || (before != head.npos && head[before] == '{')) return true;
    }
  }
  return false;
}

/// Without leading space and comments of JavaScript.
std::string_view without_script_comments(std::string_view text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with("//") && !text.starts_with("/*")) return text;
    const auto end = text[1] == '/' ? text.find_first_of("\r\n") : text.find("*/", 2);
    text.remove_prefix(end == text.npos ? text.size() : end + (text[1] == '/' ? 1 : 2));
  }
}

/// A brace or bracket that begins JSON but not Turtle or TriG, where literals cannot be subjects.
bool begins_like_json(std::string_view text) {
  if (text.empty() || (text[0] != '{' && text[0] != '[')) return false;
  const auto inner = without_script_comments(text.substr(1));
  if (inner.empty()) return true;
  const char first = inner[0];
  if (first == '"' || first == '\'') return true;
  if (first == (text[0] == '{' ? '}' : ']')) return without_script_comments(inner.substr(1)).empty();
  if (text[0] == '{') return first == '@';
  return first == '{' || first == '[' || (first >= '0' && first <= '9');
}

/// A brace or bracket at the front, or after `name =`, `name(` or a line that prevents a script from being run.
bool begins_with_brace(std::string_view text) {
  constexpr std::string_view guard = ")]}'";
  if (text.starts_with(guard)) text = without_script_comments(text.substr(guard.size()));
  const auto end =
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$. \t");
  if (end != text.npos && end > 0 && (text[end] == '=' || text[end] == '('))
    text = without_script_comments(text.substr(end + 1));
  return text.starts_with('{') || text.starts_with('[');
}

/// Without the comments and section marks of other languages that may precede JSON (D50).
std::string_view without_wrapping(std::string_view text) {
  struct wrapping {
    std::string_view begin, end;
  };
  constexpr wrapping known[] = {{"//", "\n"}, {"/*", "*/"}, {"<![CDATA[", ""}, {"<!--", "-->"}};
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const auto found =
        std::ranges::find_if(known, [&](const wrapping& w) { return text.starts_with(w.begin); });
    if (found == std::end(known)) return text;
    const auto inner = text.substr(found->begin.size());
    // JSON may be inside an HTML comment, as scripts once were.
    if (begins_like_json(inner.substr(std::min(inner.find_first_not_of(" \t\r\n"), inner.size())))) {
      text = inner;
      continue;
    }
    const auto end = inner.find(found->end);
    if (end == inner.npos) return {};
    text = inner.substr(end + found->end.size());
  }
}

/// The magic bytes of files that are often served instead of RDF.
const char* name_of_binary(std::string_view head) {
  using namespace std::string_view_literals;
  struct magic {
    std::string_view bytes;
    const char* name;
  };
  constexpr magic known[] = {
      {"%PDF-"sv, "PDF"},         {"\x89PNG"sv, "PNG"},    {"GIF8"sv, "GIF"},
      {"\xFF\xD8\xFF"sv, "JPEG"}, {"PK\x03\x04"sv, "ZIP"}, {"\xD0\xCF\x11\xE0"sv, "Microsoft Office"},
      {"\x1F\x8B"sv, "gzip"},     {"$HDT"sv, "HDT"},       {"SQLite format 3"sv, "SQLite"}};
  for (const auto& m : known)
    if (head.starts_with(m.bytes)) return m.name;
  return nullptr;
}

bool looks_binary(std::string_view head) {
  const auto controls = std::ranges::count_if(
      head, [](char c) { return c >= 0 && c < 0x20 && !is_white_space(c) && c != '\f'; });
  return static_cast<std::size_t>(controls) > 8 + head.size() / 100;
}

}  // namespace

content_evidence examine_content(std::string_view head, bool head_is_whole) {
  while (head.starts_with(byte_order_mark)) head.remove_prefix(byte_order_mark.size());
  if (const auto* name = name_of_binary(head))
    return {format_family::foreign, rdf_format::unknown, name, "by its first bytes"};
  if (looks_binary(head)) {
    // Control characters may be in literals.
    auto terms = examine_turtle(head, head_is_whole);
    return terms.family == format_family::turtle
               ? terms
               : content_evidence{format_family::foreign, rdf_format::unknown, "binary",
                                  "by its control characters"};
  }
  const auto text = without_comments(head);
  if (text.empty())
    return {format_family::nothing, rdf_format::unknown, "nothing", "only space and comments"};
  if (begins_like_json(without_wrapping(text))) {
    if (has_json_ld_keyword(head))
      return {format_family::json, rdf_format::json_ld, "JSON-LD", "a JSON-LD keyword"};
    return {format_family::weak_json, rdf_format::json_ld, "JSON", "no JSON-LD keyword"};
  }
  if (begins_with_markup(head)) {
    auto markup = examine_markup(head, head_is_whole);
    if (markup.family != format_family::foreign || markup.name != "XML") return markup;
    // `<x> <#p> <y> .` begins like an element, but is a statement with relative IRIs.
    auto terms = examine_turtle(head, head_is_whole);
    return terms.family == format_family::turtle ? terms : markup;
  }
  if (text.starts_with("Prefix(") || text.starts_with("Ontology("))
    return {format_family::foreign, rdf_format::unknown, "OWL functional syntax", "by its first word"};
  if (text.starts_with("Prefix:") || text.starts_with("Ontology:"))
    return {format_family::foreign, rdf_format::unknown, "Manchester syntax", "by its first word"};
  auto seen = examine_turtle(head, head_is_whole);
  if (seen.family != format_family::foreign || seen.name != "text") return seen;
  if (begins_with_brace(without_wrapping(text)) && has_json_ld_keyword(head))
    return {format_family::weak_json, rdf_format::json_ld, "JSON",
            "a JSON-LD keyword in content that does not begin as JSON"};
  return find_names(text, seen);
}

}  // namespace laundromat
