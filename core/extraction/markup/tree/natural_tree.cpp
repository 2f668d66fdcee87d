// Implements natural_tree.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/tree/natural_tree.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/extraction/markup/tree/content.hpp"
#include "core/extraction/steps/compiled_steps.hpp"

namespace laundromat::markup {

namespace {

/// An attribute, a child element, or a piece of the text beside them.
struct member {
  std::string_view local, whole;
  std::size_t order = 0;
  const markup_attribute* attribute = nullptr;
  node_index child = no_node;
  std::string_view text = {};
  std::string_view name = {};  ///< in the record
};

bool declares_namespace(std::string_view name) {
  return name == "xmlns" || name.starts_with("xmlns:");
}

class natural_writer {
 public:
  natural_writer(const markup_tree& tree, bool is_html, data_record& record)
      : tree_(&tree), record_(&record), is_html_(is_html) {}

  void add(node_index at, std::string_view name) {
    auto members = members_of(at);
    const auto texts = own_texts(at);
    if (members.empty()) return add_texts(texts, name);
    for (const auto text : texts)
      members.push_back({"content", "content", members.size(), nullptr, no_node, text});
    name_members(members);
    record_->begin_map(name);
    for (std::size_t i = 0; i < members.size();) {
      std::size_t end = i + 1;
      while (end < members.size() && members[end].name == members[i].name) ++end;
      if (end - i > 1) record_->begin_list(members[i].name);
      for (auto k = i; k < end; ++k) add(members[k], end - i > 1 ? std::string_view{} : members[k].name);
      if (end - i > 1) record_->end();
      i = end;
    }
    record_->end();
  }

 private:
  /// The content of an element that has no members.
  void add_texts(const std::vector<std::string_view>& texts, std::string_view name) {
    if (texts.empty()) return record_->add_null(name);
    if (texts.size() == 1) return record_->add_text(texts.front(), name);
    record_->begin_list(name);
    for (const auto text : texts) record_->add_text(text, {});
    record_->end();
  }

  void add(const member& one, std::string_view name) {
    if (one.attribute != nullptr)
      record_->add_text(record_->keep(tree_->text(one.attribute->value)), name);
    else if (one.child != no_node)
      add(one.child, name);
    else
      record_->add_text(one.text, name);
  }

  [[nodiscard]] std::vector<member> members_of(node_index at) const {
    std::vector<member> all;
    const auto& node = (*tree_)[at];
    for (std::uint32_t i = 0; i < node.attributes; ++i) {
      const auto& one = tree_->attributes_of(at)[i];
      const auto name = tree_->text(one.name);
      if (!declares_namespace(name)) all.push_back({name.substr(name.find(':') + 1), name, all.size(), &one});
    }
    for (auto i = at + 1; i < node.end; i = std::max(i + 1, (*tree_)[i].end))
      if (!(*tree_)[i].is_text && (*tree_)[i].text.length > 0)
        all.push_back({tree_->local_name(i), tree_->name(i), all.size(), nullptr, i});
    return all;
  }

  /// The texts that are directly in the element, one for each piece between elements.
  [[nodiscard]] std::vector<std::string_view> own_texts(node_index at) {
    std::vector<std::string_view> all;
    std::string run;
    const auto end_run = [&] {
      const auto piece = trimmed(run);
      if (!piece.empty())
        all.push_back(record_->keep(is_html_ ? with_single_spaces(piece) : std::string(piece)));
      run.clear();
    };
    const auto& node = (*tree_)[at];
    for (auto i = at + 1; i < node.end; i = std::max(i + 1, (*tree_)[i].end)) {
      const auto& one = (*tree_)[i];
      if (one.is_text)
        run.append(tree_->text(one.text));
      else
        end_run();
    }
    end_run();
    return all;
  }

  [[nodiscard]] static std::string with_single_spaces(std::string_view text) {
    std::string joined;
    for (const char c : text) {
      const bool is_space = c == ' ' || (c >= '\t' && c <= '\r');
      if (!is_space || !joined.ends_with(' ')) joined += is_space ? ' ' : c;
    }
    return joined;
  }

  /// Puts members of one name together, where the first of them is.
  void name_members(std::vector<member>& members) {
    std::ranges::stable_sort(members, {}, &member::local);
    std::vector<std::size_t> firsts(members.size());
    for (std::size_t i = 0; i < members.size();) {
      std::size_t end = i + 1;
      bool is_clash = false;
      for (; end < members.size() && members[end].local == members[i].local; ++end)
        is_clash = is_clash || members[end].whole != members[i].whole;
      for (auto k = i; k < end; ++k) members[k].name = is_clash ? members[k].whole : members[k].local;
      i = end;
    }
    std::ranges::stable_sort(members, {}, &member::name);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const bool continues = i > 0 && members[i].name == members[i - 1].name;
      if (continues) members[i].local = members[i - 1].local;
      firsts[members[i].order] = continues ? firsts[members[i - 1].order] : members[i].order;
    }
    std::ranges::stable_sort(
        members, [&](const member& a, const member& b) { return firsts[a.order] < firsts[b.order]; });
  }

  const markup_tree* tree_;
  data_record* record_;
  bool is_html_;
};

}  // namespace

void add_natural(const markup_tree& tree, node_index at, bool is_html, std::string_view name,
                 data_record& record) {
  natural_writer(tree, is_html, record).add(at, name);
}

}  // namespace laundromat::markup
