// Reads a JSON text of any length in parts, each of which is handed out and forgotten.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base/byte_source.hpp"

namespace laundromat {

/// The keys from the root to a value; `[]` for an element of an array.
using unit_path = std::span<const std::string>;

class json_unit_handler {
 public:
  virtual ~json_unit_handler() = default;
  /// Whether the object or array at `path` is handed out by itself. Not asked within another unit.
  [[nodiscard]] virtual bool is_unit(unit_path path, bool is_object) = 0;
  /// A whole unit, and the line at which it begins, counted from 1.
  virtual void on_unit(unit_path path, nlohmann::json value, std::uint64_t line) = 0;
  /// A unit that is larger than the limit.
  virtual void on_large_unit(unit_path path, std::uint64_t line) = 0;
};

struct json_limits {
  std::uint64_t bytes = std::uint64_t{50} << 20;  ///< of the text
  std::uint64_t unit_bytes =
      std::uint64_t{4} << 20;  ///< of one unit, and of all that is in none: 64 for each value and the texts
  std::uint32_t nesting = 64;  ///< what is deeper is left out
};

struct json_reading {
  nlohmann::json rest;       ///< everything that is in no unit, as far as the limit allows
  bool is_whole = true;      ///< the text was read to its end, without an error
  bool is_too_long = false;  ///< it has more bytes than the limit
  bool lost_values = false;  ///< of the rest, or deep ones
  std::uint64_t error_line = 0;
  std::string error;  ///< where the syntax is broken: everything before is used, except for the unit at hand
};

/// Reads to the end or to the first error. Never fails for what the text contains. Errors: those of `source`.
/// Memory: one unit and the rest, each within `unit_bytes`.
[[nodiscard]] result<json_reading> read_json_units(byte_source& source, json_unit_handler& handler,
                                                   const json_limits& limits = {});

/// The text member `key` of an object; empty for anything else.
[[nodiscard]] std::string text_of(const nlohmann::json& object, std::string_view key);

}  // namespace laundromat
