// Damage to JSON, and JSON-LD that its algorithms refuse.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/injection.hpp"
#include "bench/reader_recovery/value_site.hpp"

namespace laundromat::recovery {

namespace {

bool change(site& at, role kind, std::string_view to) {
  auto* one = at.pick(kind);
  if (one == nullptr) return false;
  one->text = to;
  return true;
}

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
  auto* one = at.pick(role::separator);
  one->text = "],";
  return true;
}

bool lost_colon(site& at) {
  for (auto& one : at.now.tokens)
    if (one.text == "\"@id\": ") {
      one.text = "\"@id\" ";
      return true;
    }
  return false;
}

bool bare_word(site& at) {
  return insert_before_end(at, ", \"ex:bad\": undefined");
}

bool not_a_number(site& at) {
  return insert_before_end(at, ", \"ex:bad\": NaN");
}

bool number_with_zero(site& at) {
  return insert_before_end(at, ", \"ex:bad\": 007");
}

bool key_without_quotes(site& at) {
  return insert_before_end(at, ", bad: 1");
}

bool null_id(site& at) {
  auto* subject = at.pick(role::subject);
  const auto index = index_of(at, subject);
  erase_tokens(at, index - 1, index + 2);
  insert_token(at, index - 1, "null");
  at.also_read(at.now.quads[0].subject, blank("?"));
  return true;
}

bool number_as_id(site& at) {
  auto* subject = at.pick(role::subject);
  const auto index = index_of(at, subject);
  erase_tokens(at, index - 1, index + 2);
  insert_token(at, index - 1, "42");
  return true;
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

bool cut_end(site& at) {
  auto* one = at.pick(role::value);
  if (one == nullptr) return false;
  erase_tokens(at, index_of(at, one) + 1, at.now.tokens.size());
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
    {"number with zeros", "D50", "J", number_with_zero},
    {"key without quotes", "D50", "J", key_without_quotes},
    {"null as @id", "D51", "J", null_id},
    {"number as @id", "D51", "J", number_as_id},
    {"context out of reach", "D51", "J", unreachable_context},
    {"number as @context", "D51", "J", bad_context},
    {"@value with other keys", "D51", "J", value_and_more},
    {"number as @type", "D51", "J", bad_type},
    {"key that maps to nothing", "D51", "J", unmapped_key, "unmapped_key"},
    {"repeated key", "D50", "J", repeated_key, "repeated_key"},
    {"600 arrays deep", "D80", "J", deep_nesting},
    {"lost end of the file", "D72", "J", cut_end, "", true},
};

}  // namespace

std::span<const kind> json_kinds() {
  return kinds;
}

}  // namespace laundromat::recovery
