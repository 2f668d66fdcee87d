// URI templates: RFC 6570, all four levels.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat::csvw {

/// The variables of a template.
class template_variables {
 public:
  virtual ~template_variables() = default;
  /// Appends the value of a variable, several for a list, and says whether it is one. Nothing is appended for one that is not defined, and for
  /// an empty list.
  virtual bool append(std::string_view name, std::vector<std::string>& values) const = 0;
};

/// A template that is ready to be filled.
class uri_template {
 public:
  /// Nothing for a template with an expression that RFC 6570 does not allow.
  [[nodiscard]] static std::optional<uri_template> compile(std::string_view text);

  /// Appends the text with the values of variables. Characters outside of the unreserved ones become percent codes, also those outside ASCII.
  /// Returns false, with a part of the text in `out`, when that becomes longer than `most_bytes`.
  [[nodiscard]] bool expand(const template_variables& variables, std::string& out,
                            std::size_t most_bytes = std::size_t{1} << 16) const;
  /// As it was compiled.
  [[nodiscard]] const std::string& text() const { return text_; }
  /// The names of its variables.
  [[nodiscard]] std::vector<std::string_view> names() const;

 private:
  struct variable {
    std::string name;
    bool is_exploded = false;
    std::size_t most = 0;  ///< characters; 0: all
  };
  struct part {
    std::string text;
    char op = 0;                      ///< of an expression; 0: none
    std::vector<variable> variables;  ///< none: the part is text
  };
  static void expand_part(const part& one, const template_variables& variables, std::string& out,
                          std::size_t most_bytes);

  std::string text_;
  std::vector<part> parts_;
};

}  // namespace laundromat::csvw
