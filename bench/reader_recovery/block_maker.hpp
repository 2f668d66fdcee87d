// Makes clean blocks, each about one thing, statement by statement: common to the makers of all formats.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "bench/reader_recovery/generated_document.hpp"

namespace laundromat::recovery {

class block_maker {
 protected:
  block_maker(std::size_t number, dice& random) : number_(number), random_(random) {}

  [[nodiscard]] std::string thing() const { return "http://example.org/thing/" + std::to_string(number_); }
  /// The local name of the predicate on line `i` of the block.
  [[nodiscard]] std::string name_of(std::size_t i) const {
    return "p" + std::to_string(number_ % 7) + "_" + std::to_string(i);
  }
  /// Text that makes names on line `i` unique.
  [[nodiscard]] std::string mark_of(std::size_t i) const {
    return std::to_string(number_) + "_" + std::to_string(i);
  }
  /// The following tokens belong to the next statement, whose predicate has this local name.
  void begin_statement(const std::string& name) {
    now_ = static_cast<int>(out_.quads.size());
    predicate_ = iri(std::string(example) + name);
  }
  /// Adds the statement with this object.
  void add_statement(term object) { out_.quads.push_back({subject_, predicate_, std::move(object), graph_}); }
  /// Adds the statement whose object is a blank node, and the statements about the blank node.
  void emit_blank(const std::string& mark, bool has_inner = true) {
    const auto node = blank("b" + mark);
    add_statement(node);
    out_.quads.push_back({node, iri(std::string(example) + "id"), text(node.value), graph_});
    if (has_inner)
      out_.quads.push_back(
          {node, iri(std::string(example) + "inner"), iri(std::string(example) + "i" + mark), graph_});
  }

  void put_iri(role kind, const std::string& value) {
    out_.add(role::iri_open, "<", now_);
    out_.add(kind, value, now_);
    out_.add(role::iri_close, ">", now_);
  }
  void put_quoted(role kind, const std::string& value) {
    out_.add(role::quote_open, "\"", now_);
    out_.add(kind, value, now_);
    out_.add(role::quote_close, "\"", now_);
  }
  void put_attribute(std::string_view name, role kind, const std::string& value) {
    out_.add(role::attribute, " " + std::string(name) + "=", now_);
    out_.add(role::other, "\"", now_);
    out_.add(kind, value, now_);
    out_.add(role::other, "\"", now_);
  }

  std::size_t number_;
  dice& random_;
  block out_;
  term subject_, predicate_, graph_;
  int now_ = 0;  ///< the statement that tokens belong to
};

/// A document whose block `i` is `make(i)`; `trap`, a comment that looks like statements, follows one block in `every`.
template <class Make>
[[nodiscard]] document make_blocks(rdf_format format, std::string header, std::string footer,
                                   std::size_t blocks, Make make, std::string_view trap = {},
                                   std::size_t every = 11) {
  document out{format, std::move(header), std::move(footer), {}};
  for (std::size_t i = 0; i < blocks; ++i) {
    out.blocks.push_back(make(i));
    if (!trap.empty() && i % every == 0) out.blocks.back().add(role::other, std::string(trap));
  }
  return out;
}

}  // namespace laundromat::recovery
