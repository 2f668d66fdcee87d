// Texts as they are compared.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/normal_text.hpp"

#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "core/rdf/model/utf8.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

struct free_memory {
  void operator()(std::uint8_t* memory) const { std::free(memory); }
};
using unicode_text = std::unique_ptr<std::uint8_t, free_memory>;

std::string taken(std::uint8_t* memory, std::size_t length) {
  if (memory == nullptr) throw std::bad_alloc{};
  const unicode_text owner(memory);
  return {reinterpret_cast<const char*>(memory), length};
}

const std::uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const std::uint8_t*>(text.data());
}

/// libunistring refuses text that is not UTF-8.
std::string repaired(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const auto step = next_utf8(text);
    if (step.is_valid)
      valid += text.substr(0, step.length);
    else
      valid += ' ';
    text.remove_prefix(step.length);
  }
  return valid;
}

std::string folded(std::string_view text, bool drops_accents) {
  std::size_t length = 0;
  if (std::ranges::none_of(text, is_high)) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), to_lower);
    return lower;
  }
  std::string valid;
  if (find_bad_utf8(text) != text.npos) text = valid = repaired(text);
  auto* const memory = u8_casefold(bytes_of(text), text.size(), nullptr, UNINORM_NFKC, nullptr, &length);
  auto fold = taken(memory, length);
  if (!drops_accents) return fold;
  auto* const parts = u8_normalize(UNINORM_NFD, bytes_of(fold), fold.size(), nullptr, &length);
  const auto decomposed = taken(parts, length);
  std::string bare;
  for (std::string_view rest = decomposed; !rest.empty();) {
    const auto step = next_utf8(rest);
    if (!uc_is_general_category(step.code, UC_CATEGORY_Mn)) bare += rest.substr(0, step.length);
    rest.remove_prefix(step.length);
  }
  return bare;
}

enum class role : std::uint8_t { letter, space, dropped };

role role_of(char32_t code) {
  constexpr char32_t right_quote = 0x2019, modifier_apostrophe = 0x02BC;
  if (code == '\'' || code == right_quote || code == modifier_apostrophe) return role::dropped;
  if (code < 0x80) {
    // Symbols of ASCII that are no punctuation: $ + < = > ^ ` | ~
    const auto c = static_cast<char>(code);
    if (is_alpha(c) || is_digit(c) || std::string_view("$+<=>^`|~").find(c) != std::string_view::npos)
      return role::letter;
    return c == '.' ? role::dropped : role::space;
  }
  const bool is_between = uc_is_general_category(code, UC_CATEGORY_P) ||
                          uc_is_general_category(code, UC_CATEGORY_Z) ||
                          uc_is_general_category(code, UC_CATEGORY_Cc);
  return is_between ? role::space : role::letter;
}

std::string words_of(std::string_view text) {
  std::string words;
  bool needs_space = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto step = next_utf8(text.substr(at));
    auto what = role_of(step.code);
    const bool is_point =
        text[at] == '.' && at > 0 && at + 1 < text.size() && is_digit(text[at - 1]) && is_digit(text[at + 1]);
    if (is_point) what = role::letter;
    if (what == role::space) needs_space = !words.empty();
    if (what == role::letter) {
      if (needs_space) words += ' ';
      needs_space = false;
      words += text.substr(at, step.length);
    }
    at += step.length;
  }
  return words;
}

std::string sorted_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  std::ranges::sort(words);
  std::string sorted;
  for (const auto word : words) sorted.append(sorted.empty() ? "" : " ").append(word);
  return sorted;
}

}  // namespace

std::string normal_text(std::string_view text, const normal_text_options& options) {
  const auto fold = folded(text, options.drops_accents);
  auto words = words_of(fold);
  if (words.empty()) return std::string(trim(fold));
  return options.sorts_words ? sorted_words(words) : words;
}

}  // namespace laundromat
