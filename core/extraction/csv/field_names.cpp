// Implements field_names: a name that is taken gets a number.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/csv/field_names.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace laundromat {

namespace {

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

bool is_name_again(std::string_view text, std::string_view name) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
  return std::ranges::equal(trimmed(text), trimmed(name), {}, lower, lower);
}

field_names name_fields(const std::vector<std::string>& header, std::size_t fields) {
  field_names all;
  std::set<std::string> given, taken;
  std::map<std::string, std::size_t> numbers;  // the last one of a name that came several times
  for (const auto& name : header) given.emplace(trimmed(name));
  for (std::size_t i = 0; i < fields; ++i) {
    std::string name{i < header.size() ? trimmed(header[i]) : std::string_view{}};
    const auto place = std::to_string(i + 1);
    if (name.empty()) {
      name = "field_" + place;
      while (given.contains(name) || taken.contains(name)) name += '_';
      all.messages.push_back("field " + place + " has no name: it is called " + name);
    } else if (taken.contains(name)) {
      auto& number = numbers.try_emplace(name, 1).first->second;
      std::string other;
      do other = name + "_" + std::to_string(++number);
      while (given.contains(other) || taken.contains(other));
      all.messages.push_back("field " + place + " is called " + name + ", as one before it: it is called " +
                             other);
      name = std::move(other);
    }
    taken.insert(name);
    all.names.push_back(std::move(name));
  }
  return all;
}

}  // namespace laundromat
