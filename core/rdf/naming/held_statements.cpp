// Terms are spelled once, when they come; labels become numbers.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/held_statements.hpp"

#include <algorithm>

#include "core/base/fast_hash.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

namespace {

constexpr std::size_t few = std::size_t{1} << 14, most_room = std::size_t{1} << 18;

/// Which terms are there, so that no two statements have one text by chance.
std::uint64_t shape_of(const held_statements::statement& s) {
  std::uint64_t shape = 0;
  for (const auto length : s.lengths) shape = shape * 0x100000001B3ULL + length;
  return shape;
}

std::uint64_t key_of(const held_statements::statement& s) {
  const auto [subject, predicate, object, graph] = s.nodes;
  return mix(s.ground + (std::uint64_t{subject} << 32 | object) * 0x9E3779B97F4A7C15ULL +
             (std::uint64_t{predicate} << 32 | graph) * 0xD1B54A32D192ED03ULL);
}

}  // namespace

void held_statements::add(const statement_view& one) {
  if (waits_ == waiting_.size()) settle();
  auto& [held, key, text] = waiting_[waits_++];
  text.clear();
  std::size_t i = 0;
  for (const auto* term : {&one.subject, &one.predicate, &one.object, &one.graph}) {
    held.nodes[i] = no_node;
    const auto begin = text.size();
    if (term->kind == term_kind::blank) {
      held.nodes[i] = node_of(term->value);
    } else if (term->kind != term_kind::none) {
      append_canonical_term(text, *term);
      text.push_back(' ');
    }
    held.lengths[i++] = static_cast<std::uint32_t>(text.size() - begin);
  }
  waiting_bytes_ += text.size();
  held.ground = fast_hash(text, shape_of(held));
  key = key_of(held);
  statements_.fetch(key);
}

void held_statements::settle() {
  for (std::size_t i = 0; i < waits_; ++i) settle(waiting_[i]);
  waits_ = 0;
  waiting_bytes_ = 0;
}

void held_statements::settle(const waiting_statement& one) {
  const auto next = static_cast<std::uint32_t>(all_.size());
  const auto known = statements_.find_or_add(one.key, next, [&](std::uint32_t number) {
    const auto& other = all_[number];
    return other.ground == one.held.ground && other.nodes == one.held.nodes &&
           other.lengths == one.held.lengths && text_of(other) == one.text;
  });
  if (known != next) return;
  all_.push_back(one.held);
  all_.back().text = keep(one.text);
  if (all_.size() != few) return;
  const auto room = std::min(usual_most_, most_room);
  all_.reserve(room);
  statements_.reserve(room);
}

/// Pieces become larger as the text does.
const char* held_statements::keep(std::string_view text) {
  constexpr std::uint64_t first_piece = 4096, last_piece = 1 << 20;
  if (text.size() > left_) {
    const auto piece = static_cast<std::size_t>(std::clamp(text_bytes_, first_piece, last_piece));
    left_ = std::max(text.size(), piece);
    pieces_.push_back(std::make_unique_for_overwrite<char[]>(left_));
    free_ = pieces_.back().get();
  }
  auto* const kept = free_;
  std::ranges::copy(text, kept);
  free_ += text.size();
  left_ -= text.size();
  text_bytes_ += text.size();
  return kept;
}

/// Statements with one node mostly follow one another.
held_statements::node held_statements::node_of(std::string_view label) {
  if (last_ != no_node && label_of(last_) == label) return last_;
  const auto next = node_count();
  last_ = numbers_.find_or_add(fast_hash(label), next, [&](node known) { return label_of(known) == label; });
  if (last_ == next) {
    labels_.append(label);
    ends_.push_back(labels_.size());
  }
  return last_;
}

}  // namespace laundromat
