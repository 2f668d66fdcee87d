// Derives transitions and attempts from stored steps, by repeating them.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/history.hpp"

namespace laundromat {

namespace {

event creation_of(const entry_origin& origin) {
  return origin.is_download ? event::download_begun : event::found_in_archive;
}

result<void> add_row(std::vector<history_row>& rows, record_state& state, const history_step& step) {
  auto t = state.advance(*step.on);
  if (!t) return tl::unexpected(t.error());
  rows.push_back({step.at, *t, step.cause, step.detail});
  return {};
}

/// Repeats the life of an entry, and lists its attempts.
class attempt_list {
 public:
  result<void> take(const history_step& step) {
    if (!step.on) {
      open(step.at);
      return {};
    }
    if (state_.current() != status::none) end(step);
    auto t = state_.advance(*step.on);
    if (!t) return tl::unexpected(t.error());
    if (*step.on == event::download_begun || *step.on == event::claimed) open(step.at);
    return {};
  }
  std::vector<attempt_row> rows;

 private:
  void open(timestamp at) {
    rows.push_back({stage_of(state_.current()).value_or(stage::fetch),
                    state_.attempt(),
                    at,
                    std::nullopt,
                    errc::ok,
                    {}});
    is_open_ = true;
  }
  void end(const history_step& step) {
    if (!is_open_ && !step.tried_nothing && is_working(record_kind::entry, state_.current())) open(step.at);
    if (!std::exchange(is_open_, false)) return;
    if (step.tried_nothing) return rows.pop_back();
    rows.back().ended = step.at;
    rows.back().code = step.cause;
    rows.back().description = step.detail.empty() ? std::string{to_string(*step.on)} : step.detail;
  }

  record_state state_{record_kind::entry};
  bool is_open_ = false;
};

}  // namespace

std::optional<stage> stage_of(status s) {
  switch (s) {
    case status::downloading:
      return stage::fetch;
    case status::unarchiving:
      return stage::unpack;
    case status::guessing:
      return stage::guess;
    case status::parsing:
      return stage::parse;
    default:
      return std::nullopt;
  }
}

bool is_of_seed(const history_step& step) {
  return step.on == event::crawl_ended || step.on == event::crawl_lost;
}

result<std::vector<history_row>> transitions_of(const entry_origin& origin,
                                                const std::vector<history_step>& steps) {
  std::vector<history_row> rows;
  record_state state{record_kind::entry};
  auto done = add_row(rows, state, {creation_of(origin), origin.begun, errc::ok, {}});
  for (const auto& step : steps)
    if (done && step.on && !is_of_seed(step)) done = add_row(rows, state, step);
  return done ? result<std::vector<history_row>>{std::move(rows)} : tl::unexpected(done.error());
}

result<void> add_crawl(std::vector<history_row>& of_seed, timestamp begun,
                       const std::vector<history_step>& steps) {
  auto state = of_seed.empty() ? record_state{record_kind::seed}
                               : record_state::restore(record_kind::seed, of_seed.back().change.to,
                                                       of_seed.back().change.attempt);
  auto done = add_row(of_seed, state, {event::came_due, begun, errc::ok, {}});
  for (const auto& step : steps)
    if (done && is_of_seed(step)) done = add_row(of_seed, state, step);
  return done;
}

result<std::vector<attempt_row>> attempts_of(const entry_origin& origin,
                                             const std::vector<history_step>& steps) {
  attempt_list list;
  auto done = list.take({creation_of(origin), origin.begun, errc::ok, {}});
  for (const auto& step : steps)
    if (done && !is_of_seed(step)) done = list.take(step);
  return done ? result<std::vector<attempt_row>>{std::move(list.rows)} : tl::unexpected(done.error());
}

}  // namespace laundromat
