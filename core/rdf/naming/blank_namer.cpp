// Implements blank_namer: stores statements, and writes them with the names of their components.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/blank_namer.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "core/base/fast_hash.hpp"
#include "core/rdf/naming/write_number.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {

namespace {

using node = held_record::node;

char* write_text(char* to, std::string_view text) {
  std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

/// Writes records as lines, with the names of components where there are such, and else labels.
class line_maker {
 public:
  using line_consumer = blank_namer::line_consumer;

  line_maker(held_statements& held, std::string_view prefix, const component_names* names,
             const line_consumer& consume)
      : held_(held), names_(names), consume_(consume), label_prefix_("<" + std::string(prefix)) {}

  result<void> take(const held_record& one) {
    if (one.is_triple()) return {};
    if (held_.has_triples()) return take_with_triples(one);
    select(one.first_node());
    return is_named_ ? take_named(one) : take_labelled(one);
  }

 private:
  /// The component of the statement, which is mostly that of the one before.
  void select(node n) {
    if (names_ == nullptr) return;
    const auto component = names_->component_of(n);
    if (component == component_) return;
    component_ = component;
    is_named_ = names_->has(component);
    if (!is_named_) return;
    names_->assign_prefix(name_prefix_, component);
    first_number_ = names_->first_number_of(component);
  }

  result<void> take_named(const held_record& one) {
    const auto most = name_prefix_.size() + most_digits + 1;
    return write(one, most, [this](char* to, node n) {
      to = write_text(to, name_prefix_);
      to = write_number(to, names_->number_of(n, first_number_));
      *to++ = '>';
      return to;
    });
  }

  result<void> take_labelled(const held_record& one) {
    std::size_t longest_label = 0;
    for (const auto n : one.nodes)
      if (n != held_record::no_node) longest_label = std::max(longest_label, held_.label_of(n).size());
    return write(one, label_prefix_.size() + 3 * longest_label + 1, [this](char* to, node n) {
      to = write_skolem_label(write_text(to, label_prefix_), held_.label_of(n));
      *to++ = '>';
      return to;
    });
  }

  template <class WriteName>
  result<void> write(const held_record& one, std::size_t most_name_bytes, WriteName write_name) {
    const auto most = one.text_bytes() + 4 * most_name_bytes + 6;
    if (line_.size() < most) line_.resize(most);
    auto* const begin = line_.data();
    auto* key_end = begin;
    const auto* const end = one.write_line(begin, key_end, write_name);
    return consume_({begin, key_end}, {key_end, end});
  }

  /// A line with triple terms, whose length is not known before.
  result<void> take_with_triples(const held_record& one) {
    line_.clear();
    std::size_t key_bytes = 0;
    const auto* at = one.text;
    for (std::size_t i = 0; i < one.nodes.size(); ++i) {
      if (one.nodes[i] != held_record::no_node) {
        append_term(line_, one.nodes[i]);
        line_.push_back(' ');
      }
      line_.append(at, one.lengths[i]);
      at += one.lengths[i];
      if (i == 0) key_bytes = line_.size();
    }
    line_.append(".\n");
    const std::string_view line = line_;
    return consume_(line.substr(0, key_bytes), line.substr(key_bytes));
  }

  void append_term(std::string& to, node n) {
    const auto label = held_.label_of(n);
    if (!label.starts_with(triple_term_begin)) return append_name(to, n);
    append_named_triple_term(to, label, [this](std::string& text, std::string_view one) {
      append_name(text, held_.node_with(one));
    });
  }

  void append_name(std::string& to, node n) {
    select(n);
    if (is_named_) {
      to.append(name_prefix_).append(std::to_string(names_->number_of(n, first_number_))).push_back('>');
      return;
    }
    to.append(label_prefix_);
    append_skolem_label(to, held_.label_of(n));
    to.push_back('>');
  }

  held_statements& held_;
  const component_names* names_;
  const line_consumer& consume_;
  std::string label_prefix_, name_prefix_, line_;
  std::uint32_t component_ = ~std::uint32_t{0};
  std::uint64_t first_number_ = 0;
  bool is_named_ = false;
};

}  // namespace

blank_namer::blank_namer(std::string prefix, naming_limits limits, run_store* runs)
    : prefix_(std::move(prefix)),
      limits_(limits),
      own_runs_(runs ? nullptr : make_memory_run_store()),
      runs_(runs ? *runs : *own_runs_) {}

result<void> blank_namer::take(const statement_view& statement, const line_consumer& consume) {
  if (!held_) held_ = std::make_unique<held_statements>(runs_, limits_);
  if (auto added = held_->add(statement); !added) return added;
  if (!held_->may_exceed_limits()) return {};
  held_->flush();
  if (!held_->exceeds_limits()) return {};
  is_beyond_limits_ = has_document_names_ = true;
  auto passed = emit(prefix_, nullptr, consume);
  held_.reset();
  return passed;
}

void blank_namer::avoid(std::string_view genid) {
  genid.remove_prefix(genid_base.size());
  if (genid.size() <= genid_digits || genid[genid_digits] != '/') return;
  if (avoided_.size() <= limits_.genids) avoided_.insert(fast_hash(genid.substr(0, genid_digits)));
}

bool blank_namer::may_name(std::string_view component) const {
  return avoided_.size() <= limits_.genids && !avoided_.contains(fast_hash(component));
}

result<void> blank_namer::finish(std::string_view prefix, const line_consumer& consume) {
  if (!held_) return {};
  held_->flush();
  const components parts(held_->take_sets());
  auto considered = consider_statements(*held_, parts, limits_.statements);
  if (!considered) return tl::unexpected(considered.error());
  const component_ranks ranks(parts, *considered);
  component_digests digests(*held_, parts, ranks);
  if (auto computed = digests.compute(runs_, limits_.window_bytes); !computed) return computed;
  std::function<bool(std::string_view)> is_allowed;
  if (!avoided_.empty()) is_allowed = [this](std::string_view component) { return may_name(component); };
  const component_names names(parts, ranks, digests, is_allowed);
  has_document_names_ = !names.has_all();
  auto passed = emit(prefix, &names, consume);
  held_.reset();
  return passed;
}

result<void> blank_namer::emit(std::string_view prefix, const component_names* names,
                               const line_consumer& consume) {
  line_maker lines(*held_, prefix, names, consume);
  return for_each_record(held_->records(), [&](const held_record& one) { return lines.take(one); });
}

}  // namespace laundromat
