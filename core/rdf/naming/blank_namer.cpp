// Implements blank_namer: names blank nodes component by component, by their order and a digest of their statements.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/blank_namer.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <numeric>

#include "core/base/fast_hash.hpp"
#include "core/rdf/model/triple_term.hpp"
#include "core/rdf/naming/components.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {

namespace {

constexpr std::size_t most_digits = 20;

char* write_text(char* to, std::string_view text) {
  std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

char* write_number(char* to, std::uint64_t number) {
  return std::to_chars(to, to + most_digits, number).ptr;
}

/// A label with what precedes it in a name, or a triple term with such names in it.
void append_labelled(std::string& to, std::string_view label, std::string_view begin) {
  const auto append_name = [begin](std::string& name, std::string_view one) {
    name.append(begin);
    append_skolem_label(name, one);
    name.push_back('>');
  };
  if (label.starts_with(triple_term_begin))
    append_named_triple_term(to, label, append_name);
  else
    append_name(to, label);
}

/// The maximum size of a line whose names have at most `name_bytes`.
std::size_t most_bytes(const held_statements::statement& line, std::size_t name_bytes) {
  return line.length() + 4 * name_bytes + 6;
}

}  // namespace

result<void> blank_namer::take(const statement_view& statement, const line_consumer& consume) {
  held_.add(statement);
  if (held_.most() <= limits_.statements && held_.most_text_bytes() <= limits_.text_bytes) return {};
  held_.flush();
  if (held_.all().size() <= limits_.statements && held_.text_bytes() <= limits_.text_bytes) return {};
  is_beyond_limits_ = has_document_names_ = true;
  std::vector<std::uint32_t> all(held_.all().size());
  std::iota(all.begin(), all.end(), 0U);
  auto handed = emit_labelled(all, prefix_, consume);
  held_ = held_statements{};
  return handed;
}

void blank_namer::avoid(std::string_view genid) {
  genid.remove_prefix(genid_base.size());
  if (genid.size() <= genid_digits || genid[genid_digits] != '/') return;
  if (avoided_.size() <= limits_.statements) avoided_.insert(fast_hash(genid.substr(0, genid_digits)));
}

bool blank_namer::may_name(std::string_view component) const {
  if (avoided_.empty()) return true;
  return avoided_.size() <= limits_.statements && !avoided_.contains(fast_hash(component));
}

result<void> blank_namer::finish(std::string_view prefix, const line_consumer& consume) {
  held_.flush();
  if (held_.all().empty()) return {};
  nodes_.assign(held_.node_count(), node_order::no_node);
  const components parts{held_};
  for (std::size_t i = 0; i < parts.count(); ++i) {
    load(parts.of(i));
    const auto component = order_.compute(quads_, node_count_) ? digest_of_component() : std::string{};
    const bool is_named = !component.empty() && may_name(component);
    has_document_names_ = has_document_names_ || !is_named;
    auto handed = is_named ? emit_component(component, consume) : emit_labelled(parts.of(i), prefix, consume);
    if (!handed) return handed;
  }
  return {};
}

char* blank_namer::room(std::size_t bytes) {
  if (line_.size() < bytes) line_.resize(bytes);
  return line_.data();
}

template <class WriteName>
result<void> blank_namer::emit(const held_statements::statement& line, std::size_t name_bytes,
                               const line_consumer& consume, WriteName write_name) {
  auto* const begin = room(most_bytes(line, name_bytes));
  auto* key_end = begin;
  const auto* const end = held_.write_line(begin, line, key_end, write_name);
  return consume({begin, key_end}, {key_end, end});
}

/// The same for lines with triple terms, whose length is not known before.
template <class AppendName>
result<void> blank_namer::emit_long(const held_statements::statement& line, const line_consumer& consume,
                                    AppendName append_name) {
  std::string text;
  std::size_t key_bytes = 0;
  const auto* at = line.text;
  for (std::size_t i = 0; i < line.nodes.size(); ++i) {
    if (line.nodes[i] != held_statements::no_node) {
      append_name(text, line.nodes[i]);
      text.push_back(' ');
    }
    text.append(at, line.lengths[i]);
    at += line.lengths[i];
    if (i == 0) key_bytes = text.size();
  }
  text.append(".\n");
  return consume(std::string_view(text).substr(0, key_bytes), std::string_view(text).substr(key_bytes));
}

/// Writes statements whose nodes are named by prefix and label.
result<void> blank_namer::emit_labelled(numbers statements, std::string_view prefix,
                                        const line_consumer& consume) {
  const auto begin = "<" + std::string(prefix);
  for (const auto number : statements) {
    if (held_.is_triple(number)) continue;
    const auto& line = held_.all()[number];
    if (held_.has_triples()) {
      if (auto taken = emit_long(line, consume,
                                 [&](std::string& to, held_statements::node n) {
                                   append_labelled(to, held_.label_of(n), begin);
                                 });
          !taken)
        return taken;
      continue;
    }
    std::size_t longest_label = 0;
    for (const auto n : line.nodes)
      if (n != held_statements::no_node) longest_label = std::max(longest_label, held_.label_of(n).size());
    auto taken =
        emit(line, begin.size() + 3 * longest_label + 1, consume, [&](char* to, held_statements::node n) {
          to = write_skolem_label(write_text(to, begin), held_.label_of(n));
          *to++ = '>';
          return to;
        });
    if (!taken) return taken;
  }
  return {};
}

/// Loads a component, with nodes numbered in the order of their first mention.
void blank_namer::load(numbers statements) {
  loaded_ = statements;
  quads_.clear();
  lines_.clear();
  triples_.clear();
  node_count_ = 0;
  for (const auto number : statements) {
    auto& line = lines_.emplace_back(held_.all()[number]);
    for (auto& n : line.nodes) {
      if (n == node_order::no_node) continue;
      auto& local = nodes_[n];
      if (local == node_order::no_node) local = node_count_++;
      n = local;
    }
    quads_.emplace_back(line.nodes, line.ground);
  }
  if (!held_.has_triples()) return;
  triples_.assign(node_count_, no_line);
  for (std::uint32_t i = 0; i < lines_.size(); ++i)
    if (held_.is_triple(statements[i])) triples_[lines_[i].nodes[0]] = i;
}

/// Half of the SHA-256 of the component's lines, with nodes written as `_:` and their rank, in an order that depends only on their
/// content.
std::string blank_namer::digest_of_component() {
  sorted_.clear();
  for (const auto& quad : quads_) {
    auto key = quad.ground;
    for (const auto n : quad.nodes)
      key = mix(key * 31 + (n == node_order::no_node ? 0 : order_.ranks()[n] + 1));
    sorted_.emplace_back(key, static_cast<std::uint32_t>(sorted_.size()));
  }
  std::ranges::sort(sorted_);
  constexpr std::size_t many = 65'536, name_bytes = 2 + most_digits;
  std::size_t used = 0;
  for (const auto& [key, i] : sorted_) {
    auto* const begin = room(used + most_bytes(lines_[i], name_bytes)) + used;
    auto* key_end = begin;
    const auto* const end = held_.write_line(begin, lines_[i], key_end, [this](char* to, node_order::node n) {
      return write_number(write_text(to, "_:"), order_.ranks()[n]);
    });
    used += static_cast<std::size_t>(end - begin);
    if (used < many) continue;
    hasher_.update({line_.data(), used});
    used = 0;
  }
  hasher_.update({line_.data(), used});
  return skolem_digits(hasher_.finish());
}

/// The first of as many numbers as the component has nodes; equal components get different ones.
std::uint64_t blank_namer::take_numbers(const std::string& component) {
  const auto next = static_cast<std::uint32_t>(used_numbers_.size());
  const auto known = components_.find_or_add(
      fast_hash(component), next,
      [&](std::uint32_t number) { return used_numbers_[number].first == component; },
      [&](std::uint32_t number) {
        return keyed_hash(number == number_table::none ? component : used_numbers_[number].first);
      });
  if (known == next) used_numbers_.emplace_back(component, 0);
  return std::exchange(used_numbers_[known].second, used_numbers_[known].second + node_count_);
}

/// The name of a node, or a triple term with the names in it. Nesting is bounded by the limit of the reader.
void blank_namer::append_component_name(std::string& to, node_order::node n, std::string_view prefix,
                                        std::uint64_t first) const {
  if (triples_[n] == no_line) {
    to.append(prefix).append(std::to_string(first + order_.ranks()[n])).push_back('>');
    return;
  }
  const auto& about = lines_[triples_[n]];
  const auto* const objects = about.text + about.lengths[1];
  const auto append_part = [&](std::size_t place, const char* text) {
    if (about.nodes[place] == held_statements::no_node) return void(to.append(text, about.lengths[place]));
    append_component_name(to, about.nodes[place], prefix, first);
    to.push_back(' ');
  };
  to.append(triple_term_begin).push_back(' ');
  append_part(1, about.text);
  append_part(3, objects + about.lengths[2]);
  append_part(2, objects);
  to.append(triple_term_end);
}

result<void> blank_namer::emit_component(const std::string& component, const line_consumer& consume) {
  const auto first = take_numbers(component);
  const auto prefix = "<" + std::string(genid_base) + component + "/";
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const auto& line = lines_[i];
    if (held_.is_triple(loaded_[i])) continue;
    if (held_.has_triples()) {
      if (auto taken = emit_long(
              line, consume,
              [&](std::string& to, node_order::node n) { append_component_name(to, n, prefix, first); });
          !taken)
        return taken;
      continue;
    }
    auto taken = emit(line, prefix.size() + most_digits + 1, consume, [&](char* to, node_order::node n) {
      to = write_number(write_text(to, prefix), first + order_.ranks()[n]);
      *to++ = '>';
      return to;
    });
    if (!taken) return taken;
  }
  return {};
}

}  // namespace laundromat
