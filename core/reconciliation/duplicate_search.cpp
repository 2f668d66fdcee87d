// One search of a `duplicate_finder`.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/duplicate_search.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "core/base/keyed_table.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/reconciliation/character_distance.hpp"
#include "core/reconciliation/disjoint_sets.hpp"

namespace laundromat {

namespace {

/// The first characters of a text.
std::string_view prefix_of(std::string_view text, std::size_t characters) {
  std::size_t at = 0;
  for (; characters > 0 && at < text.size(); --characters) at += next_utf8(text.substr(at)).length;
  return text.substr(0, at);
}

std::string block_name(const compared_field& field, block_kind kind, std::string_view key) {
  const auto quoted = " \"" + readable(key, 60) + '"';
  if (kind == block_kind::prefix) return field.name + " begins with" + quoted;
  return field.name + " has the word" + quoted;
}

}  // namespace

duplicate_search::duplicate_search(const duplicate_options& options, const std::vector<std::string>& ids,
                                   const std::string& texts, const std::vector<std::uint64_t>& ends,
                                   std::function<bool()> is_stopping)
    : options_(options), ids_(ids), texts_(texts), ends_(ends), is_stopping_(std::move(is_stopping)) {
  for (const auto& field : options.fields) all_weight_ += field.weight;
}

std::string_view duplicate_search::text(std::uint32_t record, std::size_t field) const {
  const auto at = std::size_t{order_[record]} * options_.fields.size() + field;
  const auto from = at == 0 ? 0 : ends_[at - 1];
  return texts_.substr(from, ends_[at] - from);
}

duplicate_report duplicate_search::run() {
  number_records();
  find_exact();
  for (const auto& rule : options_.blocks) {
    if (rule.kind == block_kind::sorted_neighbourhood)
      search_sorted_neighbourhood(rule);
    else
      search_blocks(rule);
  }
  drop_repeated_pairs();
  report_clusters();
  return std::move(report_);
}

/// By ids, and where they are equal by texts, so that the order in which records came has no effect.
void duplicate_search::number_records() {
  order_.resize(ids_.size());
  std::iota(order_.begin(), order_.end(), 0U);
  const auto fields = options_.fields.size();
  const auto all_text = [&](std::uint32_t place) {
    const auto at = place * fields;
    const auto from = at == 0 ? 0 : ends_[at - 1];
    return texts_.substr(from, ends_[at + fields - 1] - from);
  };
  std::ranges::sort(order_, [&](std::uint32_t a, std::uint32_t b) {
    return ids_[a] != ids_[b] ? ids_[a] < ids_[b] : all_text(a) < all_text(b);
  });
  std::vector<std::uint32_t> different;
  for (const auto place : order_) {
    if (!different.empty() && ids_[different.back()] == ids_[place])
      report_.repeated_ids.push_back(ids_[place]);
    else
      different.push_back(place);
  }
  order_ = std::move(different);
  outlines_.reserve(order_.size() * fields);
  for (std::uint32_t record = 0; record < order_.size(); ++record)
    for (std::size_t field = 0; field < fields; ++field) outlines_.push_back(outline_of(text(record, field)));
}

/// Records with equal keys are one block of any size, of which only pairs with the first record are kept.
void duplicate_search::find_exact() {
  std::vector<std::size_t> keys;
  for (std::size_t field = 0; field < options_.fields.size(); ++field)
    if (options_.fields[field].is_key) keys.push_back(field);
  if (keys.empty()) return;
  keyed_map<std::string, std::uint32_t> first;
  for (std::uint32_t record = 0; record < order_.size(); ++record) {
    if (std::ranges::any_of(keys, [&](auto field) { return text(record, field).empty(); })) continue;
    std::string key;
    for (const auto field : keys) key.append(text(record, field)).push_back('\0');
    const auto [known, is_new] = first.emplace(std::move(key), record);
    if (is_new) continue;
    found_pair pair{known->second, record, true, 1, {}, "the same key"};
    for (const auto field : keys) pair.reasons.push_back({field, 1});
    keep(std::move(pair));
  }
}

std::vector<duplicate_search::block_entry> duplicate_search::entries(const block_rule& rule) const {
  std::vector<block_entry> all;
  for (std::uint32_t record = 0; record < order_.size(); ++record) {
    const auto whole = text(record, rule.field);
    if (whole.empty()) continue;
    if (rule.kind == block_kind::sorted_neighbourhood) all.push_back({whole, record});
    if (rule.kind == block_kind::prefix) all.push_back({prefix_of(whole, rule.size), record});
    if (rule.kind != block_kind::tokens) continue;
    for (std::size_t at = 0; at < whole.size();) {
      const auto end = std::min(whole.find(' ', at), whole.size());
      if (const auto word = whole.substr(at, end - at); character_count(word) >= rule.size)
        all.push_back({word, record});
      at = end + 1;
    }
  }
  std::ranges::sort(all);
  const auto repeated = std::ranges::unique(all);
  all.erase(repeated.begin(), repeated.end());
  return all;
}

void duplicate_search::search_blocks(const block_rule& rule) {
  const auto all = entries(rule);
  for (std::size_t from = 0, end = 0; from < all.size(); from = end) {
    while (end < all.size() && all[end].key == all[from].key) ++end;
    const std::span block(all.data() + from, end - from);
    if (block.size() > 1)
      compare_all(block, block_name(options_.fields[rule.field], rule.kind, all[from].key));
  }
}

/// Whether so many comparisons of texts as long as the longest of these may take longer than what is left; else they are counted.
bool duplicate_search::is_too_long(std::span<const block_entry> records, std::uint64_t comparisons) {
  constexpr std::uint64_t short_text = 64;  // it is compared in linear time
  std::uint64_t longest = 0;
  for (const auto& one : records)
    for (std::size_t field = 0; field < options_.fields.size(); ++field)
      longest = std::max(longest, outline(one.record, field).characters);
  if (longest <= short_text) return false;
  const auto length = static_cast<double>(longest);
  const auto work = static_cast<double>(comparisons) * length * (1 + (1 - options_.threshold) * length);
  if (long_text_work_ + work > static_cast<double>(options_.limits.long_text_work)) return true;
  long_text_work_ += work;
  return false;
}

void duplicate_search::compare_all(std::span<const block_entry> block, const std::string& name) {
  const auto comparisons = block.size() * (block.size() - 1) / 2;
  if (block.size() > options_.limits.block_records ||
      report_.comparisons + comparisons > options_.limits.comparisons || is_too_long(block, comparisons))
    return skip(name, block.size());
  for (std::size_t i = 0; i < block.size() && !(is_stopping_ && is_stopping_()); ++i)
    for (auto j = i + 1; j < block.size(); ++j) compare(block[i].record, block[j].record, name);
}

void duplicate_search::search_sorted_neighbourhood(const block_rule& rule) {
  const auto all = entries(rule);
  const auto name = "neighbours by " + options_.fields[rule.field].name;
  for (std::size_t i = 0; i < all.size() && !(is_stopping_ && is_stopping_()); ++i) {
    const auto around = std::span(all).subspan(i, std::min(all.size() - i, rule.size + 1));
    if (report_.comparisons + rule.size > options_.limits.comparisons || is_too_long(around, rule.size))
      return skip(name, all.size() - i);
    for (auto j = i + 1; j < std::min(all.size(), i + 1 + rule.size); ++j)
      compare(all[i].record, all[j].record, name);
  }
}

/// Stops as soon as the fields that are left cannot lift the score to the threshold.
void duplicate_search::compare(std::uint32_t one, std::uint32_t other, const std::string& block) {
  if (one > other) std::swap(one, other);
  ++report_.comparisons;
  const auto& fields = options_.fields;
  double weight = 0;
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (!text(one, i).empty() && !text(other, i).empty()) weight += fields[i].weight;
  if (weight * 2 < all_weight_) return;
  constexpr double rounding = 1e-9;
  const auto wanted = options_.threshold * weight - rounding;
  double score = 0, left = weight;
  std::vector<field_score> reasons;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto a = text(one, i), b = text(other, i);
    if (a.empty() || b.empty()) continue;
    left -= fields[i].weight;
    const auto similarity = text_similarity(a, outline(one, i), b, outline(other, i),
                                            std::max(0.0, (wanted - score - left) / fields[i].weight));
    score += similarity * fields[i].weight;
    if (score + left < wanted) return;
    reasons.push_back({i, similarity});
  }
  keep({one, other, false, score / weight, std::move(reasons), block});
}

void duplicate_search::skip(std::string block, std::uint64_t records) {
  ++report_.skipped_block_count;
  if (report_.skipped_blocks.size() < options_.limits.named_blocks)
    report_.skipped_blocks.push_back({std::move(block), records});
}

void duplicate_search::keep(found_pair pair) {
  if (!is_full_ && pairs_.size() >= 2 * options_.limits.pairs) {
    drop_repeated_pairs();
    is_full_ = pairs_.size() > options_.limits.pairs;
  }
  if (is_full_)
    ++report_.pairs_left_out;
  else
    pairs_.push_back(std::move(pair));
}

/// The first rule that found a pair counts.
void duplicate_search::drop_repeated_pairs() {
  const auto ids = [](const found_pair& pair) { return std::pair(pair.one, pair.other); };
  std::ranges::stable_sort(pairs_, {}, ids);
  const auto repeated = std::ranges::unique(pairs_, {}, ids);
  pairs_.erase(repeated.begin(), repeated.end());
}

void duplicate_search::report_clusters() {
  if (const auto most = options_.limits.pairs; pairs_.size() > most) {
    report_.pairs_left_out += pairs_.size() - most;
    pairs_.erase(pairs_.begin() + static_cast<std::ptrdiff_t>(most), pairs_.end());
  }
  disjoint_sets sets(order_.size());
  for (const auto& pair : pairs_) sets.join(pair.one, pair.other);
  const auto id_of = [&](std::uint32_t record) -> const std::string& { return ids_[order_[record]]; };
  std::map<std::uint32_t, duplicate_cluster> clusters;  // by root, which is the record with the first id
  for (auto& pair : pairs_) {
    clusters[sets.root_of(pair.one)].pairs.push_back(report_.pairs.size());
    report_.pairs.push_back({id_of(pair.one), id_of(pair.other), pair.is_exact, pair.score,
                             std::move(pair.reasons), std::move(pair.block)});
  }
  for (std::uint32_t record = 0; record < order_.size(); ++record)
    if (const auto found = clusters.find(sets.root_of(record)); found != clusters.end())
      found->second.ids.push_back(id_of(record));
  for (auto& [root, cluster] : clusters) report_.clusters.push_back(std::move(cluster));
}

}  // namespace laundromat
