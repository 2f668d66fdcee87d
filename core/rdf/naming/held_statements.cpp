// Implements held_statements: writes each term once, when it comes, and stores labels as numbers.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/held_statements.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "core/base/fast_hash.hpp"
#include "core/base/keyed_hash.hpp"
#include "core/base/reserve_room.hpp"
#include "core/rdf/model/triple_term.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

namespace {

/// Which terms there are, so that different statements do not have the same text.
std::uint64_t shape_of(const held_record& s) {
  std::uint64_t shape = 0;
  for (std::size_t i = 0; i < s.lengths.size(); ++i)
    shape = shape * 0x100000001B3ULL + (i == 0 && s.is_triple() ? 0 : s.lengths[i]);
  return shape;
}

bool have_same_text(const held_record& one, const held_record& other) {
  return one.lengths == other.lengths && one.all_text() == other.all_text();
}

}  // namespace

result<void> held_statements::add(const statement_view& one) {
  if (waits_ == waiting_.size()) flush();
  auto end = write_terms(one);
  if (end && *end == nullptr) end = write_escaped_terms(one);
  if (!end) return tl::unexpected(end.error());
  const auto& held = wait(*end, {one.subject.value, one.predicate.value, one.object.value, one.graph.value});
  return one.object.kind == term_kind::triple && held.nodes[2] != no_node ? add_triple(one.object.value)
                                                                          : result<void>{};
}

/// Says what the parts of a triple term are, and of those within it.
result<void> held_statements::add_triple(std::string_view triple) {
  has_triples_ = true;
  if (waits_ == waiting_.size()) flush();
  const auto [subject, predicate, object] = parts_of_triple_term(triple);
  std::array<node, 4> nodes{node{0}, no_node, no_node, no_node};
  std::array<std::uint32_t, 4> lengths{};
  std::string text;
  std::array<std::string_view, 4> labels{triple};
  const std::array parts{subject, object, predicate};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool is_triple_node = parts[i].kind == term_kind::triple && next_label(parts[i].text).is_there();
    if (parts[i].kind == term_kind::blank || is_triple_node) {
      nodes[i + 1] = node{0};
      labels[i + 1] = is_triple_node ? parts[i].text : parts[i].text.substr(2);
      continue;
    }
    text.append(parts[i].text).push_back(' ');
    lengths[i + 1] = static_cast<std::uint32_t>(parts[i].text.size() + 1);
  }
  auto to = text_room(text.size());
  if (!to) return tl::unexpected(to.error());
  auto& held = waiting_[waits_].held;
  held = {nodes, lengths, 0, *to};
  held.mark_as_triple();
  wait(std::ranges::copy(text, *to).out, labels);
  return object.kind == term_kind::triple && nodes[2] != no_node ? add_triple(object.text) : result<void>{};
}

/// Takes the next statement, whose text is in its room up to `end`, with the labels of its nodes.
const held_record& held_statements::wait(const char* end, const std::array<std::string_view, 4>& labels) {
  constexpr std::uint64_t triple_seed = 0x9E3779B97F4A7C15ULL;
  auto& next = waiting_[waits_++];
  auto& held = next.held;
  const auto length = static_cast<std::size_t>(end - held.text);
  waiting_bytes_ += length;
  held.ground = fast_hash({held.text, length}, shape_of(held) + (held.is_triple() ? triple_seed : 0));
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (held.nodes[i] != no_node) held.nodes[i] = wait(labels[i], i);
  return held;
}

/// Statements with the same node in the same position mostly follow one another, and those about a node follow its mention as an object.
held_statements::node held_statements::wait(std::string_view label, std::size_t place) {
  auto& last = last_[place];
  for (const auto known : {last, last_[2]})
    if (known != no_node && text_of(waiting_labels_[known]) == label) return last = known;
  const waiting_label next{fast_hash(label), static_cast<std::uint32_t>(waiting_text_.size()),
                           static_cast<std::uint32_t>(label.size())};
  numbers_.fetch(next.hash);
  waiting_text_.append(label);
  waiting_labels_[waiting_nodes_] = next;
  return last = waiting_nodes_++;
}

/// Writes the other terms where there is room; returns the end of the text. Null when something may need an escape.
result<const char*> held_statements::write_terms(const statement_view& one) {
  const std::array terms{&one.subject, &one.predicate, &one.object, &one.graph};
  std::size_t most = 0;
  for (const auto* term : terms) most += plain_term_bytes(*term);
  const auto begin = text_room(most);
  if (!begin) return tl::unexpected(begin.error());
  auto* to = *begin;
  auto& held = waiting_[waits_].held;
  held.text = to;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto* const term_begin = to;
    held.nodes[i] = mentions_blank(*terms[i]) ? node{0} : no_node;
    if (held.nodes[i] == no_node) to = write_plain_term(to, *terms[i]);
    if (to == nullptr) return nullptr;
    held.lengths[i] = static_cast<std::uint32_t>(to - term_begin);
  }
  return to;
}

/// There is room for the whole text of the statement only when it is known: `flush` may come before it.
result<const char*> held_statements::write_escaped_terms(const statement_view& one) {
  std::string text;
  std::array<node, 4> nodes;
  std::array<std::uint32_t, 4> lengths;
  const std::array terms{&one.subject, &one.predicate, &one.object, &one.graph};
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto begin = text.size();
    nodes[i] = mentions_blank(*terms[i]) ? node{0} : no_node;
    if (nodes[i] == no_node && terms[i]->kind != term_kind::none) {
      append_canonical_term(text, *terms[i]);
      text.push_back(' ');
    }
    lengths[i] = static_cast<std::uint32_t>(text.size() - begin);
  }
  const auto to = text_room(text.size());
  if (!to) return tl::unexpected(to.error());
  waiting_[waits_].held = {nodes, lengths, 0, *to};
  return std::ranges::copy(text, *to).out;
}

/// Behind the heads and texts of pending records. Another block begins when this one is full.
result<char*> held_statements::text_room(std::size_t bytes) {
  const auto find = [&] {
    return records_.room(waiting_bytes_ + (waits_ + 1) * held_record::head_bytes, bytes);
  };
  if (auto* const there = find()) return there;
  flush();
  if (auto* const there = find()) return there;
  if (auto begun = records_.begin_block(held_record::head_bytes + bytes); !begun)
    return tl::unexpected(begun.error());
  return find();
}

void held_statements::flush() {
  std::array<node, 4 * most_waiting> found;
  for (node i = 0; i < waiting_nodes_; ++i) {
    // The first labels may be the last ones of statements before.
    found[i] = i < last_nodes_.size() ? last_node_of(waiting_labels_[i]) : no_node;
    if (found[i] == no_node) found[i] = node_of(waiting_labels_[i]);
  }
  for (auto& one : std::span(waiting_).first(waits_)) {
    auto& nodes = one.held.nodes;
    for (auto& n : nodes)
      if (n != no_node) n = found[n];
    if (is_partial_) continue;
    one.key = quad_set::key_of(nodes, one.held.ground);
    statements_.fetch(one.key);
  }
  for (const auto& one : std::span(waiting_).first(waits_)) store(one);
  waits_ = 0;
  waiting_bytes_ = 0;
  waiting_nodes_ = 0;
  waiting_text_.clear();
  for (std::size_t i = 0; i < last_.size(); ++i)
    if (last_[i] != no_node) last_nodes_[i] = found[last_[i]];
  last_.fill(no_node);
}

held_statements::node held_statements::last_node_of(const waiting_label& one) const {
  const auto label = text_of(one);
  for (const auto known : last_nodes_)
    if (known != no_node && label_of(known) == label) return known;
  return no_node;
}

void held_statements::store(const waiting_statement& one) {
  if (is_partial_) {
    sets_.grow(node_count());
    unite_nodes_of(one.held.nodes);
    return keep(one.held);
  }
  const auto next = statements_.size();
  const auto known = statements_.add({one.held.nodes, one.held.ground}, one.key);
  if (known != next) {
    if (known < resident_.size() && have_same_text(held_record::at(resident_[known]), one.held)) return;
    ++repeated_;
    repeated_bytes_ += one.held.text_bytes();
    return keep(one.held);
  }
  const bool stays = resident_.size() == next && records_.is_resident();
  keep(one.held);
  if (stays) {
    resident_.reserve(statements_.capacity());
    resident_.push_back(last_address_);
  }
  if (statements_.size() > limits_.statements) become_partial();
}

void held_statements::keep(const held_record& one) {
  last_address_ = records_.add(one);
  ++record_counts_[one.first_node()];
}

held_statements::node held_statements::node_of(const waiting_label& one) {
  const auto label = text_of(one);
  const auto next = node_count();
  const auto number = numbers_.find_or_add(
      one.hash, next, [&](node known) { return label_of(known) == label; },
      [&](node known) { return keyed_hash(known == number_table::none ? label : label_of(known)); });
  if (number == next) {
    labels_.append(label);
    ends_.push_back(static_cast<std::uint32_t>(labels_.size()));
    record_counts_.push_back(0);
    if (node_count() == node_room_) reserve_nodes();
  }
  return number;
}

/// Room in large steps, because growing needs old and new memory for a while.
void held_statements::reserve_nodes() {
  constexpr std::uint64_t step = 8;
  node_room_ = static_cast<node>(std::min(limits_.nodes + 1, step * node_room_));
  reserve_room(labels_, std::min<std::uint64_t>(limits_.label_bytes, step * labels_.size()));
  reserve_room(ends_, std::size_t{node_room_} + 1);
  reserve_room(record_counts_, node_room_);
}

held_statements::node held_statements::node_with(std::string_view label) {
  return numbers_.find(
      fast_hash(label), [&](node known) { return label_of(known) == label; },
      [&](node known) { return keyed_hash(known == number_table::none ? label : label_of(known)); });
}

void held_statements::unite_nodes_of(const std::array<node, 4>& nodes) {
  auto first = no_node;
  for (const auto n : nodes) {
    if (n == no_node) continue;
    if (first != no_node) sets_.unite(n, first);
    first = n;
  }
}

void held_statements::become_partial() {
  sets_.grow(node_count());
  for (const auto& one : statements_.take()) unite_nodes_of(one.nodes);
  is_partial_ = true;
  resident_ = {};
}

held_statements::quad_vector held_statements::take_quads() {
  resident_ = {};
  if (!has_triples_) numbers_ = {};
  return statements_.take();
}

node_sets held_statements::take_sets() {
  sets_.grow(node_count());
  if (!is_partial_)
    for (const auto& one : quads()) unite_nodes_of(one.nodes);
  return std::exchange(sets_, node_sets{0});
}

}  // namespace laundromat
