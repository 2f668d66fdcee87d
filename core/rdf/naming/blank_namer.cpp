// Component by component: order, digest, lines.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/blank_namer.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <numeric>

#include "core/base/fast_hash.hpp"
#include "core/rdf/naming/components.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {

namespace {

constexpr std::size_t component_digits = 32;

void append_number(std::string& out, std::uint64_t number) {
  std::array<char, 20> digits{};
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

}  // namespace

result<void> blank_namer::take(const statement_view& statement, const line_consumer& consume) {
  held_.add(statement);
  if (held_.most() <= limits_.statements && held_.most_text_bytes() <= limits_.text_bytes) return {};
  held_.settle();
  if (held_.all().size() <= limits_.statements && held_.text_bytes() <= limits_.text_bytes) return {};
  is_beyond_limits_ = has_document_names_ = true;
  std::vector<std::uint32_t> all(held_.all().size());
  std::iota(all.begin(), all.end(), 0U);
  auto handed = hand_out_labelled(all, prefix_, consume);
  held_ = held_statements{};
  return handed;
}

void blank_namer::avoid(std::string_view genid) {
  genid.remove_prefix(genid_base.size());
  if (genid.size() <= component_digits || genid[component_digits] != '/') return;
  if (avoided_.size() <= limits_.statements) avoided_.insert(fast_hash(genid.substr(0, component_digits)));
}

bool blank_namer::may_name(std::string_view component) const {
  if (avoided_.empty()) return true;
  return avoided_.size() <= limits_.statements && !avoided_.contains(fast_hash(component));
}

result<void> blank_namer::finish(std::string_view prefix, const line_consumer& consume) {
  held_.settle();
  if (held_.all().empty()) return {};
  nodes_.assign(held_.node_count(), node_order::no_node);
  const components parts{held_};
  for (std::size_t i = 0; i < parts.count(); ++i) {
    load(parts.of(i));
    const auto component = order_.settle(quads_, node_count_) ? digest_of_component() : std::string{};
    const bool is_named = !component.empty() && may_name(component);
    has_document_names_ = has_document_names_ || !is_named;
    auto handed =
        is_named ? hand_out_component(component, consume) : hand_out_labelled(parts.of(i), prefix, consume);
    if (!handed) return handed;
  }
  return {};
}

/// Nodes named by prefix and label.
result<void> blank_namer::hand_out_labelled(numbers statements, std::string_view prefix,
                                            const line_consumer& consume) {
  for (const auto number : statements) {
    line_.clear();
    held_.append_line(line_, held_.all()[number], [&](std::string& out, held_statements::node n) {
      append_skolem_label(out.append("<").append(prefix), held_.label_of(n));
      out.push_back('>');
    });
    if (auto taken = consume(line_); !taken) return taken;
  }
  return {};
}

/// Numbers the nodes of a component in the order of their first mention.
void blank_namer::load(numbers statements) {
  quads_.clear();
  lines_.clear();
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
}

/// Half of the SHA-256 of the component's lines with nodes named `_:` and their place, in an order that follows from what is in them.
std::string blank_namer::digest_of_component() {
  sorted_.clear();
  for (const auto& quad : quads_) {
    auto key = quad.ground;
    for (const auto n : quad.nodes)
      key = mix(key * 31 + (n == node_order::no_node ? 0 : order_.ranks()[n] + 1));
    sorted_.emplace_back(key, static_cast<std::uint32_t>(sorted_.size()));
  }
  std::ranges::sort(sorted_);
  line_.clear();
  for (const auto& [key, i] : sorted_) {
    held_.append_line(line_, lines_[i], [&](std::string& out, node_order::node n) {
      append_number(out.append("_:"), order_.ranks()[n]);
    });
    if (line_.size() < 65'536) continue;
    hasher_.update(line_);
    line_.clear();
  }
  hasher_.update(line_);
  return to_hex(hasher_.finish().view().substr(0, 16));
}

/// The first of as many numbers as the component has nodes, which no equal one has.
std::uint64_t blank_namer::take_numbers(const std::string& component) {
  const auto next = static_cast<std::uint32_t>(used_numbers_.size());
  const auto known = components_.find_or_add(fast_hash(component), next, [&](std::uint32_t number) {
    return used_numbers_[number].first == component;
  });
  if (known == next) used_numbers_.emplace_back(component, 0);
  return std::exchange(used_numbers_[known].second, used_numbers_[known].second + node_count_);
}

result<void> blank_namer::hand_out_component(const std::string& component, const line_consumer& consume) {
  const auto first = take_numbers(component);
  const auto prefix = "<" + std::string(genid_base) + component + "/";
  for (const auto& line : lines_) {
    line_.clear();
    held_.append_line(line_, line, [&](std::string& out, node_order::node n) {
      append_number(out.append(prefix), first + order_.ranks()[n]);
      out.push_back('>');
    });
    if (auto taken = consume(line_); !taken) return taken;
  }
  return {};
}

}  // namespace laundromat
