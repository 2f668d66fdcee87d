// The items of the collections that are open, held until each list is whole (RDF/XML section 7.2.19).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/rdfxml/emission/triple_writer.hpp"

namespace laundromat::rdfxml {

/// Collections nest, so that the items of the innermost one are the last. Memory: `limit_bytes` in all.
class list_items {
 public:
  explicit list_items(std::uint64_t limit_bytes) : limit_bytes_(limit_bytes) {}

  /// A mark for `write` and `drop`, taken when a collection opens.
  [[nodiscard]] std::size_t mark() const { return count_; }
  /// Adds an item to the innermost collection. False when it is beyond the limit: then the list cannot be written, and is to be dropped.
  [[nodiscard]] bool add(term_kind kind, std::string_view name) {
    bytes_ += name.size() + sizeof(item);
    if (bytes_ > limit_bytes_) {
      bytes_ -= name.size() + sizeof(item);
      return false;
    }
    if (count_ == items_.size()) items_.emplace_back();
    auto& added = items_[count_++];
    added.kind = kind;
    added.name.assign(name);
    return true;
  }
  /// Drops the items since the mark was taken: their collection is written, or lost.
  void drop(std::size_t mark) {
    while (count_ > mark) bytes_ -= items_[--count_].name.size() + sizeof(item);
  }
  /// Writes the cells of the list since `mark`, which is not empty; the first cell is the blank node `head`, `make_label(std::string&)` makes
  /// the others.
  template <class MakeLabel>
  void write(std::size_t mark, std::string head, MakeLabel make_label, triple_writer& to) const {
    std::string next;
    for (auto i = mark; i < count_; ++i) {
      const term_view cell{term_kind::blank, head, {}, {}};
      to.write(cell, iris::rdf_first, {items_[i].kind, items_[i].name, {}, {}});
      if (i + 1 == count_) return to.write(cell, iris::rdf_rest, {term_kind::iri, iris::rdf_nil, {}, {}});
      make_label(next);
      to.write(cell, iris::rdf_rest, {term_kind::blank, next, {}, {}});
      head.swap(next);
    }
  }

 private:
  struct item {
    term_kind kind = term_kind::none;
    std::string name;
  };

  std::uint64_t limit_bytes_, bytes_ = 0;
  std::vector<item> items_;  ///< never shrinks, so that strings are used again
  std::size_t count_ = 0;
};

}  // namespace laundromat::rdfxml
