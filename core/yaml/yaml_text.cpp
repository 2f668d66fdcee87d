// Implements yaml_text.
// SPDX-License-Identifier: Apache-2.0
#include "core/yaml/yaml_text.hpp"

#include <algorithm>
#include <string_view>

namespace laundromat {

namespace {

/// Whether a scalar is the same without quotes: numbers, booleans and simple words, which may mean something else with them.
bool is_plain(const yaml_node& node) {
  return !node.quoted && !node.text.empty() && std::ranges::all_of(node.text, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.' || c == '+';
  });
}

void append_quoted(std::string& out, std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      out += "\\x";
      out += digits[byte >> 4U];
      out += digits[byte & 15U];
    } else {
      out += c;
    }
  }
  out += '"';
}

void append(std::string& out, const yaml_node& node) {
  using shape = yaml_node::shape;
  if (node.kind == shape::nothing) {
    out += '~';
  } else if (node.kind == shape::scalar && is_plain(node)) {
    out += node.text;
  } else if (node.kind == shape::scalar) {
    append_quoted(out, node.text);
  } else {
    const bool is_list = node.kind == shape::list;
    out += is_list ? '[' : '{';
    std::string_view comma;
    for (const auto& item : node.items) {
      out += comma;
      append(out, item);
      comma = ", ";
    }
    for (const auto& [key, value] : node.members) {
      out += comma;
      append(out, key);
      out += ": ";
      append(out, value);
      comma = ", ";
    }
    out += is_list ? ']' : '}';
  }
}

}  // namespace

std::string yaml_text(const yaml_node& node) {
  std::string out;
  append(out, node);
  return out;
}

}  // namespace laundromat
