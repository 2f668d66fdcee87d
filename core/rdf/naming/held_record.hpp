// One statement that waits for the names of its blank nodes, as it is stored.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

namespace laundromat {

/// A statement without the names of its blank nodes. A triple term that mentions blank nodes is a node, too; a statement that no document has
/// says what its parts are: the nodes are those of the term, of its subject and of its object; the text has the subject, the object and the
/// predicate, as far as they are not nodes.
/// ```
/// terms    4 × u32      subject, predicate, object, graph: a node with `node_bit`, or the length of the text with a space after it, 0 for no
///                       graph; `triple_bit` in the first one marks a statement about a triple term
/// ground   u64          hash of the other terms and their places
/// text     the other terms, one after the other
/// ```
struct held_record {
  using node = std::uint32_t;
  static constexpr node no_node = ~node{0};
  static constexpr std::size_t head_bytes = 24;
  static constexpr std::uint32_t node_bit = std::uint32_t{1} << 31, triple_bit = std::uint32_t{1} << 30;

  std::array<node, 4> nodes;             ///< `no_node` where no blank node is
  std::array<std::uint32_t, 4> lengths;  ///< of the text of each term; 0 for nodes
  std::uint64_t ground;
  const char* text;

  /// Says what the parts of a triple term are.
  [[nodiscard]] bool is_triple() const { return lengths[0] == triple_mark; }
  /// The first term is a node, which has no text.
  void mark_as_triple() { lengths[0] = triple_mark; }
  [[nodiscard]] std::uint64_t text_bytes() const {
    return std::uint64_t{is_triple() ? 0 : lengths[0]} + lengths[1] + lengths[2] + lengths[3];
  }
  [[nodiscard]] std::string_view all_text() const { return {text, text_bytes()}; }
  [[nodiscard]] node first_node() const {
    for (const auto n : nodes)
      if (n != no_node) return n;
    return no_node;
  }

  void write_head(char* to) const {
    const auto term = [this](std::size_t i) -> std::uint64_t {
      return nodes[i] == no_node ? lengths[i] : nodes[i] | node_bit;
    };
    // Two terms a word: an array of words that are half as long would have to leave the store buffer before it can be read.
    const std::uint64_t first = term(0) | (is_triple() ? triple_bit : 0) | term(1) << 32,
                        second = term(2) | term(3) << 32;
    std::memcpy(to, &first, sizeof first);
    std::memcpy(to + 8, &second, sizeof second);
    std::memcpy(to + 16, &ground, sizeof ground);
  }
  /// The record at `at`, which stays valid as long as those bytes.
  [[nodiscard]] static held_record at(const char* at) {
    std::array<std::uint32_t, 4> terms;
    held_record one;
    std::memcpy(terms.data(), at, sizeof terms);
    std::memcpy(&one.ground, at + sizeof terms, sizeof one.ground);
    one.text = at + head_bytes;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto is_node = std::uint32_t{0} - (terms[i] >> 31);  // all bits or none; without a branch
      one.nodes[i] = (terms[i] & ~(node_bit | triple_bit)) | ~is_node;
      one.lengths[i] = terms[i] & ~is_node;
    }
    if ((terms[0] & node_bit) != 0 && (terms[0] & triple_bit) != 0) one.mark_as_triple();
    return one;
  }
  [[nodiscard]] const char* end() const { return text + text_bytes(); }

  /// Writes the canonical line, in which `write_name(to, node)` writes each blank node and returns its end; returns the end, and in
  /// `key_end` the end of the first term with its space. Needs `text_bytes()` bytes, 6 and those of the names at most.
  template <class WriteName>
  [[nodiscard]] char* write_line(char* to, char*& key_end, WriteName write_name) const {
    const auto* from = text;
    std::size_t waiting = 0;  // bytes of text that are copied together
    const auto copy = [&] {
      std::memcpy(to, from, waiting);
      from += waiting;
      to += std::exchange(waiting, 0);
    };
    for (std::size_t i = 0; i < 4; ++i) {
      if (nodes[i] == no_node) {
        waiting += lengths[i];
      } else {
        copy();
        to = write_name(to, nodes[i]);
        *to++ = ' ';
      }
      if (i == 0) key_end = to + waiting;
    }
    copy();
    *to++ = '.';
    *to++ = '\n';
    return to;
  }

 private:
  static constexpr std::uint32_t triple_mark = ~std::uint32_t{0};
};

}  // namespace laundromat
