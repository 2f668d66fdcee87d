// The base IRIs in scope: the outermost is that of the document, each xml:base adds one until its element ends.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rdf/model/reader.hpp"

namespace laundromat::rdfxml {

/// A stack that is never empty. An empty base resolves nothing: there is none, or the one that was declared cannot be used.
class base_scope {
 public:
  /// `used_base` is that of the reader's options: set when the outermost base is used. Null: nobody asks.
  explicit base_scope(bool* used_base) : used_base_(used_base), bases_(1) {}

  /// Begins a document. No element is open.
  void begin(std::string iri) {
    bases_.clear();
    bases_.push_back(std::move(iri));
  }
  /// An element declares `iri`, which holds until `leave`.
  void declare(std::string iri) { bases_.push_back(std::move(iri)); }
  /// An element declares a base that cannot be used.
  void lose() { bases_.emplace_back(); }
  /// A mark for `leave`, taken when an element opens.
  [[nodiscard]] std::size_t mark() const { return bases_.size(); }
  /// Ends the scope of what was declared since the mark was taken.
  void leave(std::size_t mark) { bases_.resize(mark); }

  /// Whether an element around has declared a base, be it one that cannot be used.
  [[nodiscard]] bool is_declared() const { return bases_.size() > 1; }
  /// The base in scope, when nothing is resolved against it.
  [[nodiscard]] const std::string& current() const { return bases_.back(); }
  /// The base in scope, to resolve something against it.
  [[nodiscard]] const std::string& use() const {
    if (!is_declared()) note_base(used_base_);
    return bases_.back();
  }

 private:
  bool* used_base_;
  std::vector<std::string> bases_;
};

}  // namespace laundromat::rdfxml
