// The lists of predicates at the begin and end of a copy: what is to be received, and what has changed.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/endpoints/csv_numbers.hpp"
#include "core/endpoints/endpoint_copy.hpp"
#include "core/endpoints/page_queries.hpp"

namespace laundromat {

namespace {

constexpr std::size_t most_predicates = 1'000'000;  // a list without end is no list

// Without the hash sums where one of the lists does not have them.
bool is_unchanged(predicate_sum before, predicate_sum after) {
  if (before.hash_sum == 0 || after.hash_sum == 0) before.hash_sum = after.hash_sum = 0;
  return before == after;
}

}  // namespace

// The list ends with an empty answer: an endpoint may give fewer rows than were asked for.
void endpoint_copy::use_list(const endpoint_answer& answer, copy_step& step) {
  const auto rows = read_csv(answer.body, {"p", "key", "n"});
  if (!rows) return note_broken(step, "the list of predicates is not CSV with the requested columns");
  std::vector<predicate_sum> found;
  std::string last;
  for (const auto& row : *rows) {
    auto sum = sum_in(row, state_.has_hash_sums);
    if (!sum || !row.contains("p") || !row.contains("key") || row.at("key") <= state_.list_after)
      return note_broken(step, "the list of predicates has other columns or another order than requested");
    sum->predicate = row.at("p");
    last = std::max(last, row.at("key"));
    found.push_back(*std::move(sum));
  }
  state_.attempts = 0;
  std::ranges::move(found, std::back_inserter(state_.listed));
  if (state_.listed.size() > most_predicates)
    return end(errc::bad_response, "the endpoint lists more than a million predicates");
  if (rows->empty()) return end_list(step);
  state_.list_after = last;
}

void endpoint_copy::use_total(const endpoint_answer& answer, copy_step& step) {
  const auto rows = read_csv(answer.body);
  const auto sum = rows && rows->size() == 1 ? sum_in(rows->front(), false) : std::nullopt;
  if (!sum) return note_broken(step, "the number of triples is not CSV");
  state_.attempts = 0;
  if (sum->triples > 0) state_.listed = {*sum};
  end_list(step);
}

void endpoint_copy::begin_list() {
  state_.phase = copy_phase::listing;
  state_.list_after.clear();
  state_.listed.clear();
}

void endpoint_copy::end_list(copy_step& step) {
  if (!state_.is_first_list)
    for (auto& known : state_.parts) compare(known, step);
  std::erase_if(state_.parts, [](const copied_part& known) { return known.sum.triples == 0; });
  for (auto& sum : state_.listed) {
    const auto is_it = [&](const copied_part& known) { return known.sum.predicate == sum.predicate; };
    if (std::ranges::any_of(state_.parts, is_it)) continue;
    auto& added = state_.parts.emplace_back();
    added.sum = sum;
    if (!sum.predicate.empty() && !is_query_iri(sum.predicate)) added.failure = errc::uri_syntax;
  }
  state_.listed.clear();
  state_.is_first_list = false;
  const auto is_open = [](const copied_part& known) {
    return !known.is_received && known.failure == errc::ok;
  };
  if (std::ranges::none_of(state_.parts, is_open)) return end(errc::ok, "");
  begin_next_part();
}

// Decides whether a part is received again. A part whose predicate is gone has no triples any more.
void endpoint_copy::compare(copied_part& known, copy_step& step) {
  const auto is_it = [&](const predicate_sum& sum) { return sum.predicate == known.sum.predicate; };
  const auto now = std::ranges::find_if(state_.listed, is_it);
  const auto after = now == state_.listed.end() ? predicate_sum{known.sum.predicate} : *now;
  if (is_unchanged(known.sum, after)) return;
  if (known.failure != errc::ok) {
    known.sum = after;
    return;
  }
  if (known.round >= state_.limits.rounds && after.triples > 0) {
    known.is_changing = true;
    return;
  }
  step.drop.insert(step.drop.end(), known.pages.begin(), known.pages.end());
  const auto round = known.round + 1;
  known = {};
  known.sum = after;
  known.round = round;
}

}  // namespace laundromat
