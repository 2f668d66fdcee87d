// Implements value_format; RE2 stays in this file.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/value_format.hpp"

#include <re2/re2.h>

#include "core/base/count_words.hpp"
#include "core/csvw/date_format.hpp"
#include "core/csvw/number_format.hpp"
#include "core/csvw/value_order.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/values/lexical_form.hpp"

namespace laundromat::csvw {

namespace {

struct boolean_format {
  std::string yes, no;
};

std::optional<boolean_format> read_boolean_format(std::string_view text) {
  const auto bar = text.find('|');
  if (bar == std::string_view::npos || bar == 0 || bar + 1 == text.size() ||
      text.find('|', bar + 1) != std::string_view::npos)
    return std::nullopt;
  return boolean_format{std::string(text.substr(0, bar)), std::string(text.substr(bar + 1))};
}

std::unique_ptr<RE2> compile_expression(const std::string& text) {
  RE2::Options options(RE2::Quiet);
  options.set_dot_nl(false);
  auto made = std::make_unique<RE2>(text, options);
  return made->ok() ? std::move(made) : nullptr;
}

/// Characters of a text, bytes of a binary value.
std::uint64_t length_of(const built_in& type, std::string_view value) {
  if (type.type == datatype::xsd_hex_binary) return value.size() / 2;
  if (type.type == datatype::xsd_base64_binary) {
    std::uint64_t digits = 0;
    for (const char c : value) digits += c == '=' || c == ' ' ? 0 : 1;
    return digits * 3 / 4;
  }
  std::uint64_t characters = 0;
  for (const char c : value) characters += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  return characters;
}

}  // namespace

struct value_format::compiled {
  std::optional<number_format> number;
  std::optional<date_format> date;
  std::optional<boolean_format> boolean;
  std::unique_ptr<RE2> expression;
};

value_format::value_format(const datatype_description& type)
    : type_(type), format_(std::make_unique<compiled>()) {
  const auto kind = type.base->kind;
  if (is_numeric(kind)) {
    format_->number = number_format::compile(type.format, type.decimal_char, type.group_char);
    if (!format_->number) format_->number = number_format::compile({}, type.decimal_char, type.group_char);
  } else if (type.format.empty()) {
    // There is none to compile.
  } else if (kind == value_kind::time) {
    format_->date = date_format::compile(type.format, type.base->type);
  } else if (kind == value_kind::boolean) {
    format_->boolean = read_boolean_format(type.format);
  } else {
    format_->expression = compile_expression(type.format);
  }
  for (auto* const one :
       {&type_.min_inclusive, &type_.max_inclusive, &type_.min_exclusive, &type_.max_exclusive})
    *one = limit(*one);
}

value_format::~value_format() = default;
value_format::value_format(value_format&&) noexcept = default;

std::string format_fault(const datatype_description& type) {
  if (is_numeric(type.base->kind)) {
    return number_format::compile(type.format, type.decimal_char, type.group_char)
               ? std::string{}
               : "the number pattern " + type.format +
                     " is ignored: use 0, #, one decimal and one group character, E, +, - and %, as in "
                     "#,##0.00";
  }
  if (type.format.empty()) return {};
  switch (type.base->kind) {
    case value_kind::time:
      if (date_format::compile(type.format, type.base->type)) return {};
      return "the pattern " + type.format +
             " is ignored: a date needs yyyy, M and d, a time HH and mm, as in dd.MM.yyyy HH:mm:ss";
    case value_kind::boolean:
      if (read_boolean_format(type.format)) return {};
      return "the format " + type.format +
             " is ignored: write the text for true and that for false with | between them, as in yes|no";
    default:
      if (compile_expression(type.format)) return {};
      return "the regular expression " + type.format +
             " is ignored, because its syntax is wrong or not supported";
  }
}

std::optional<std::string> value_format::form_of(std::string_view text) const {
  if (format_->number) return format_->number->read(text);
  if (format_->date) return format_->date->read(text);
  if (format_->boolean) {
    if (text == format_->boolean->yes) return "true";
    if (text == format_->boolean->no) return "false";
    return std::nullopt;
  }
  if (format_->expression &&
      !RE2::FullMatch(re2::StringPiece(text.data(), text.size()), *format_->expression))
    return std::nullopt;
  if (type_.base->kind == value_kind::boolean && (text == "1" || text == "0"))
    return text == "1" ? "true" : "false";
  return std::string(text);
}

std::optional<std::string> value_format::read(std::string_view text, std::string& why) const {
  constexpr std::uint64_t most_shown_bytes = 60;
  auto form = form_of(text);
  const auto type = type_.base->type;
  if (form && (type == datatype::unchecked || judge_lexical_form(type, *form) != lexical_form::outside))
    return form;
  why = "\"" + readable(text, most_shown_bytes) + "\" is no " + std::string(type_.base->name);
  if (!form && !type_.format.empty()) why += " in the format " + type_.format;
  return std::nullopt;
}

std::optional<std::string> value_format::limit(const std::optional<std::string>& text) const {
  if (!text || judge_lexical_form(type_.base->type, *text) != lexical_form::outside) return text;
  auto form = form_of(*text);
  return form ? form : text;
}

bool value_format::is_within_limits(std::string_view value, std::string& why) const {
  if (type_.length || type_.min_length || type_.max_length) {
    const auto length = length_of(*type_.base, value);
    const auto least = type_.length ? type_.length : type_.min_length,
               most = type_.length ? type_.length : type_.max_length;
    if ((least && length < *least) || (most && length > *most)) {
      why = "it has a length of " +
            number_of(length, type_.base->kind == value_kind::binary ? "byte" : "character") +
            ", which its datatype does not allow";
      return false;
    }
  }
  const auto kind = type_.base->kind;
  const auto order_to = [&](const std::optional<std::string>& to) {
    return compare_values(kind, value, *to);
  };
  const auto report = [&](std::string_view how, const std::optional<std::string>& to) {
    why = "the value is " + std::string(how) + " " + *to;
    return false;
  };
  if (type_.min_inclusive && order_to(type_.min_inclusive) < 0)
    return report("less than", type_.min_inclusive);
  if (type_.min_exclusive && order_to(type_.min_exclusive) <= 0)
    return report("not greater than", type_.min_exclusive);
  if (type_.max_inclusive && order_to(type_.max_inclusive) > 0)
    return report("greater than", type_.max_inclusive);
  if (type_.max_exclusive && order_to(type_.max_exclusive) >= 0)
    return report("not less than", type_.max_exclusive);
  return true;
}

}  // namespace laundromat::csvw
