// Reads plain values of a specification.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/spec/spec_problems.hpp"

#include <charconv>

#include "core/base/edit_distance.hpp"
#include "core/extraction/spec/spec_parts.hpp"

namespace laundromat {

namespace {

using shape = yaml_node::shape;

std::string in_ticks(std::string_view text) {
  return "`" + std::string(text) + "`";
}

/// How many words of `wrong` a key has, as `skip_initial_space` has two of `skip_space`. A word that is cut short, as `lang` for `language`,
/// counts half.
std::size_t words_of(std::string_view wrong, std::string_view key) {
  constexpr std::size_t least_letters = 3;
  const auto in_key = "_" + std::string(key) + "_";
  std::size_t halves = 0;
  while (!wrong.empty()) {
    const auto word = wrong.substr(0, wrong.find('_'));
    const auto begun = "_" + std::string(word);
    if (in_key.find(begun + "_") != in_key.npos)
      halves += 2;
    else if (word.size() >= least_letters && in_key.find(begun) != in_key.npos)
      ++halves;
    wrong.remove_prefix(std::min(word.size() + 1, wrong.size()));
  }
  return halves;
}

/// Of the keys with the most words of `wrong` the nearest by its letters.
std::string nearest_of(std::string_view wrong, std::span<const std::string_view> keys) {
  std::size_t most = 0;
  for (const auto key : keys) most = std::max(most, words_of(wrong, key));
  std::vector<std::string_view> alike;
  for (const auto key : keys)
    if (words_of(wrong, key) == most) alike.push_back(key);
  return nearest_key(wrong, alike);
}

}  // namespace

std::string spec_problems::named(std::string_view what) const {
  return in_ticks(what.empty() ? key_ : what);
}

std::optional<std::string> spec_problems::text_of(const yaml_node& value, std::string_view what) {
  if (value.kind == shape::scalar) return value.text;
  report(value, named(what) + " must be a text");
  return std::nullopt;
}

std::optional<bool> spec_problems::boolean_of(const yaml_node& value, std::string_view what) {
  if (value.kind == shape::scalar && !value.quoted) {
    if (value.text == "true" || value.text == "yes") return true;
    if (value.text == "false" || value.text == "no") return false;
  }
  report(value, in_ticks(what) + " must be true or false");
  return std::nullopt;
}

std::optional<std::size_t> spec_problems::number_of(const yaml_node& value, std::string_view what) {
  std::size_t number = 0;
  const auto* const end = value.text.data() + value.text.size();
  if (value.kind == shape::scalar && !value.text.empty() &&
      std::from_chars(value.text.data(), end, number).ptr == end && number <= 1'000'000)
    return number;
  report(value, in_ticks(what) + " must be a number from 0 to 1000000");
  return std::nullopt;
}

std::optional<char> spec_problems::character_of(const yaml_node& value, std::string_view what) {
  const auto& text = value.text;
  if (value.kind == shape::nothing || (value.kind == shape::scalar && (text.empty() || text == "none")))
    return '\0';
  if (value.kind == shape::scalar && (text == "tab" || text == "\\t")) return '\t';
  if (value.kind == shape::scalar && text == "space") return ' ';
  if (value.kind == shape::scalar && text.size() == 1 && static_cast<unsigned char>(text[0]) < 0x80)
    return text[0];
  report(value, named(what) + " must be one ASCII character, as \";\", or tab, space or none");
  return std::nullopt;
}

std::vector<std::string> spec_problems::texts_of(const yaml_node& value, std::string_view what) {
  std::vector<std::string> all;
  if (value.kind == shape::scalar) {
    all.push_back(value.text);
  } else if (value.kind == shape::list) {
    for (const auto& item : value.items)
      if (auto text = text_of(item, what)) all.push_back(*std::move(text));
  } else {
    report(value, named(what) + " must be a text or a list of texts");
  }
  return all;
}

void spec_problems::report_unknown(const yaml_node& key, std::span<const std::string_view> keys,
                                   std::string_view where) {
  const auto part = part_with_key(key.text);
  report(key, "unknown key " + in_ticks(key.text) + " in " + std::string(where) +
                  (part.empty() ? "; the nearest is " + in_ticks(nearest_of(key.text, keys))
                                : "; it is a key of " + std::string(part)));
}

}  // namespace laundromat
