// Implements field_names: a name that is taken gets a number.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/csv/field_names.hpp"

#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace laundromat {

namespace {

std::string trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n\f\v";
  const auto begin = text.find_first_not_of(space);
  return begin == text.npos ? std::string{}
                            : std::string(text.substr(begin, text.find_last_not_of(space) - begin + 1));
}

}  // namespace

field_names name_fields(const std::vector<std::string>& header, std::size_t fields) {
  field_names all;
  std::set<std::string> given, taken;
  std::map<std::string, std::size_t> numbers;  // the last one of a name that came several times
  for (const auto& name : header) given.insert(trimmed(name));
  for (std::size_t i = 0; i < fields; ++i) {
    auto name = i < header.size() ? trimmed(header[i]) : std::string{};
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
