// Selectors: where values are in a tree of HTML or XML.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/extraction/markup/tree/markup_tree.hpp"

namespace laundromat::markup {

/// `[name]`, `[name=value]`, `[name~=value]`, `|=`, `^=`, `$=`, `*=`, `!=`; `#id` and `.class` are such, too.
struct attribute_test {
  std::string name, value;
  char operation = 0;  ///< the character before `=`, `=` for that alone, 0 for none
};

/// What one step asks of an element. All of it must hold.
struct step_test {
  std::string name;             ///< empty for any; `dc:title` with prefix, `dc:*` for any with it
  std::uint64_t name_hash = 0;  ///< of the local name
  bool folds_case = false;      ///< HTML
  std::vector<attribute_test> attributes;
  struct place {
    std::int32_t step = 0, offset = 0;  ///< `:nth-child(2n+1)`
    bool from_end = false;
  };
  std::vector<place> places;
  std::vector<step_test> excluded;  ///< `:not(…)`
  bool is_empty = false;            ///< `:empty`
  std::string attribute;            ///< `/@href` behind it: it must have that, and it is the value

  [[nodiscard]] bool matches(const markup_tree& tree, node_index at) const;
  /// Whether an element without attributes, of which the document does not have the tag, is such. It has no place among others.
  [[nodiscard]] bool matches_implied(std::string_view element) const;
  [[nodiscard]] bool asks_for_end() const;
  /// Adds the prefixes of elements and attributes that it asks for.
  void add_prefixes(std::set<std::string, std::less<>>& prefixes) const;
};

/// Alternatives, each a path of steps. A set of steps is a set of bits, so that all alternatives are followed at once in one pass over the
/// tree; that takes linear time for any tree, where XPath of libxml2 joins results of nested elements in quadratic time.
class selector {
 public:
  static constexpr std::size_t most_steps = 64;

  /// Reads a selector:
  ///
  ///     alternatives = path { "," path }
  ///     path         = [ "/" | "//" ] step { separator step } [ "/" "@" name ]
  ///     separator    = "/" or ">" for a child, "//" or white space for something within
  ///     step         = ( name | "*" ) and tests in any number, or tests alone; a name may have a prefix: `dc:title`, `dc|title`, `dc|*`, `*|title`
  ///     tests        = "#id" ".class" "[@name op 'value']" ":first-child" ":last-child" ":nth-child(2n+1)" ":nth-last-child(2)" ":only-child"
  ///                    ":empty" ":not(…)" "[2]" (of XPath: the second element of its parent)
  ///
  /// The first step is something within the context, unless "/" or ">" stands before it. `.` is the context itself, `@name` its attribute.
  /// Names of elements have no case in HTML; in XML `dc:title` or `dc|title` asks for the prefix of the document, and `title` or `*|title` takes any.
  /// Errors: `configuration`, with the column and what to write instead.
  [[nodiscard]] static result<selector> parse(std::string_view text, bool is_xml);

  /// Whether it is empty, or `.`: the context itself.
  [[nodiscard]] bool is_self() const { return steps_.empty() && attribute_.empty(); }
  /// The attribute of the context that it takes; empty for none.
  [[nodiscard]] std::string_view own_attribute() const { return attribute_; }
  /// Adds the names that it takes of the context: of attributes and elements, without prefix; of the text of the context `content`.
  void add_first_names(std::set<std::string, std::less<>>& names) const;
  /// Adds the prefixes that it asks for.
  void add_prefixes(std::set<std::string, std::less<>>& prefixes) const;
  /// Whether it takes an attribute of what it finds.
  [[nodiscard]] bool takes_attribute() const;
  /// Whether a test asks what follows an element, so that the element must be complete: `:last-child` and `:empty`.
  [[nodiscard]] bool asks_for_end() const;

  /// The steps that an element ends, or the parent of one, and those that it and all elements around it end.
  struct state {
    std::uint64_t ended = 0, around = 0;
  };
  /// The state of an element, given that of its parent: 0 for a child of the context, where `is_child_of_context` holds. Elements that HTML implies
  /// between the two may be left out of a path, and may be in it.
  [[nodiscard]] state advance(const markup_tree& tree, node_index at, state parent,
                              bool is_child_of_context) const;
  /// The last steps of the alternatives.
  [[nodiscard]] std::uint64_t finals() const { return finals_; }
  /// Whether an element of this name, or whose name begins so, may be what it finds, for all that the name says.
  [[nodiscard]] bool may_find(std::string_view name, bool is_whole_name) const;
  /// Whether the step takes an attribute of the element; empty for none.
  [[nodiscard]] std::string_view attribute_of(std::uint64_t ended) const;

 private:
  friend class selector_parser;

  template <class Matches>
  [[nodiscard]] std::uint64_t steps_ended(const state& parent, bool is_child_of_context,
                                          const Matches& matches) const;

  std::vector<step_test> steps_;  ///< of all alternatives
  std::uint64_t firsts_ = 0;      ///< steps without one before them
  std::uint64_t children_ = 0;    ///< steps that are children of the step before
  std::uint64_t finals_ = 0;
  std::string attribute_;
};

/// Finds what a selector finds within a context, in the order of the tree. Keeps its memory for the next search.
class tree_search {
 public:
  struct match {
    node_index node = no_node;
    const markup_attribute* attribute = nullptr;  ///< null for the element itself
  };

  /// The matches, at most `most`. The span is valid until the next search of this object.
  [[nodiscard]] const std::vector<match>& find(const markup_tree& tree, const selector& what,
                                               node_index context, std::size_t most, bool folds_case);

 private:
  struct frame {
    node_index node;
    selector::state reached;
  };
  std::vector<frame> frames_;
  std::vector<match> found_;
};

}  // namespace laundromat::markup
