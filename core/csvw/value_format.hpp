// Reads texts as values of a datatype: by its format, its lexical space and its limits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/csvw/datatypes.hpp"

namespace laundromat::csvw {

/// A datatype that is ready to read values.
class value_format {
 public:
  /// A format that cannot be used is as if it was not there; `format_fault` says it before.
  explicit value_format(const datatype_description& type);
  ~value_format();
  value_format(value_format&&) noexcept;

  /// The lexical form of the value. Nothing, and the reason in `why`, when the text is none. Source: Model for Tabular Data, section 6.4.
  [[nodiscard]] std::optional<std::string> read(std::string_view text, std::string& why) const;
  /// Whether a value keeps the limits of length and size; else the reason is in `why`.
  [[nodiscard]] bool is_within_limits(std::string_view value, std::string& why) const;
  [[nodiscard]] const datatype_description& type() const { return type_; }

 private:
  struct compiled;
  [[nodiscard]] std::optional<std::string> form_of(std::string_view text) const;
  /// A limit in the lexical form of XML Schema.
  [[nodiscard]] std::optional<std::string> limit(const std::optional<std::string>& text) const;

  datatype_description type_;
  std::unique_ptr<compiled> format_;
};

/// What is wrong with the format of a datatype, and what to write; empty: it is used.
[[nodiscard]] std::string format_fault(const datatype_description& type);

}  // namespace laundromat::csvw
