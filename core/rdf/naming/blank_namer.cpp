// Component by component: order, digest, lines.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/blank_namer.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "core/base/fast_hash.hpp"
#include "core/rdf/naming/components.hpp"
#include "core/rdf/write/canonical.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {

namespace {

void append_number(std::string& out, std::uint64_t number) {
  std::array<char, 20> digits{};
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

}  // namespace

result<void> blank_namer::take(const statement_view& statement, const line_consumer& consume) {
  if (is_beyond_limits_) {
    line_.clear();
    append_canonical(line_, statement, prefix_);
    return consume(line_);
  }
  data_.add(statement);
  const bool fits =
      data_.quads().size() <= limits_.statements && data_.spelling_bytes() <= limits_.term_bytes;
  return fits ? result<void>{} : give_up(consume);
}

result<void> blank_namer::give_up(const line_consumer& consume) {
  is_beyond_limits_ = has_document_names_ = true;
  for (const auto& q : data_.quads()) {
    append_line(q, prefix_);
    if (auto taken = consume(line_); !taken) return taken;
  }
  data_ = dataset{};
  return {};
}

result<void> blank_namer::finish(std::string_view prefix, const line_consumer& consume) {
  if (data_.quads().empty()) return {};
  grounds_.assign(data_.end_term(), 0);
  nodes_.assign(data_.end_term(), node_order::no_node);
  const components parts{data_};
  for (std::size_t i = 0; i < parts.count(); ++i) {
    const auto numbers = parts.quads_of(i);
    load(numbers);
    if (order_.settle(quads_, static_cast<node_order::node>(terms_.size()))) {
      if (auto handed = hand_out(numbers, consume); !handed) return handed;
      continue;
    }
    has_document_names_ = true;
    for (const auto number : numbers) {
      append_line(data_.quads()[number], prefix);
      if (auto taken = consume(line_); !taken) return taken;
    }
  }
  return {};
}

/// Numbers the nodes of a component in the order of their first mention.
void blank_namer::load(std::span<const std::uint32_t> quads) {
  quads_.clear();
  terms_.clear();
  for (const auto number : quads) {
    auto& local = quads_.emplace_back();
    for (std::size_t i = 0; i < 4; ++i) {
      const auto term = data_.quads()[number][i];
      local.nodes[i] = node_order::no_node;
      if (term == dataset::no_term) continue;
      if (!data_.is_blank(term)) {
        auto& hash = grounds_[term];
        if (hash == 0) hash = fast_hash(data_.spelling(term)) | 1;
        local.grounds[i] = hash;
        continue;
      }
      auto& node = nodes_[term];
      if (node == node_order::no_node) {
        node = static_cast<node_order::node>(terms_.size());
        terms_.push_back(term);
      }
      local.nodes[i] = node;
    }
  }
}

/// The SHA-256 of the component's lines with nodes named `_:` and their place, in an order that follows from what is in them.
content_digest blank_namer::digest_of(std::span<const std::uint32_t> quads) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
  for (std::uint32_t i = 0; i < quads_.size(); ++i) {
    std::uint64_t key = 0;
    for (std::size_t at = 0; at < 4; ++at) {
      const auto node = quads_[i].nodes[at];
      key = mix(key * 31 +
                (node == node_order::no_node ? quads_[i].grounds[at] : mix(order_.ranks()[node] + 1)));
    }
    order.emplace_back(key, i);
  }
  std::ranges::sort(order);
  line_.clear();
  for (const auto& [key, i] : order) {
    for (std::size_t at = 0; at < 4; ++at) {
      const auto node = quads_[i].nodes[at];
      if (node != node_order::no_node)
        append_number(line_.append("_:"), order_.ranks()[node]);
      else if (const auto term = data_.quads()[quads[i]][at]; term != dataset::no_term)
        line_.append(data_.spelling(term));
      line_.push_back(' ');
    }
    line_.push_back('\n');
    if (line_.size() < 65'536) continue;
    hasher_.update(line_);
    line_.clear();
  }
  hasher_.update(line_);
  return hasher_.finish();
}

result<void> blank_namer::hand_out(std::span<const std::uint32_t> quads, const line_consumer& consume) {
  const auto digest = digest_of(quads);
  auto& used = used_numbers_[digest];
  first_number_ = used;
  used += terms_.size();
  const auto prefix = std::string(genid_base) + to_hex(digest.view().substr(0, 16)) + "/";
  for (std::size_t i = 0; i < quads.size(); ++i) {
    line_.clear();
    for (std::size_t at = 0; at < 4; ++at) {
      const auto node = quads_[i].nodes[at];
      const auto term = data_.quads()[quads[i]][at];
      if (term == dataset::no_term) continue;
      if (node == node_order::no_node) {
        line_.append(data_.spelling(term));
      } else {
        append_number(line_.append("<").append(prefix), first_number_ + order_.ranks()[node]);
        line_.push_back('>');
      }
      line_.push_back(' ');
    }
    line_.append(".\n");
    if (auto taken = consume(line_); !taken) return taken;
  }
  return {};
}

/// Into `line_`, with nodes named by prefix and label.
void blank_namer::append_line(const dataset::quad& q, std::string_view prefix) {
  line_.clear();
  for (const auto term : q) {
    if (term == dataset::no_term) continue;
    const auto spelling = data_.spelling(term);
    if (data_.is_blank(term)) {
      line_.append("<").append(prefix);
      append_skolem_label(line_, spelling.substr(2));
      line_.append("> ");
    } else {
      line_.append(spelling).push_back(' ');
    }
  }
  line_.append(".\n");
}

}  // namespace laundromat
