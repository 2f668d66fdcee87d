// Statements that wait for the names of their blank nodes, stored compactly.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/number_table.hpp"
#include "core/rdf/model/statement.hpp"

namespace laundromat {

/// A triple term that mentions blank nodes is a node, too, whose label is its text; a statement that no document has says what its parts are.
/// Memory: the canonical spellings of terms that are not blank nodes, 70 bytes a statement, and each label once.
class held_statements {
 public:
  using node = std::uint32_t;
  static constexpr node no_node = ~node{0};

  struct statement {
    const char* text;           ///< of its other terms
    std::array<node, 4> nodes;  ///< `no_node` where no blank node is
    /// Of the text of each term, with a space after it; 0 for blank nodes and for no graph.
    std::array<std::uint32_t, 4> lengths;
    std::uint64_t ground;  ///< hash of the other terms and their places

    [[nodiscard]] std::uint64_t length() const {
      return std::uint64_t{lengths[0]} + lengths[1] + lengths[2] + lengths[3];
    }
  };

  /// Once there are more than a few statements, memory for `usual_most` is reserved.
  explicit held_statements(std::size_t usual_most = 0) : usual_most_(usual_most) {}

  /// Repeated statements are dropped, but only by `flush`.
  void add(const statement_view& one);
  /// Processes pending statements. Call it before all functions below except `most` and `most_text_bytes`.
  void flush();
  /// Upper bounds of the number of statements, and of the bytes of their text.
  [[nodiscard]] std::size_t most() const { return all_.size() + waits_; }
  [[nodiscard]] std::uint64_t most_text_bytes() const {
    return text_bytes() + waiting_bytes_ + waiting_labels_.size();
  }

  /// In the order of `add`.
  [[nodiscard]] std::span<const statement> all() const { return all_; }
  /// Whether a statement is about the parts of a triple term: the nodes are those of the term, of its subject and of its object; the text has
  /// the subject, the object and the predicate, as far as they are not nodes.
  [[nodiscard]] bool is_triple(std::uint32_t number) const {
    return !triples_.empty() && std::ranges::binary_search(triples_, number);
  }
  [[nodiscard]] bool has_triples() const { return !triples_.empty(); }
  /// The spellings of the terms that are not blank nodes, one after the other.
  [[nodiscard]] static std::string_view text_of(const statement& s) { return {s.text, s.length()}; }
  [[nodiscard]] node node_count() const { return static_cast<node>(ends_.size() - 1); }
  /// Without `_:`.
  [[nodiscard]] std::string_view label_of(node n) const {
    return std::string_view(labels_).substr(ends_[n], ends_[n + 1] - ends_[n]);
  }
  [[nodiscard]] std::uint64_t text_bytes() const { return text_bytes_ + labels_.size(); }
  /// The cost of searching labels and statements so far: `number_table::probes`.
  [[nodiscard]] std::uint64_t probes() const { return numbers_.probes() + statements_.probes(); }

  /// Writes the canonical line of a statement, in which `write_name(to, node)` writes each blank node and returns its end; returns the end,
  /// and in `key_end` the end of the first term with its space. Needs `length()` bytes, 6 and those of the names at most.
  template <class WriteName>
  [[nodiscard]] static char* write_line(char* to, const statement& s, char*& key_end, WriteName write_name) {
    const auto* at = s.text;
    for (std::size_t i = 0; i < 4; ++i) {
      if (s.nodes[i] == no_node) {
        std::memcpy(to, at, s.lengths[i]);
        at += s.lengths[i];
        to += s.lengths[i];
      } else {
        to = write_name(to, s.nodes[i]);
        *to++ = ' ';
      }
      if (i == 0) key_end = to;
    }
    *to++ = '.';
    *to++ = '\n';
    return to;
  }

 private:
  /// A label in `waiting_labels_`, whose slot in the table is being prefetched.
  struct waiting_label {
    std::uint64_t hash;
    std::uint32_t offset, length;
  };
  struct waiting_statement {
    statement held;                       ///< its text follows those of earlier ones, from `free_` on
    std::array<waiting_label, 4> labels;  ///< of the terms with a node
    std::uint64_t key = 0;
    bool is_triple = false;
  };
  void add_triple(std::string_view triple);
  void wait(const statement& held, std::size_t length, const std::array<std::string_view, 4>& labels,
            bool is_triple);
  void store(const waiting_statement& one);
  void find_nodes(waiting_statement& one);
  [[nodiscard]] node node_of(const waiting_label& label, std::size_t place);
  [[nodiscard]] char* write_terms(const statement_view& one, statement& held);
  [[nodiscard]] char* write_escaped_terms(const statement_view& one, statement& held);
  [[nodiscard]] char* room(std::size_t bytes);

  std::size_t usual_most_;
  std::vector<statement> all_;
  std::vector<std::unique_ptr<char[]>> chunks_;  ///< of text, whose address does not change
  char* free_ = nullptr;                         ///< in the last chunk
  std::size_t left_ = 0;                         ///< after it, pending texts included
  std::uint64_t text_bytes_ = 0;
  std::array<waiting_statement, 16> waiting_;
  std::size_t waits_ = 0;
  std::uint64_t waiting_bytes_ = 0;
  std::string waiting_labels_, labels_;
  std::vector<std::uint64_t> ends_{0};  ///< of label n from `ends_[n]` to `ends_[n + 1]`
  std::vector<std::uint32_t> triples_;  ///< numbers of statements, in increasing order
  number_table numbers_, statements_;
  std::array<node, 4> last_{no_node, no_node, no_node, no_node};  ///< by position
};

}  // namespace laundromat
