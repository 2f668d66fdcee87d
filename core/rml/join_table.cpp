// Implements join_table.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/join_table.hpp"

#include <algorithm>
#include <utility>

#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

constexpr std::uint64_t overhead_bytes = 64;

std::uint64_t bytes_of(const std::vector<std::string>& texts) {
  std::uint64_t sum = 0;
  for (const auto& text : texts) sum += text.size() + overhead_bytes;
  return sum;
}

std::uint64_t bytes_of(const std::vector<made_term>& terms) {
  std::uint64_t sum = 0;
  for (const auto& term : terms)
    sum += sizeof term + term.value.size() + term.datatype.size() + term.language.size();
  return sum;
}

}  // namespace

result<void> join_budget::take(std::uint64_t bytes) {
  used_bytes_ += bytes;
  if (used_bytes_ <= limit_bytes_) return {};
  return fail(errc::limit_exceeded, "the joins of the mapping need more memory than their limit, " +
                                        number_of(limit_bytes_, "byte") +
                                        ": raise it, or join smaller documents");
}

result<void> join_table::add_parent(const std::vector<std::string>& keys,
                                    const std::vector<made_term>& subjects) {
  if (keys.empty() || subjects.empty()) return {};
  if (auto taken = budget_->take(bytes_of(keys) + bytes_of(subjects) + overhead_bytes); !taken) return taken;
  const auto number = static_cast<std::uint32_t>(parents_.size());
  parents_.push_back(subjects);
  for (const auto& key : keys) by_key_[key].push_back(number);
  return {};
}

result<void> join_table::add_child(waiting_child child) {
  const auto bytes = bytes_of(child.keys) + bytes_of(child.subjects) + bytes_of(child.predicates) +
                     bytes_of(child.graphs) + overhead_bytes;
  if (auto taken = budget_->take(bytes); !taken) return taken;
  children_bytes_ += bytes;
  children_.push_back(std::move(child));
  return {};
}

std::vector<made_term> join_table::find(const std::vector<std::string>& keys) const {
  std::vector<std::uint32_t> numbers;
  for (const auto& key : keys)
    if (const auto found = by_key_.find(key); found != by_key_.end())
      numbers.insert(numbers.end(), found->second.begin(), found->second.end());
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::vector<made_term> subjects;
  for (const auto number : numbers)
    subjects.insert(subjects.end(), parents_[number].begin(), parents_[number].end());
  return subjects;
}

std::vector<waiting_child> join_table::take_children() {
  budget_->give_back(std::exchange(children_bytes_, 0));
  return std::exchange(children_, {});
}

std::vector<std::string> join_keys(const std::vector<std::vector<std::string>>& values, std::size_t most,
                                   bool& are_all) {
  std::vector<std::string> keys{""};
  for (const auto& of_condition : values) {
    std::vector<std::string> longer;
    for (const auto& key : keys)
      for (const auto& value : of_condition) {
        if (longer.size() == most) {
          are_all = false;
          break;
        }
        // The length keeps `a`, `bc` from being `ab`, `c`.
        longer.push_back(key + std::to_string(value.size()) + ":" + value);
      }
    keys = std::move(longer);
  }
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

}  // namespace laundromat
