// The names of the elements that are open, as their tags write them, and how far the tags are indented.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat::rdfxml {

/// An element that is open.
struct open_tag {
  static constexpr std::size_t unknown_indent = std::string_view::npos;

  std::size_t name_end = 0;                   ///< in the names of all that are open
  bool is_read = false;                       ///< libxml2 has it open
  bool has_scope = false;                     ///< its tag may declare namespaces, a base or a language
  bool has_end = false;                       ///< its end tag was seen ahead
  std::size_t indent = unknown_indent;        ///< of the line of its start tag
  std::size_t child_indent = unknown_indent;  ///< of the first tag in it that is the first on its line
};

/// A stack. It also follows the white space before the next tag, which shows whether that is the first on its line.
/// Memory: the names of the open elements; the caller bounds their number.
class open_tags {
 public:
  static constexpr auto npos = std::string_view::npos;

  [[nodiscard]] bool is_empty() const { return tags_.empty(); }
  [[nodiscard]] std::size_t count() const { return tags_.size(); }
  /// The innermost element is 0. It must be open.
  [[nodiscard]] open_tag& at(std::size_t from_top) { return tags_[tags_.size() - 1 - from_top]; }
  [[nodiscard]] const open_tag& at(std::size_t from_top) const { return tags_[tags_.size() - 1 - from_top]; }
  /// The element at a depth counted from the root, which is 1.
  [[nodiscard]] open_tag& at_depth(std::size_t depth) { return tags_[depth - 1]; }
  /// The name of an element; the innermost is 0. Empty further out than the root.
  [[nodiscard]] std::string_view name(std::size_t from_top = 0) const;
  /// The innermost element of that name, counted from the innermost, or `npos`.
  [[nodiscard]] std::size_t find(std::string_view name) const;
  /// Whether the root is an element without a name: a range that is skipped behind the root of the document.
  [[nodiscard]] bool is_root_nameless() const { return !tags_.empty() && tags_.front().name_end == 0; }

  /// Opens an element. The next tag that is the first on its line shows how far children are indented.
  void open(std::string_view name, bool is_read, bool has_scope);
  /// Closes the innermost element. There must be one.
  void close();

  /// `text` is the character data before the next tag. The indent of an end tag does not count.
  void note_text(std::string_view text, bool is_before_end_tag);
  /// A tag was read: what follows is not the first on its line.
  void note_tag() { leads_line_ = false; }
  /// The indent of the next tag, when that is the first on its line.
  [[nodiscard]] std::optional<std::size_t> indent() const {
    return leads_line_ ? std::optional(line_indent_) : std::nullopt;
  }
  /// How much deeper a child is indented than its parent; 0 until it is known.
  [[nodiscard]] std::size_t indent_step() const { return indent_step_; }

 private:
  std::vector<open_tag> tags_;
  std::string names_;
  std::size_t line_indent_ = open_tag::unknown_indent;  ///< of the line that was begun last
  std::size_t indent_step_ = 0;
  bool leads_line_ = false;
};

}  // namespace laundromat::rdfxml
