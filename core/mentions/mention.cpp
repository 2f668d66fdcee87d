// Orders and writes mentions.
// SPDX-License-Identifier: Apache-2.0
#include "core/mentions/mention.hpp"

#include <algorithm>

#include "core/base/fast_hash.hpp"

namespace laundromat {

namespace {

constexpr unsigned role_bits = 4;

void write_number(std::string& to, std::uint32_t number, int bytes) {
  for (int i = bytes - 1; i >= 0; --i)
    to.push_back(static_cast<char>(number >> (8U * static_cast<unsigned>(i))));
}

std::uint32_t read_number(const char* from, int bytes) {
  std::uint32_t number = 0;
  for (int i = 0; i < bytes; ++i) number = number << 8U | static_cast<unsigned char>(from[i]);
  return number;
}

}  // namespace

std::string_view to_string(mention_role role) {
  switch (role) {
    case mention_role::subject:
      return "subject";
    case mention_role::predicate:
      return "predicate";
    case mention_role::object:
      return "object";
    case mention_role::graph:
      return "graph";
  }
  return "unknown";
}

std::uint32_t mention_hash(std::string_view iri) {
  return static_cast<std::uint32_t>(fast_hash(iri) >> 32U);
}

void append_mention(std::vector<mention>& sorted, const mention& next) {
  if (sorted.empty() || sorted.back().key() != next.key()) {
    sorted.push_back(next);
    return;
  }
  auto& last = sorted.back();
  last.roles |= next.roles;
  last.block = std::min(last.block, next.block);
}

void sort_mentions(std::vector<mention>& all) {
  std::ranges::sort(all, {}, &mention::key);
  std::vector<mention> joined;
  joined.reserve(all.size());
  for (const auto& one : all) append_mention(joined, one);
  all = std::move(joined);
}

void write_mention(std::string& to, const mention& one) {
  write_number(to, one.iri, 4);
  write_number(to, one.document << role_bits | one.roles, 4);
  write_number(to, std::min(one.block, most_mention_blocks - 1), 3);
}

mention read_mention(const char* from) {
  const auto second = read_number(from + 4, 4);
  return {read_number(from, 4), second >> role_bits, read_number(from + 8, 3),
          static_cast<std::uint8_t>(second & ((1U << role_bits) - 1))};
}

}  // namespace laundromat
