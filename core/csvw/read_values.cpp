// Values of metadata that are of one type: texts, numbers, titles, references.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/csvw/metadata_reading.hpp"
#include "core/rdf/values/language_tag.hpp"
#include "core/web/uri.hpp"

namespace laundromat::csvw {

void reading::warn(std::string_view path, std::string message) const {
  problems.on_problem({.level = severity::warning,
                       .document = url,
                       .path = std::string(path),
                       .message = std::move(message)});
}

void reading::fail(std::string_view path, std::string message) const {
  has_failed = true;
  problems.on_problem(
      {.level = severity::error, .document = url, .path = std::string(path), .message = std::move(message)});
}

std::string reading::resolved(std::string_view reference) const {
  return resolve(base, reference);
}

std::string below(std::string_view path, std::string_view name) {
  std::string out(path);
  out += '/';
  for (const char c : name) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out += c;
  }
  return out;
}

std::string below(std::string_view path, std::size_t index) {
  return std::string(path) + '/' + std::to_string(index);
}

std::optional<std::string> read_text(const reading& in, const json_value& value, std::string_view path) {
  if (value.is_string()) return value.get<std::string>();
  in.warn(path, "this value is ignored, because it is no text: write it in double quotes");
  return std::nullopt;
}

std::optional<bool> read_boolean(const reading& in, const json_value& value, std::string_view path) {
  if (value.is_boolean()) return value.get<bool>();
  in.warn(path, "this value is ignored: write true or false, without quotes");
  return std::nullopt;
}

std::optional<std::uint64_t> read_count(const reading& in, const json_value& value, std::string_view path) {
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  in.warn(path, "this value is ignored: write a whole number that is not negative, without quotes");
  return std::nullopt;
}

std::vector<std::string> read_texts(const reading& in, const json_value& value, std::string_view path) {
  std::vector<std::string> texts;
  if (!value.is_array()) {
    if (auto text = read_text(in, value, path)) texts.push_back(std::move(*text));
    return texts;
  }
  for (std::size_t i = 0; i < value.size(); ++i)
    if (auto text = read_text(in, value[i], below(path, i))) texts.push_back(std::move(*text));
  return texts;
}

std::vector<tagged_text> read_titles(const reading& in, const json_value& value, std::string_view path) {
  std::vector<tagged_text> titles;
  const auto add = [&](const json_value& texts, const std::string& language, const std::string& where) {
    for (auto& text : read_texts(in, texts, where)) titles.push_back({std::move(text), language});
  };
  if (!value.is_object()) {
    add(value, in.language, std::string(path));
    return titles;
  }
  for (const auto& [language, texts] : value.items()) {
    if (!is_well_formed_language_tag(language))
      in.warn(below(path, language),
              "this title is ignored, because its key is no language tag: write one of BCP 47, such as en, "
              "or und");
    else
      add(texts, language == "und" ? std::string{} : language, below(path, language));
  }
  return titles;
}

std::string read_id(const reading& in, const json_value& value, std::string_view path) {
  // A value of another type is as an empty text (section 5.1.2).
  const auto id = read_text(in, value, path).value_or("");
  if (id.starts_with("_:")) {
    in.fail(path, "the @id is a blank node: write a URL, or leave it out");
    return {};
  }
  return in.resolved(id);
}

void check_type(const reading& in, const json_value& value, std::string_view expected,
                std::string_view path) {
  if (!value.is_string() || value.get<std::string>() != expected)
    in.fail(path, "the @type of this object has to be " + std::string(expected) + ", or is left out");
}

}  // namespace laundromat::csvw
