// Implements markup_tree.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/tree/markup_tree.hpp"

#include <algorithm>

#include "core/rdf/model/near_word.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat::markup {

const markup_attribute* markup_tree::find_attribute(node_index at, std::string_view name,
                                                    bool folds_case) const {
  const bool has_prefix = name.find(':') != name.npos;
  const auto& node = nodes_[at];
  for (std::uint32_t i = 0; i < node.attributes; ++i) {
    const auto& one = attributes_[node.first_attribute + i];
    auto own = text(one.name);
    if (!has_prefix) own = own.substr(own.find(':') + 1);
    if (own == name || (folds_case && is_same_word(own, name))) return &one;
  }
  return nullptr;
}

node_index markup_tree::add(markup_node node, node_index parent) {
  const auto at = static_cast<node_index>(nodes_.size());
  node.parent = parent;
  node.end = at + 1;
  if (!node.is_text && parent != no_node) node.ordinal = ++nodes_[parent].children;
  nodes_.push_back(node);
  return at;
}

node_index markup_tree::open(const rdfa::raw_tag& tag, std::uint32_t begin, bool is_xml, node_index parent,
                             rdfa::reference_decoder& decoder, const rdfa::reference_fault_sink& faults) {
  const auto place = [&](std::string_view part) {
    return begin + static_cast<std::uint32_t>(part.data() - tag.text.data());
  };
  markup_node made;
  made.text = store_name(place(tag.name), tag.name);
  made.name_hash = rdfa::name_hash(tag.name.substr(tag.name.find(':') + 1), !is_xml);
  made.begin = begin;
  made.content = made.content_end = made.finish = begin + static_cast<std::uint32_t>(tag.text.size());
  made.first_attribute = static_cast<std::uint32_t>(attributes_.size());
  made.attributes = static_cast<std::uint16_t>(std::min<std::size_t>(tag.attributes.size(), 0xFFFF));
  for (const auto& one : tag.attributes.first(made.attributes)) {
    markup_attribute stored{store_name(place(one.name), one.name), {}};
    if (one.has_value) {
      const auto at = place(one.value);
      const auto shift = [&](const rdfa::reference_fault& fault) {
        auto moved = fault;
        moved.offset += at - begin;
        faults(moved);
      };
      stored.value = store(at, one.value, rdfa::raw_text::attribute, decoder, shift);
    }
    attributes_.push_back(stored);
  }
  return add(made, parent);
}

node_index markup_tree::open_nameless(std::uint32_t begin, std::uint32_t content, node_index parent) {
  markup_node made;
  made.begin = begin;
  made.content = made.content_end = made.finish = content;
  made.first_attribute = static_cast<std::uint32_t>(attributes_.size());
  made.is_damaged = true;
  return add(made, parent);
}

void markup_tree::add_text(std::uint32_t begin, std::string_view raw, rdfa::raw_text kind, node_index parent,
                           rdfa::reference_decoder& decoder, const rdfa::reference_fault_sink& faults) {
  const auto stored = store(begin, raw, kind, decoder, faults);
  const bool is_raw = kind == rdfa::raw_text::verbatim;
  const auto finish = begin + static_cast<std::uint32_t>(raw.size());
  if (!nodes_.empty()) {
    auto& last = nodes_.back();
    const bool touches =
        last.text.is_decoded == stored.is_decoded && last.text.at + last.text.length == stored.at;
    if (last.is_text && last.parent == parent && last.is_raw == is_raw && touches) {
      last.text.length += stored.length;
      last.finish = finish;
      return;
    }
  }
  markup_node made;
  made.is_text = true;
  made.is_raw = is_raw;
  made.text = stored;
  made.begin = begin;
  made.finish = finish;
  (void)add(made, parent);
}

void markup_tree::cut(const mark& to) {
  nodes_.resize(to.nodes);
  attributes_.resize(to.attributes);
  decoded_.resize(to.decoded);
  source.resize(to.source);
}

stored_range markup_tree::store(std::uint32_t at, std::string_view raw, rdfa::raw_text kind,
                                rdfa::reference_decoder& decoder, const rdfa::reference_fault_sink& faults) {
  // Line breaks and high bytes are common, and change nothing either.
  const auto is_usual = [&](char c) {
    return static_cast<unsigned char>(c) >= 0x20 ||
           (kind != rdfa::raw_text::attribute && (c == '\n' || c == '\t'));
  };
  const bool is_plain = (kind == rdfa::raw_text::verbatim || raw.find('&') == raw.npos) &&
                        std::ranges::all_of(raw, is_usual) && find_bad_utf8(raw) == raw.npos;
  if (is_plain) return {at, static_cast<std::uint32_t>(raw.size()), false};
  const auto before = decoded_.size();
  decoder.decode(raw, kind, decoded_, faults);
  return {static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(decoded_.size() - before), true};
}

stored_range markup_tree::store_name(std::uint32_t at, std::string_view raw) {
  if (find_bad_utf8(raw) == raw.npos) return {at, static_cast<std::uint32_t>(raw.size()), false};
  const auto before = decoded_.size();
  decoded_.append(readable(raw, std::numeric_limits<std::uint64_t>::max()));
  return {static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(decoded_.size() - before), true};
}

}  // namespace laundromat::markup
