// One statement that waits for the names of its blank nodes, as it is stored.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace laundromat {

/// A statement without the names of its blank nodes. A triple term that mentions blank nodes is a node, too; a statement that no document has
/// says what its parts are: the nodes are those of the term, of its subject and of its object; the text has the subject, the object and the
/// predicate, as far as they are not nodes.
/// ```
/// nodes    4 × u32      subject, predicate, object, graph; `no_node` where no blank node is
/// lengths  4 × u32      of the text of each term, with a space after it; 0 for blank nodes and for no graph; the first also marks
///                       a statement about a triple term
/// ground   u64          hash of the other terms and their places
/// text     the other terms, one after the other
/// ```
struct held_record {
  using node = std::uint32_t;
  static constexpr node no_node = ~node{0};
  static constexpr std::size_t head_bytes = 40;

  std::array<node, 4> nodes;
  std::array<std::uint32_t, 4> lengths;
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

  void write_head(char* to) const { std::memcpy(to, this, head_bytes); }
  /// The record at `at`, which stays valid as long as those bytes.
  [[nodiscard]] static held_record at(const char* at) {
    held_record one;
    std::memcpy(static_cast<void*>(&one), at, head_bytes);
    one.text = at + head_bytes;
    return one;
  }
  [[nodiscard]] const char* end() const { return text + text_bytes(); }

  /// Writes the canonical line, in which `write_name(to, node)` writes each blank node and returns its end; returns the end, and in
  /// `key_end` the end of the first term with its space. Needs `text_bytes()` bytes, 6 and those of the names at most.
  template <class WriteName>
  [[nodiscard]] char* write_line(char* to, char*& key_end, WriteName write_name) const {
    const auto* from = text;
    for (std::size_t i = 0; i < 4; ++i) {
      if (nodes[i] != no_node) {
        to = write_name(to, nodes[i]);
        *to++ = ' ';
      } else {
        std::memcpy(to, from, lengths[i]);
        from += lengths[i];
        to += lengths[i];
      }
      if (i == 0) key_end = to;
    }
    *to++ = '.';
    *to++ = '\n';
    return to;
  }

 private:
  static constexpr std::uint32_t triple_mark = ~std::uint32_t{0};
};

static_assert(offsetof(held_record, text) == held_record::head_bytes);

}  // namespace laundromat
