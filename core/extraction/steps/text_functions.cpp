// The table of functions; libunistring stays in this file.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/steps/text_functions.hpp"

#include <unicase.h>
#include <unictype.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/edit_distance.hpp"
#include "core/extraction/steps/html_text.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

constexpr bool is_ascii_digit(char c) {
  return c >= '0' && c <= '9';
}

using change_case = std::uint8_t* (*)(const std::uint8_t*, std::size_t, const char*, uninorm_t, std::uint8_t*,
                                      std::size_t*);

/// Without the rules of a language, as those of Turkish. Source: Unicode 3.13, default case conversion.
template <change_case Change>
std::string_view in_case(std::string_view text, std::string& out) {
  struct release {
    void operator()(std::uint8_t* memory) const { std::free(memory); }
  };
  std::size_t length = 0;
  const std::unique_ptr<std::uint8_t, release> made(
      Change(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(), "", nullptr, nullptr, &length));
  if (made)
    out.append(reinterpret_cast<const char*>(made.get()), length);
  else
    out.append(text);
  return {};
}

std::string_view normalize_space(std::string_view text, std::string& out) {
  const auto begin = out.size();
  bool has_space = false;
  while (!text.empty()) {
    const auto step = next_utf8(text);
    if (step.is_valid && uc_is_property_white_space(step.code)) {
      has_space = true;
    } else {
      if (std::exchange(has_space, false) && out.size() > begin) out += ' ';
      out.append(text.substr(0, step.length));
    }
    text.remove_prefix(step.length);
  }
  return {};
}

std::string_view digits(std::string_view text, std::string& out) {
  const auto begin = out.size();
  std::ranges::copy_if(text, std::back_inserter(out), is_ascii_digit);
  return out.size() > begin ? "" : "has no digits";
}

/// The length of a mark between digits: `.`, `,`, `'`, `_`, or a space with three digits behind it, as in `1 234`.
std::size_t mark_length(std::string_view text) {
  if (text.size() > 1 && std::string_view(".,'_").find(text[0]) != std::string_view::npos &&
      is_ascii_digit(text[1]))
    return 1;
  for (const std::string_view space : {" ", "\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89"}) {
    if (!text.starts_with(space)) continue;
    const auto group = text.substr(space.size());
    const auto count = std::ranges::find_if_not(group, is_ascii_digit) - group.begin();
    return count == 3 ? space.size() : 0;
  }
  return 0;
}

/// The number with all its marks, so that one which a type does not understand is reported, and not cut off.
std::string_view leading_number(std::string_view text, std::string& out) {
  static constexpr std::string_view minus = "\xE2\x88\x92";
  const bool has_sign = text.starts_with('-') || text.starts_with('+');
  std::size_t end = has_sign ? 1 : text.starts_with(minus) ? minus.size() : 0;
  const auto first = end;
  while (end < text.size() && is_ascii_digit(text[end])) {
    while (end < text.size() && is_ascii_digit(text[end])) ++end;
    end += mark_length(text.substr(end));
  }
  if (end == first) return "has no number at its beginning";
  out.append(text.substr(0, end));
  return {};
}

std::string_view url_host(std::string_view text, std::string& out) {
  const auto parts = parse_uri(text);
  if (!parts || !parts->authority || split_authority(*parts->authority).host.empty())
    return "is no URL with a host";
  return in_case<u8_tolower>(split_authority(*parts->authority).host, out);
}

template <void (*Append)(std::string_view, std::string&)>
std::string_view always(std::string_view text, std::string& out) {
  Append(text, out);
  return {};
}

constexpr text_function functions[] = {
    {"lower", "in small letters", in_case<u8_tolower>},
    {"upper", "in capital letters", in_case<u8_toupper>},
    {"normalize_space", "with one space for white space of any kind and length", normalize_space},
    {"strip_tags", "HTML as plain text", always<append_html_text>},
    {"escape_html", "with `&lt;` for `<`, and so on", always<append_escaped>},
    {"unescape_html", "with `<` for `&lt;`, and so on", always<append_unescaped>},
    {"digits", "its digits alone", digits},
    {"leading_number", "the number at its beginning: 12 of `12 items`", leading_number},
    {"url_host", "the host of a URL", url_host},
};

}  // namespace

std::span<const text_function> text_functions() {
  return functions;
}

result<const text_function*> find_text_function(std::string_view name) {
  const auto* const found = std::ranges::find(functions, name, &text_function::name);
  if (found != std::end(functions)) return found;
  std::vector<std::string_view> names;
  std::string all;
  for (const auto& one : functions) {
    names.push_back(one.name);
    all.append(all.empty() ? "" : ", ").append(one.name);
  }
  return fail(errc::configuration, "there is no function `" + std::string(name) + "`; the nearest is `" +
                                       nearest_key(name, names) + "`, and all are " + all);
}

}  // namespace laundromat
