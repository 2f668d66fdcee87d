// Reads the text of a selector.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/extraction/markup/selector/selector.hpp"

namespace laundromat::markup {

/// One pass over the text; the first error ends it.
class selector_parser {
 public:
  selector_parser(std::string_view text, bool is_xml) : text_(text), is_xml_(is_xml) {}

  [[nodiscard]] result<selector> parse();

 private:
  enum class separator : std::uint8_t { none, within, child, end };

  void read_path();
  [[nodiscard]] separator read_separator(bool is_first);
  [[nodiscard]] step_test read_step();
  void read_tests(step_test& step);
  void read_bracket(step_test& step);
  void read_condition(step_test& step);
  void read_position(step_test& step, std::string_view name);
  [[nodiscard]] std::string read_name(std::string_view what);
  [[nodiscard]] std::string read_value();
  void set_name(step_test& step, std::string name) const;
  void add_step(step_test step, separator before, bool is_first);

  void refuse(std::string_view what);
  void skip_space();
  [[nodiscard]] bool is_at_end() const { return at_ >= text_.size() || !error_.empty(); }
  [[nodiscard]] char peek() const { return is_at_end() ? '\0' : text_[at_]; }
  bool take(std::string_view expected);

  std::string_view text_;
  bool is_xml_;
  std::size_t at_ = 0;
  std::string error_;
  selector made_;
};

}  // namespace laundromat::markup
