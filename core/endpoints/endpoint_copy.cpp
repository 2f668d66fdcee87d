// Advances the copy of a SPARQL endpoint.
// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/endpoint_copy.hpp"

#include <algorithm>

#include "core/endpoints/csv_numbers.hpp"
#include "core/endpoints/page_queries.hpp"

namespace laundromat {

namespace {

constexpr seconds busy_wait{60};
constexpr std::string_view csv = "text/csv";
constexpr std::string_view n_triples = "application/n-triples";

std::uint64_t rounded_up(std::uint64_t a, std::uint64_t b) {
  return a / b + (a % b == 0 ? 0 : 1);
}

}  // namespace

std::optional<copy_request> endpoint_copy::next() const {
  const auto& s = state_;
  if (s.phase == copy_phase::ended) return std::nullopt;
  copy_request out{"", std::string{csv}, s.phase};
  const bool is_of_part = s.phase == copy_phase::paging || s.phase == copy_phase::counting;
  if (is_of_part) out.predicate = s.parts[s.current].sum.predicate;
  if (s.phase == copy_phase::listing) {
    out.list_after = s.list_after;
    out.query = list_query(s.source, s.list_after, s.limits.predicates, s.has_hash_sums);
  } else if (s.phase == copy_phase::totalling) {
    out.query = total_query(s.source);
  } else if (s.phase == copy_phase::paging) {
    out.accept = n_triples;
    out.range = s.wanted.back().range;
    out.query = page_query(s.source, out.predicate, out.range);
  } else {
    out.range = std::ranges::find_if(s.received, [](const auto& page) { return !page.is_counted; })->range;
    out.query = count_query(s.source, out.predicate, out.range);
  }
  return out;
}

copy_step endpoint_copy::take(const endpoint_answer& answer) {
  copy_step step;
  if (state_.phase == copy_phase::ended) return step;
  ++state_.requests;
  step.verdict = judge_answer(answer);
  if (step.verdict.worth == answer_worth::good) use(answer, step);
  if (step.verdict.worth == answer_worth::good) return step;
  ++state_.repeated;
  if (step.verdict.worth == answer_worth::later)
    step.wait = answer.retry_after.value_or(busy_wait);
  else if (step.verdict.worth == answer_worth::too_much)
    on_too_much(step);
  else if (step.verdict.worth == answer_worth::broken)
    on_broken(step);
  else
    on_refused(step);
  return step;
}

std::uint64_t endpoint_copy::rows_of_a_page() const {
  return std::max<std::uint64_t>(state_.page_rows ? state_.page_rows : state_.limits.page_rows, 1);
}

received_page* endpoint_copy::uncounted_page() {
  const auto page = std::ranges::find_if(state_.received, [](const auto& one) { return !one.is_counted; });
  return page == state_.received.end() ? nullptr : &*page;
}

void endpoint_copy::use(const endpoint_answer& answer, copy_step& step) {
  switch (state_.phase) {
    case copy_phase::listing:
      return use_list(answer, step);
    case copy_phase::totalling:
      return use_total(answer, step);
    case copy_phase::paging:
      return use_page(answer, step);
    case copy_phase::counting:
      return use_count(answer, step);
    case copy_phase::ended:
      break;
  }
}

void endpoint_copy::use_page(const endpoint_answer& answer, copy_step& step) {
  const auto rows = count_triples(answer.body);
  if (!rows) return note_broken(step, "the page is not N-Triples, or it ends within a triple");
  const auto page = state_.wanted.back();
  state_.wanted.pop_back();
  state_.attempts = 0;
  step.keep_as = state_.next_id;
  state_.received.push_back({state_.next_id++, page.range, *rows, false, page.attempts});
  if (state_.wanted.empty()) settle_part();
}

void endpoint_copy::use_count(const endpoint_answer& answer, copy_step& step) {
  const auto csv_rows = read_csv(answer.body);
  const auto count = csv_rows && csv_rows->size() == 1 ? number_in(csv_rows->front(), "n") : std::nullopt;
  if (!count) return note_broken(step, "the number of triples is not CSV");
  state_.attempts = 0;
  auto& page = *uncounted_page();
  if (page.rows != *count && page.attempts + 1 < state_.limits.attempts) {
    // Much too few rows: the endpoint cuts its answers.
    if (page.rows < *count && page.rows < *count - *count / 20)
      state_.page_rows =
          std::min(std::max(page.rows - page.rows / 10, state_.limits.fewest_rows), rows_of_a_page());
    const auto again = page;
    step.drop.push_back(again.id);
    ++state_.repeated;
    std::erase(state_.received, again);
    want(again.range, *count, again.attempts + 1, again.rows < *count && again.attempts > 0 ? 2 : 1);
    state_.phase = copy_phase::paging;
    return;
  }
  if (page.rows != *count) part().is_unsettled = true;
  page.is_counted = true;
  if (!uncounted_page()) settle_part();
}

void endpoint_copy::on_too_much(copy_step& step) {
  if (state_.phase == copy_phase::listing || state_.phase == copy_phase::totalling) {
    // Once more, because the endpoint may have been busy; then without what it cannot do.
    if (state_.attempts++ == 0) return;
    state_.attempts = 0;
    if (state_.phase == copy_phase::totalling) return end(errc::endpoint_limit, step.verdict.detail);
    if (state_.has_hash_sums) {
      state_.has_hash_sums = false;
      return begin_list();
    }
    state_.phase = copy_phase::totalling;
    state_.listed.clear();
    return;
  }
  if (state_.phase == copy_phase::counting) {
    // A range that cannot be counted is received in halves, each with fewer triples to count.
    const auto page = *uncounted_page();
    step.drop.push_back(page.id);
    std::erase(state_.received, page);
    state_.wanted.push_back({page.range, page.attempts});
    state_.phase = copy_phase::paging;
  }
  const auto page = state_.wanted.back();
  const auto expected = static_cast<std::uint64_t>(static_cast<double>(part().sum.triples) *
                                                   static_cast<double>(page.range.width()) / 4'294'967'296.0);
  state_.wanted.pop_back();
  if (page.range.width() > 1 && expected >= 2 * state_.limits.fewest_rows)
    return want(page.range, 0, page.attempts, 2);
  if (page.attempts + 1 >= state_.limits.attempts) return fail_part(errc::endpoint_limit);
  state_.wanted.push_back({page.range, page.attempts + 1});
}

void endpoint_copy::on_broken(copy_step& step) {
  if (++state_.attempts < state_.limits.attempts) return;
  state_.attempts = 0;
  if (state_.phase == copy_phase::paging || state_.phase == copy_phase::counting)
    return fail_part(step.verdict.code);
  end(step.verdict.code, step.verdict.detail);
}

void endpoint_copy::on_refused(const copy_step& step) {
  if (state_.phase != copy_phase::listing) return end(step.verdict.code, step.verdict.detail);
  // The expression of the hash sums may be unknown to the endpoint.
  if (!state_.has_hash_sums) return end(step.verdict.code, step.verdict.detail);
  state_.has_hash_sums = false;
  begin_list();
}

void endpoint_copy::begin_next_part() {
  const auto is_open = [](const copied_part& known) {
    return !known.is_received && known.failure == errc::ok;
  };
  const auto open = std::ranges::find_if(state_.parts, is_open);
  state_.received.clear();
  state_.wanted.clear();
  state_.attempts = 0;
  if (open == state_.parts.end()) return begin_list();
  state_.current = static_cast<std::uint64_t>(open - state_.parts.begin());
  state_.phase = copy_phase::paging;
  want({}, open->sum.triples, 0);
}

// Divides a range so that each piece has hardly more rows than a page; the first piece is requested first. The number of rows is what an endpoint
// says: beyond `most_pieces` the pieces are larger, and divided when they are requested.
void endpoint_copy::want(hash_range range, std::uint64_t rows, std::uint32_t attempts,
                         std::uint64_t least_pieces) {
  constexpr std::uint64_t most_pieces = 1'000'000, most_rows = 1'000'000'000'000;
  const auto most = rows_of_a_page();
  rows = std::min(rows, most_rows);
  auto pieces = rows <= most ? 1 : rounded_up(rows + rows / 10, most);
  pieces = std::min({std::max(pieces, least_pieces), range.width(), most_pieces});
  const auto width = range.width() / pieces;
  for (auto i = pieces; i-- > 0;) {
    const auto first = range.first + i * width;
    const auto last = i + 1 == pieces ? range.last : first + width - 1;
    state_.wanted.push_back(
        {{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)}, attempts});
  }
}

void endpoint_copy::settle_part() {
  std::uint64_t rows = 0;
  for (const auto& page : state_.received) rows += page.rows;
  if (rows != part().sum.triples && uncounted_page()) {
    state_.phase = copy_phase::counting;
    return;
  }
  for (const auto& page : state_.received) part().pages.push_back(page.id);
  part().is_received = true;
  begin_next_part();
}

void endpoint_copy::fail_part(errc code) {
  for (const auto& page : state_.received) part().pages.push_back(page.id);
  part().failure = code;
  begin_next_part();
}

void endpoint_copy::end(errc failure, std::string detail) {
  state_.phase = copy_phase::ended;
  state_.failure = failure;
  state_.detail = std::move(detail);
}

}  // namespace laundromat
