// Paths to values in JSON and YAML: JSONPath (RFC 9535) without filters and slices.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/extraction/model/data_record.hpp"

namespace laundromat {

/// What is wrong in a path that a user wrote.
struct path_problem {
  std::size_t column = 1;  ///< in bytes, counted from 1
  std::string message;     ///< with what to write instead

  friend bool operator==(const path_problem&, const path_problem&) = default;
};

/// A path is followed step by step, from a value to the values in it. `states` are a set of bits: how many steps may have been taken to a value.
class json_path {
 public:
  /// Of `$`, `.name`, `['name']`, `[0]`, `[*]`, `.*`, `..name`, `..*` and `..[0]`; `$.` may be left out. The empty text is the value itself.
  /// Errors: the first thing that is none of these.
  [[nodiscard]] static tl::expected<json_path, path_problem> compile(std::string_view text);

  using states = std::uint64_t;
  /// Of the outermost value.
  [[nodiscard]] static states start() { return 1; }
  /// Of the value of a key, and of an item, in a value with the states `at`.
  [[nodiscard]] states enter(states at, std::string_view key) const;
  [[nodiscard]] states enter(states at, std::uint64_t item) const;
  /// Whether the path leads to a value.
  [[nodiscard]] bool leads_to(states at) const { return ((at >> steps_.size()) & 1) != 0; }
  /// Whether it names all items or members itself: it ends with `*`.
  [[nodiscard]] bool ends_with_all() const { return !steps_.empty() && steps_.back().is == step::kind::all; }
  [[nodiscard]] bool is_empty() const { return steps_.empty(); }
  /// The member of the outermost value that the path goes through, empty where it may go through several.
  [[nodiscard]] std::string_view first_name() const {
    return steps_.empty() || steps_.front().is_deep ? std::string_view{}
                                                    : std::string_view(steps_.front().name);
  }

  /// How many of its steps have been taken to a value with the states `at`, at most; nothing when the value is not on the path.
  [[nodiscard]] static std::optional<std::size_t> steps_to(states at);
  /// The name that step `number` asks for, counted from 0; empty for an item or all items.
  [[nodiscard]] std::string_view name_of_step(std::size_t number) const {
    return number < steps_.size() ? std::string_view(steps_[number].name) : std::string_view{};
  }

  /// Whether its first `steps` each ask for one member, not for items or for values at any depth.
  [[nodiscard]] bool has_names_only(std::size_t steps) const;

  /// The first value that the path leads to, seen from `value`.
  [[nodiscard]] std::optional<data_value> find_first(data_value value) const;
  /// Appends all of them, in the order of the document.
  void find_all(data_value value, std::vector<data_value>& found) const;

 private:
  struct step {
    enum class kind : std::uint8_t { name, item, all };
    kind is = kind::all;
    bool is_deep = false;  ///< of values at any depth
    std::string name;
    std::uint64_t item = 0;
  };
  friend class path_reader;

  template <class Fits>
  [[nodiscard]] states advance(states at, Fits fits) const;
  [[nodiscard]] bool collect(data_value value, states at, std::vector<data_value>* all,
                             std::optional<data_value>& first) const;

  std::vector<step> steps_;  ///< at most 63
};

}  // namespace laundromat
