// Implements selector: tests of elements, and the search in a tree.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/selector/selector.hpp"

#include <algorithm>
#include <bit>

#include "core/rdf/model/near_word.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::markup {

namespace {

bool has_word(std::string_view list, std::string_view word) {
  for (auto next = rdfa::next_word(list); !next.empty(); next = rdfa::next_word(list))
    if (next == word) return true;
  return false;
}

bool holds(const attribute_test& test, std::string_view value) {
  switch (test.operation) {
    case 0:
      return true;
    case '=':
      return value == test.value;
    case '!':
      return value != test.value;
    case '~':
      return has_word(value, test.value);
    case '|':
      return value == test.value ||
             (value.starts_with(test.value) && value.substr(test.value.size()).starts_with('-'));
    case '^':
      return !test.value.empty() && value.starts_with(test.value);
    case '$':
      return !test.value.empty() && value.ends_with(test.value);
    case '*':
      return !test.value.empty() && value.find(test.value) != value.npos;
    default:
      return false;
  }
}

bool is_at(const step_test::place& wanted, std::int64_t ordinal) {
  const auto rest = ordinal - wanted.offset;
  if (wanted.step == 0) return rest == 0;
  return rest % wanted.step == 0 && rest / wanted.step >= 0;
}

bool has_name(const step_test& test, const markup_tree& tree, node_index at) {
  if (test.name.empty()) return true;
  if (test.name.ends_with(":*")) {
    const auto prefix = std::string_view(test.name).substr(0, test.name.size() - 2), own = tree.name(at);
    const auto colon = own.find(':');
    return colon != own.npos &&
           (test.folds_case ? is_same_word(own.substr(0, colon), prefix) : own.substr(0, colon) == prefix);
  }
  if (tree[at].name_hash != test.name_hash) return false;
  const bool has_prefix = test.name.find(':') != std::string::npos;
  const auto own = has_prefix ? tree.name(at) : tree.local_name(at);
  return test.folds_case ? is_same_word(own, test.name) : own == test.name;
}

bool is_empty_element(const markup_tree& tree, node_index at) {
  for (auto i = at + 1; i < tree[at].end; ++i)
    if (!tree[i].is_text || tree[i].text.length > 0) return false;
  return true;
}

}  // namespace

bool step_test::matches(const markup_tree& tree, node_index at) const {
  const auto& node = tree[at];
  if (node.is_text || node.text.length == 0 || !has_name(*this, tree, at)) return false;
  for (const auto& test : attributes) {
    const auto* const found = tree.find_attribute(at, test.name, folds_case);
    if (found == nullptr ? test.operation != '!' : !holds(test, tree.text(found->value))) return false;
  }
  if (!attribute.empty() && tree.find_attribute(at, attribute, folds_case) == nullptr) return false;
  for (const auto& wanted : places) {
    const std::int64_t siblings = node.parent == no_node ? 1 : tree[node.parent].children;
    const std::int64_t ordinal = node.parent == no_node ? 1 : node.ordinal;
    if (!is_at(wanted, wanted.from_end ? siblings - ordinal + 1 : ordinal)) return false;
  }
  if (is_empty && !is_empty_element(tree, at)) return false;
  return std::ranges::none_of(excluded, [&](const step_test& one) { return one.matches(tree, at); });
}

bool step_test::matches_implied(std::string_view element) const {
  return is_same_word(name, element) && attributes.empty() && attribute.empty() && places.empty() &&
         excluded.empty() && !is_empty;
}

bool step_test::asks_for_end() const {
  return is_empty || std::ranges::any_of(places, &place::from_end) ||
         std::ranges::any_of(excluded, &step_test::asks_for_end);
}

void selector::add_first_names(std::set<std::string, std::less<>>& names) const {
  const auto add = [&](std::string_view name) { names.emplace(name.substr(name.find(':') + 1)); };
  if (!attribute_.empty()) add(attribute_);
  if (is_self()) add("content");
  for (std::size_t i = 0; i < steps_.size(); ++i)
    if ((firsts_ >> i & 1U) != 0 && !steps_[i].name.empty()) add(steps_[i].name);
}

void step_test::add_prefixes(std::set<std::string, std::less<>>& prefixes) const {
  const auto add = [&](std::string_view of_name) {
    if (const auto colon = of_name.find(':'); colon != of_name.npos)
      prefixes.emplace(of_name.substr(0, colon));
  };
  add(name);
  add(attribute);
  for (const auto& test : attributes) add(test.name);
}

void selector::add_prefixes(std::set<std::string, std::less<>>& prefixes) const {
  for (const auto& step : steps_) step.add_prefixes(prefixes);
  if (const auto colon = attribute_.find(':'); colon != attribute_.npos)
    prefixes.insert(attribute_.substr(0, colon));
}

bool selector::takes_attribute() const {
  return !attribute_.empty() ||
         std::ranges::any_of(steps_, [](const step_test& one) { return !one.attribute.empty(); });
}

bool selector::asks_for_end() const {
  return std::ranges::any_of(steps_, &step_test::asks_for_end);
}

template <class Matches>
std::uint64_t selector::steps_ended(const state& parent, bool is_child_of_context,
                                    const Matches& matches) const {
  auto possible = firsts_ & (is_child_of_context ? ~std::uint64_t{0} : ~children_);
  possible |= (parent.ended << 1) & children_ & ~firsts_;
  possible |= (parent.around << 1) & ~children_ & ~firsts_;
  std::uint64_t ended = 0;
  for (; possible != 0; possible &= possible - 1) {
    const auto step = static_cast<std::size_t>(std::countr_zero(possible));
    if (step < steps_.size() && matches(steps_[step])) ended |= std::uint64_t{1} << step;
  }
  return ended;
}

selector::state selector::advance(const markup_tree& tree, node_index at, state parent,
                                  bool is_child_of_context) const {
  if (const auto implied = tree[at].implied; implied != 0) {
    static constexpr std::string_view names[] = {"html", "head", "body", "tbody"};
    for (unsigned i = 0; i < std::size(names); ++i) {
      if ((implied >> i & 1U) == 0) continue;
      const auto ended = steps_ended(parent, is_child_of_context,
                                     [&](const step_test& step) { return step.matches_implied(names[i]); });
      parent.ended |= ended;
      parent.around |= ended;
    }
  }
  const auto ended =
      steps_ended(parent, is_child_of_context, [&](const step_test& step) { return step.matches(tree, at); });
  return {ended, parent.around | ended};
}

bool selector::may_find(std::string_view name, bool is_whole_name) const {
  const auto local_of = [](std::string_view one) { return one.substr(one.find(':') + 1); };
  for (auto last = finals_; last != 0; last &= last - 1) {
    const std::string_view own = steps_[static_cast<std::size_t>(std::countr_zero(last))].name;
    const bool fits = is_whole_name ? local_of(own) == local_of(name)
                                    : own.starts_with(name) || local_of(own).starts_with(local_of(name));
    if (own.empty() || own.ends_with(":*") || fits) return true;
  }
  return false;
}

std::string_view selector::attribute_of(std::uint64_t ended) const {
  ended &= finals_;
  return ended == 0 ? std::string_view{}
                    : std::string_view(steps_[static_cast<std::size_t>(std::countr_zero(ended))].attribute);
}

const std::vector<tree_search::match>& tree_search::find(const markup_tree& tree, const selector& what,
                                                         node_index context, std::size_t most,
                                                         bool folds_case) {
  found_.clear();
  if (what.is_self()) {
    found_.push_back({context, nullptr});
    return found_;
  }
  if (const auto own = what.own_attribute(); !own.empty()) {
    if (const auto* const attribute = tree.find_attribute(context, own, folds_case); attribute != nullptr)
      found_.push_back({context, attribute});
    return found_;
  }
  frames_.assign(1, {context, {}});
  for (auto i = context + 1; i < tree[context].end && found_.size() < most; ++i) {
    const auto& node = tree[i];
    if (node.is_text) continue;
    while (frames_.size() > 1 && frames_.back().node != node.parent) frames_.pop_back();
    const auto& outer = frames_.back();
    const auto reached = what.advance(tree, i, outer.reached, node.parent == context);
    if ((reached.ended & what.finals()) != 0) {
      const auto attribute = what.attribute_of(reached.ended);
      found_.push_back({i, attribute.empty() ? nullptr : tree.find_attribute(i, attribute, folds_case)});
    }
    if (node.end > i + 1) frames_.push_back({i, reached});
  }
  return found_;
}

}  // namespace laundromat::markup
