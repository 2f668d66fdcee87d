// The statements that a start tag makes by its name and attributes, held until the element proves to be a node or a property.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/rdf/rdfxml/emission/triple_writer.hpp"

namespace laundromat::rdfxml {

/// A statement without its subject. The language of a literal is that of the element.
struct held_statement {
  std::string predicate, object;
  term_kind kind = term_kind::none;  ///< of the object

  void write(const term_view& subject, std::string_view language, triple_writer& to) const {
    const bool is_literal = kind == term_kind::literal;
    to.write(subject, predicate, {kind, object, {}, is_literal ? language : std::string_view()});
  }
};

/// Those of one start tag, in its order. Memory: the largest tag so far, as strings are used again.
class pending_statements {
 public:
  /// The next statement, with the content of an earlier one. It counts from `keep_next` on.
  [[nodiscard]] held_statement& next() {
    if (count_ == statements_.size()) statements_.emplace_back();
    return statements_[count_];
  }
  void keep_next() { ++count_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  void clear() { count_ = 0; }
  /// Writes what is held and clears it.
  void write(const term_view& subject, std::string_view language, triple_writer& to) {
    for (std::size_t i = 0; i < count_; ++i) statements_[i].write(subject, language, to);
    count_ = 0;
  }
  /// Hands each statement to `take`, which may swap its content away, and clears what is held.
  template <class Take>
  void take_all(Take take) {
    for (std::size_t i = 0, count = std::exchange(count_, 0); i < count; ++i) take(statements_[i]);
  }

 private:
  std::vector<held_statement> statements_;
  std::size_t count_ = 0;
};

}  // namespace laundromat::rdfxml
