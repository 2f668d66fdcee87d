// Compiles and expands URI templates, as RFC 6570 appendix A does.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/uri_template.hpp"

#include <charconv>

#include "core/rdf/model/utf8.hpp"

namespace laundromat::csvw {

namespace {

struct operator_row {
  char op;
  std::string_view first, separator;
  bool is_named, keeps_reserved;
  std::string_view if_empty;
};

// The table of RFC 6570 appendix A.
constexpr operator_row operators[] = {
    {0, "", ",", false, false, ""},    {'+', "", ",", false, true, ""},  {'.', ".", ".", false, false, ""},
    {'/', "/", "/", false, false, ""}, {';', ";", ";", true, false, ""}, {'?', "?", "&", true, false, "="},
    {'&', "&", "&", true, false, "="}, {'#', "#", ",", false, true, ""},
};

const operator_row& row_of(char op) {
  for (const auto& row : operators)
    if (row.op == op) return row;
  return operators[0];
}

bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

void append_value(std::string& out, std::string_view text, bool keeps_reserved, std::size_t most_bytes) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (std::size_t at = 0; at < text.size() && out.size() <= most_bytes; ++at) {
    const char c = text[at];
    const auto byte = static_cast<unsigned char>(c);
    const bool is_code = c == '%' && at + 2 < text.size() && is_hex(text[at + 1]) && is_hex(text[at + 2]);
    const bool is_plain = is_alphanumeric(c) || std::string_view("-._~").find(c) != std::string_view::npos;
    const bool is_reserved = std::string_view(":/?#[]@!$&'()*+,;=").find(c) != std::string_view::npos;
    if (is_plain || (keeps_reserved && (is_reserved || is_code))) {
      out += c;
    } else {
      out += '%';
      out += digits[byte >> 4U];
      out += digits[byte & 15U];
    }
  }
}

std::string_view first_characters(std::string_view text, std::size_t most) {
  if (most == 0) return text;
  std::size_t at = 0;
  for (std::size_t i = 0; i < most && at < text.size(); ++i) at += next_utf8(text.substr(at)).length;
  return text.substr(0, at);
}

bool is_variable_name(std::string_view name) {
  for (std::size_t at = 0; at < name.size(); ++at) {
    const char c = name[at];
    const bool is_code = c == '%' && at + 2 < name.size() && is_hex(name[at + 1]) && is_hex(name[at + 2]);
    if (!is_alphanumeric(c) && c != '_' && c != '.' && !is_code) return false;
  }
  return !name.empty();
}

}  // namespace

std::optional<uri_template> uri_template::compile(std::string_view text) {
  uri_template made;
  made.text_ = text;
  while (!text.empty()) {
    const auto open = text.find('{');
    if (open != 0) made.parts_.push_back({std::string(text.substr(0, open)), 0, {}});
    if (open == std::string_view::npos) break;
    const auto close = text.find('}', open);
    if (close == std::string_view::npos) return std::nullopt;
    auto expression = text.substr(open + 1, close - open - 1);
    text.remove_prefix(close + 1);
    part one;
    if (!expression.empty() && std::string_view("+#./;?&").find(expression[0]) != std::string_view::npos) {
      one.op = expression[0];
      expression.remove_prefix(1);
    }
    while (true) {
      const auto comma = expression.find(',');
      auto name = expression.substr(0, comma);
      variable made_variable;
      if (name.ends_with('*')) {
        made_variable.is_exploded = true;
        name.remove_suffix(1);
      } else if (const auto colon = name.find(':'); colon != std::string_view::npos) {
        const auto digits = name.substr(colon + 1);
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), made_variable.most);
        if (read.ec != std::errc{} || read.ptr != digits.data() + digits.size() || made_variable.most == 0)
          return std::nullopt;
        name = name.substr(0, colon);
      }
      if (!is_variable_name(name)) return std::nullopt;
      made_variable.name = name;
      one.variables.push_back(std::move(made_variable));
      if (comma == std::string_view::npos) break;
      expression.remove_prefix(comma + 1);
    }
    made.parts_.push_back(std::move(one));
  }
  return made;
}

bool uri_template::expand(const template_variables& variables, std::string& out,
                          std::size_t most_bytes) const {
  for (const auto& one : parts_) {
    if (one.variables.empty())
      out += one.text;
    else
      expand_part(one, variables, out, most_bytes);
    if (out.size() > most_bytes) return false;
  }
  return true;
}

void uri_template::expand_part(const part& one, const template_variables& variables, std::string& out,
                               std::size_t most_bytes) {
  const auto& row = row_of(one.op);
  bool is_first = true;
  std::vector<std::string> values;
  for (const auto& wanted : one.variables) {
    if (out.size() > most_bytes) return;
    values.clear();
    const bool is_list = variables.append(wanted.name, values);
    if (values.empty()) continue;
    out += is_first ? row.first : row.separator;
    is_first = false;
    const bool is_exploded = is_list && wanted.is_exploded;
    for (std::size_t i = 0; i < values.size() && out.size() <= most_bytes; ++i) {
      if (i > 0) out += is_exploded ? row.separator : ",";
      if (row.is_named && (i == 0 || is_exploded)) {
        out += wanted.name;
        out += values[i].empty() ? row.if_empty : "=";
      }
      append_value(out, first_characters(values[i], is_list ? 0 : wanted.most), row.keeps_reserved,
                   most_bytes);
    }
  }
}

std::vector<std::string_view> uri_template::names() const {
  std::vector<std::string_view> all;
  for (const auto& one : parts_)
    for (const auto& named : one.variables) all.push_back(named.name);
  return all;
}

}  // namespace laundromat::csvw
