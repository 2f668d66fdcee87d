// The defects of JSON, and of JSON-LD that is invalid by its algorithms.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bench/reader_recovery/injection.hpp"
#include "bench/reader_recovery/value_site.hpp"

namespace laundromat::recovery {

namespace {

bool insert_before_end(site& at, std::string text) {
  insert_token(at, at.find(role::close).back(), std::move(text));
  return true;
}

bool insert_at_start(site& at, std::string text) {
  insert_token(at, at.find(role::open).front() + 1, std::move(text));
  return true;
}

bool trailing_comma(site& at) {
  return insert_before_end(at, ",");
}

bool line_comment(site& at) {
  return insert_at_start(at, " // a comment with \" and {\n");
}

bool block_comment(site& at) {
  return insert_at_start(at, " /* a comment with \" and {\n */ ");
}

bool hash_comment(site& at) {
  return insert_at_start(at, " # a comment\n");
}

bool lost_member_comma(site& at) {
  return change(at, role::separator, " ");
}

bool lost_node_comma(site& at) {
  return change(at, role::dot, "");
}

bool doubled_comma(site& at) {
  return change(at, role::separator, ",,");
}

bool lost_brace(site& at) {
  const auto all = at.find(role::close);
  at.touches_next = 1;
  at.now.tokens[all[at.random.below(all.size())]].text.clear();
  return true;
}

bool stray_bracket(site& at) {
  return change(at, role::separator, "],");
}

bool write_id_as(site& at, std::string_view key) {
  for (auto& one : at.now.tokens)
    if (one.text.starts_with("\"@id\":")) {
      one.text = key;
      return true;
    }
  return false;
}

bool lost_colon(site& at) {
  return write_id_as(at, "\"@id\" ");
}

bool id_without_quotes(site& at) {
  return write_id_as(at, "@id: ");
}

bool single_quoted_key(site& at) {
  return write_id_as(at, "'@id': ");
}

bool hexadecimal_number(site& at) {
  return insert_before_end(at, ", \"ex:bad\": 0xFF");
}

bool undeclared_prefix(site& at) {
  at.is_harmless = true;
  at.readings.push_back({at.now.quads[0].subject, iri("dc:bad"), text("x"), {}});
  return insert_before_end(at, ", \"dc:bad\": \"x\"");
}

bool bare_word(site& at) {
  return insert_before_end(at, ", \"ex:bad\": undefined");
}

bool not_a_number(site& at) {
  return insert_before_end(at, ", \"ex:bad\": NaN");
}

bool not_a_number_in_a_list(site& at) {
  return insert_before_end(at, ", \"ex:bad\": {\"@list\": [\"x\", NaN, \"y\"]}");
}

bool two_words(site& at) {
  return insert_before_end(at, ", \"ex:bad\": no value");
}

bool broken_definition(site& at) {
  return insert_before_end(at, ", \"@context\": {\"bad\": 5}, \"bad\": \"x\"");
}

bool number_with_zero(site& at) {
  return insert_before_end(at, ", \"ex:bad\": 007");
}

bool key_without_quotes(site& at) {
  return insert_before_end(at, ", bad: 1");
}

bool null_id(site& at) {
  at.also_read(at.now.quads[0].subject, blank("?"));
  return replace_whole(at, role::subject, "null");
}

bool number_as_id(site& at) {
  return replace_whole(at, role::subject, "42");
}

bool unreachable_context(site& at) {
  return insert_at_start(at, "\"@context\": \"http://unreachable.example/context.jsonld\", ");
}

bool bad_context(site& at) {
  return insert_at_start(at, "\"@context\": 42, ");
}

bool value_and_more(site& at) {
  return insert_before_end(at, ", \"ex:bad\": {\"@value\": \"x\", \"ex:more\": 1}");
}

bool value_with_no_keyword(site& at) {
  return insert_before_end(at, ", \"ex:bad\": {\"@value\": \"x\", \"@laguage\": \"de\"}");
}

bool bad_type(site& at) {
  return insert_before_end(at, ", \"@type\": 42");
}

bool unmapped_key(site& at) {
  at.is_harmless = true;
  return insert_before_end(at, ", \"plain\": \"x\"");
}

bool repeated_key(site& at) {
  at.is_harmless = true;
  return insert_before_end(at, ", \"unmapped\": 1, \"unmapped\": 2");
}

bool deep_nesting(site& at) {
  return insert_before_end(at, ", \"ex:deep\": " + std::string(600, '[') + std::string(600, ']'));
}

/// Replaces the last line of the document by this text.
bool end_with(site& at, std::string_view end) {
  at.is_harmless = true;
  return add_between(at, std::string(end));
}

bool lost_last_brace(site& at) {
  return end_with(at, "]\n");
}

bool lost_last_bracket(site& at) {
  return end_with(at, "}\n");
}

bool doubled_last_brace(site& at) {
  return end_with(at, "]}}\n");
}

bool lost_brace_of_last_node(site& at) {
  at.now.tokens[at.find(role::close).back()].text.clear();
  return add_between(at, "]}\n");
}

bool lost_brace_beside_context(site& at) {
  at.now.tokens[at.find(role::close).back()].text.clear();
  return insert_at_start(at, "\"@context\": {\"ex\": \"" + std::string(example) + "\"}, ");
}

bool endless_comment(site& at) {
  if (at.in == layout::one_line) return false;
  at.is_harmless = true;
  const std::string text = "/* a comment with \" and {\n";
  return at.random.chance(2) ? put_before(at, text) : insert_in_node(at, text);
}

bool line_comment_between(site& at) {
  if (at.in == layout::one_line) return false;
  at.is_harmless = true;
  return put_before(at, "// a comment with \" and {\n");
}

bool single_quoted_node(site& at) {
  for (auto& one : at.now.tokens) std::ranges::replace(one.text, '"', '\'');
  return true;
}

constexpr kind kinds[] = {
    {"trailing comma", "D50", "J", trailing_comma},
    {"// comment", "D50", "J", line_comment},
    {"/* comment */", "D50", "J", block_comment},
    {"# comment", "D50", "J", hash_comment},
    {"lost comma between members", "D50", "J", lost_member_comma},
    {"lost comma between nodes", "D50", "J", lost_node_comma},
    {"doubled comma", "D50", "J", doubled_comma},
    {"lost brace", "D50", "J", lost_brace},
    {"stray bracket", "D50", "J", stray_bracket},
    {"lost colon", "D50", "J", lost_colon},
    {"bare word", "D50", "J", bare_word},
    {"NaN", "D50", "J", not_a_number},
    {"NaN in a list", "D51", "J", not_a_number_in_a_list},
    {"two words as a value", "D50", "J", two_words},
    {"number as a definition", "D51", "J", broken_definition},
    {"number with zeros", "D50", "J", number_with_zero},
    {"hexadecimal number", "D50", "J", hexadecimal_number},
    {"key without quotes", "D50", "J", key_without_quotes},
    {"@id without quotes", "D50", "J", id_without_quotes},
    {"key in single quotes", "D43", "J", single_quoted_key},
    {"prefix that is not declared", "D34", "J", undeclared_prefix, "suspicious_iri"},
    {"null as @id", "D51", "J", null_id},
    {"number as @id", "D51", "J", number_as_id},
    {"context that cannot be loaded", "D51", "J", unreachable_context},
    {"number as @context", "D51", "J", bad_context},
    {"@value with other keys", "D51", "J", value_and_more},
    {"@value with no keyword", "D51", "J", value_with_no_keyword},
    {"number as @type", "D51", "J", bad_type},
    {"key that maps to nothing", "D51", "J", unmapped_key, "unmapped_key"},
    {"repeated key", "D50", "J", repeated_key, "repeated_key"},
    {"600 arrays deep", "D80", "J", deep_nesting},
    {"lost brace next to a context", "D50", "J", lost_brace_beside_context},
    {"lost end of a comment", "D50", "J", endless_comment},
    {"// comment between nodes", "D50", "J", line_comment_between},
    {"node in single quotes", "D43", "J", single_quoted_node},
    {"lost end of the file", "D72", "J", cut_behind_value, "", true},
    {"lost last brace", "D50 D72", "J", lost_last_brace, "", true},
    {"lost last bracket", "D50 D72", "J", lost_last_bracket, "", true},
    {"doubled last brace", "D50", "J", doubled_last_brace, "", true},
    {"lost brace of the last node", "D50", "J", lost_brace_of_last_node, "", true},
};

}  // namespace

std::span<const kind> json_kinds() {
  return kinds;
}

}  // namespace laundromat::recovery
