// Implements held_statements: writes each term once, when it comes, and stores labels as numbers.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/held_statements.hpp"

#include <algorithm>

#include "core/base/fast_hash.hpp"
#include "core/base/keyed_hash.hpp"
#include "core/rdf/model/triple_term.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

namespace {

constexpr std::size_t few = std::size_t{1} << 14, most_room = std::size_t{1} << 18;

/// Which terms there are, so that different statements do not have the same text.
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

std::uint64_t keyed_hash_of(const held_statements::statement& s) {
  std::array<std::uint32_t, 10> whole;
  const auto text = keyed_hash(held_statements::text_of(s));
  std::memcpy(whole.data(), &text, sizeof text);
  std::ranges::copy(s.nodes, whole.begin() + 2);
  std::ranges::copy(s.lengths, whole.begin() + 6);
  return keyed_hash({reinterpret_cast<const char*>(whole.data()), sizeof whole});
}

}  // namespace

void held_statements::add(const statement_view& one) {
  if (waits_ == waiting_.size()) flush();
  statement held;
  const auto* end = write_terms(one, held);
  if (end == nullptr) end = write_escaped_terms(one, held);
  wait(held, static_cast<std::size_t>(end - held.text),
       {one.subject.value, one.predicate.value, one.object.value, one.graph.value}, false);
  if (one.object.kind == term_kind::triple && held.nodes[2] != no_node) add_triple(one.object.value);
}

/// Says what the parts of a triple term are, and of those within it.
void held_statements::add_triple(std::string_view triple) {
  if (waits_ == waiting_.size()) flush();
  const auto [subject, predicate, object] = parts_of_triple_term(triple);
  statement held{nullptr, {node{0}, no_node, no_node, no_node}, {}, 0};
  std::string text;
  std::array<std::string_view, 4> labels{triple};
  const std::array parts{subject, object, predicate};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool is_triple_node = parts[i].kind == term_kind::triple && next_label(parts[i].text).is_there();
    if (parts[i].kind == term_kind::blank || is_triple_node) {
      held.nodes[i + 1] = node{0};
      labels[i + 1] = is_triple_node ? parts[i].text : parts[i].text.substr(2);
      continue;
    }
    text.append(parts[i].text).push_back(' ');
    held.lengths[i + 1] = static_cast<std::uint32_t>(parts[i].text.size() + 1);
  }
  auto* const to = room(text.size());
  held.text = to;
  std::ranges::copy(text, to);
  wait(held, text.size(), labels, true);
  if (object.kind == term_kind::triple && held.nodes[2] != no_node) add_triple(object.text);
}

/// Takes a statement whose text is in its room, with the labels of its nodes.
void held_statements::wait(const statement& held, std::size_t length,
                           const std::array<std::string_view, 4>& labels, bool is_triple) {
  constexpr std::uint64_t triple_seed = 0x9E3779B97F4A7C15ULL;
  waiting_bytes_ += length;
  auto& next = waiting_[waits_++];
  next.held = held;
  next.held.ground = fast_hash({held.text, length}, shape_of(held) + (is_triple ? triple_seed : 0));
  next.is_triple = is_triple;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (held.nodes[i] == no_node) continue;
    next.labels[i] = {fast_hash(labels[i]), static_cast<std::uint32_t>(waiting_labels_.size()),
                      static_cast<std::uint32_t>(labels[i].size())};
    numbers_.fetch(next.labels[i].hash);
    waiting_labels_.append(labels[i]);
  }
}

/// Writes the other terms where there is room; returns the end of the text. Null when something may need an escape.
char* held_statements::write_terms(const statement_view& one, statement& held) {
  const std::array terms{&one.subject, &one.predicate, &one.object, &one.graph};
  std::size_t most = 0;
  for (const auto* term : terms) most += plain_term_bytes(*term);
  auto* to = room(most);
  held.text = to;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto* const begin = to;
    held.nodes[i] = mentions_blank(*terms[i]) ? node{0} : no_node;
    if (held.nodes[i] == no_node) to = write_plain_term(to, *terms[i]);
    if (to == nullptr) return nullptr;
    held.lengths[i] = static_cast<std::uint32_t>(to - begin);
  }
  return to;
}

char* held_statements::write_escaped_terms(const statement_view& one, statement& held) {
  std::string text;
  const std::array terms{&one.subject, &one.predicate, &one.object, &one.graph};
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto begin = text.size();
    held.nodes[i] = mentions_blank(*terms[i]) ? node{0} : no_node;
    if (held.nodes[i] == no_node && terms[i]->kind != term_kind::none) {
      append_canonical_term(text, *terms[i]);
      text.push_back(' ');
    }
    held.lengths[i] = static_cast<std::uint32_t>(text.size() - begin);
  }
  auto* const to = room(text.size());
  held.text = to;
  return std::ranges::copy(text, to).out;
}

void held_statements::flush() {
  for (std::size_t i = 0; i < waits_; ++i) find_nodes(waiting_[i]);
  for (std::size_t i = 0; i < waits_; ++i) store(waiting_[i]);
  waits_ = 0;
  waiting_bytes_ = 0;
  waiting_labels_.clear();
}

void held_statements::find_nodes(waiting_statement& one) {
  auto& nodes = one.held.nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i] != no_node) nodes[i] = node_of(one.labels[i], i);
  one.key = key_of(one.held);
  statements_.fetch(one.key);
}

void held_statements::store(const waiting_statement& one) {
  const auto text = text_of(one.held);
  const auto next = static_cast<std::uint32_t>(all_.size());
  const auto is_equal = [&](std::uint32_t number) {
    const auto& other = all_[number];
    return other.ground == one.held.ground && other.nodes == one.held.nodes &&
           other.lengths == one.held.lengths && text_of(other) == text;
  };
  const auto known = statements_.find_or_add(one.key, next, is_equal, [&](std::uint32_t number) {
    return keyed_hash_of(number == number_table::none ? one.held : all_[number]);
  });
  if (known != next) return;
  if (one.is_triple) triples_.push_back(next);
  // Moves the text over the gap of dropped statements.
  if (text.data() != free_) std::memmove(free_, text.data(), text.size());
  all_.push_back(one.held);
  all_.back().text = free_;
  free_ += text.size();
  left_ -= text.size();
  text_bytes_ += text.size();
  if (all_.size() != few) return;
  const auto room = std::min(usual_most_, most_room);
  all_.reserve(room);
  statements_.reserve(room);
}

/// After the pending texts. Chunks become larger as the text does.
char* held_statements::room(std::size_t bytes) {
  constexpr std::uint64_t first_chunk = 4096, last_chunk = 1 << 20;
  if (waiting_bytes_ + bytes > left_) flush();
  if (waiting_bytes_ + bytes > left_) {
    const auto chunk = static_cast<std::size_t>(std::clamp(text_bytes_, first_chunk, last_chunk));
    left_ = std::max(bytes, chunk);
    chunks_.push_back(std::make_unique_for_overwrite<char[]>(left_));
    free_ = chunks_.back().get();
  }
  return free_ + waiting_bytes_;
}

/// Statements with the same node in the same position mostly follow one another.
held_statements::node held_statements::node_of(const waiting_label& one, std::size_t place) {
  const auto label = std::string_view(waiting_labels_).substr(one.offset, one.length);
  auto& last = last_[place];
  if (last != no_node && label_of(last) == label) return last;
  const auto next = node_count();
  last = numbers_.find_or_add(
      one.hash, next, [&](node known) { return label_of(known) == label; },
      [&](node known) { return keyed_hash(known == number_table::none ? label : label_of(known)); });
  if (last == next) {
    labels_.append(label);
    ends_.push_back(labels_.size());
  }
  return last;
}

}  // namespace laundromat
