// Collects what is wrong in a specification while it is read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/yaml/yaml_tree.hpp"

namespace laundromat {

/// A key of a map in a specification, with what reads its value into a `T`.
template <class T>
struct spec_key {
  std::string_view name;
  void (*read)(class spec_problems&, const yaml_node&, T&);
};

template <class T>
[[nodiscard]] bool has_key(std::span<const spec_key<T>> keys, std::string_view name) {
  return std::ranges::find(keys, name, &spec_key<T>::name) != keys.end();
}

/// The problems so far. Its functions read plain values; one of the wrong shape is a problem.
class spec_problems {
 public:
  void report(const yaml_node& at, std::string message) { found_.push_back({at.line, std::move(message)}); }
  [[nodiscard]] std::vector<line_problem> take() {
    std::ranges::stable_sort(found_, {}, &line_problem::line);
    return std::move(found_);
  }
  [[nodiscard]] bool empty() const { return found_.empty(); }

  /// `what` names the value, as in `` `class` ``; empty: the key that is read now.
  [[nodiscard]] std::optional<std::string> text_of(const yaml_node& value, std::string_view what = {});
  [[nodiscard]] std::optional<bool> boolean_of(const yaml_node& value, std::string_view what);
  [[nodiscard]] std::optional<std::size_t> number_of(const yaml_node& value, std::string_view what);
  /// One character, or the empty text or `none` for 0; `tab`, `space`.
  [[nodiscard]] std::optional<char> character_of(const yaml_node& value, std::string_view what = {});
  /// A text, or a list of them.
  [[nodiscard]] std::vector<std::string> texts_of(const yaml_node& value, std::string_view what = {});
  /// Reports a key that is none of `keys`, with the part of a specification that has it, or else the nearest.
  void report_unknown(const yaml_node& key, std::span<const std::string_view> keys, std::string_view where);

  /// Reads a map by a table of keys. `where` names it, as in `a field`.
  template <class T>
  void read_map(const yaml_node& map, std::span<const spec_key<T>> keys, std::string_view where, T& into) {
    if (map.kind != yaml_node::shape::map) return report(map, std::string(where) + " must be a map of keys");
    std::vector<std::string_view> seen;
    for (const auto& [key, value] : map.members) {
      const auto found = std::ranges::find(keys, std::string_view(key.text), &spec_key<T>::name);
      if (found == keys.end()) {
        std::vector<std::string_view> names;
        for (const auto& one : keys) names.push_back(one.name);
        report_unknown(key, names, where);
      } else if (std::ranges::find(seen, key.text) != seen.end()) {
        report(key, "the key `" + key.text + "` comes a second time");
      } else {
        seen.push_back(key.text);
        const auto outer = std::exchange(key_, found->name);
        found->read(*this, value, into);
        key_ = outer;
      }
    }
  }

 private:
  [[nodiscard]] std::string named(std::string_view what) const;

  std::vector<line_problem> found_;
  std::string_view key_;  ///< that is read now
};

}  // namespace laundromat
