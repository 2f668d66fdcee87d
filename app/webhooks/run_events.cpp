// Keeps the events of a run, and delivers the last ones.
// SPDX-License-Identifier: Apache-2.0
#include "app/webhooks/run_events.hpp"

#include <algorithm>
#include <thread>

#include "actors/log.hpp"
#include "app/terminal/terminal.hpp"
#include "app/terminal/wall_clock.hpp"
#include "app/webhooks/webhook_delivery.hpp"
#include "app/webhooks/webhook_parts.hpp"

namespace laundromat {

namespace {

using steady_clock = std::chrono::steady_clock;

/// The part of an orderly end in which one webhook gets what waits for it.
class last_delivery {
 public:
  /// `until`: a pause that ends later is not waited for.
  last_delivery(const campaign& settings, const campaign::webhook& to, journal db, timestamp until,
                std::function<bool()> is_over)
      : until_(until),
        is_over_(std::move(is_over)),
        delivery_(settings, to, std::move(db), {wall_now, is_over_}) {}

  void run() {
    constexpr milliseconds between_waits{50};
    while (true) {
      done_ = delivery_.step();
      const auto waiting = delivery_.waiting();
      left_ = waiting.value_or(0);
      if (!done_ || !waiting || left_ == 0 || is_over_() || delivery_.state().not_before > until_) return;
      while (wall_now() < delivery_.state().not_before && !is_over_())
        std::this_thread::sleep_for(between_waits);
    }
  }
  void report() const {
    const auto& state = delivery_.state();
    if (!done_)
      log_warning("a webhook was not told of the end of the run: {}", to_string(done_.error()));
    else if (left_ > 0)
      log_warning("the webhook {} has not got {}, which {} kept and sent by the next run{}", state.name,
                  number_of(left_, "event"), left_ == 1 ? "is" : "are",
                  state.problem.empty() ? std::string{} : ": " + state.problem);
  }

 private:
  timestamp until_;
  std::function<bool()> is_over_;
  webhook_delivery delivery_;
  result<void> done_;
  std::uint64_t left_ = 0;
};

/// Sends to all webhooks at the same time, so that one that does not answer takes no time from the others.
result<void> deliver_the_rest(const campaign& settings, const std::filesystem::path& path, timestamp until,
                              const std::function<bool()>& is_over) {
  std::vector<std::unique_ptr<last_delivery>> all;
  for (const auto& one : settings.webhooks) {
    auto db = journal::open(path, journal_mode::read_write);
    if (!db) return tl::unexpected(db.error());
    all.push_back(std::make_unique<last_delivery>(settings, one, *std::move(db), until, is_over));
  }
  std::vector<std::thread> threads;
  for (const auto& one : all) threads.emplace_back([&one] { one->run(); });
  for (auto& one : threads) one.join();
  for (const auto& one : all) one->report();
  return {};
}

result<void> keep_end(const std::filesystem::path& path, const json_fact& summary) {
  auto db = journal::open(path, journal_mode::read_write);
  if (!db) return tl::unexpected(db.error());
  const auto kept = webhook_records{*db}.keep(webhook_event_kind::run_ended, wall_now(), text_of(summary));
  return kept ? result<void>{} : tl::unexpected(kept.error());
}

}  // namespace

result<void> enrol_webhooks(const campaign& settings, journal& db) {
  const auto all = webhooks_of(settings);
  webhook_events wanted = 0;
  for (const auto& one : all) wanted |= one.wanted;
  db.keep_events(events_to_keep(wanted));
  return webhook_records{db}.enrol(all);
}

result<void> keep_run_started(const campaign& settings, journal& db, bool was_killed, timestamp now) {
  if (settings.webhooks.empty()) return {};
  const json_fact facts{{"version", program_version}, {"data", settings.data}, {"after_kill", was_killed}};
  const auto kept = webhook_records{db}.keep(webhook_event_kind::run_started, now, text_of(facts));
  return kept ? result<void>{} : tl::unexpected(kept.error());
}

void tell_end_of_run(const campaign& settings, const std::filesystem::path& path, const json_fact& summary,
                     seconds most_wait, const std::function<bool()>& is_urgent) {
  if (settings.webhooks.empty()) return;
  const auto kept = keep_end(path, summary);
  if (!kept) log_warning("webhooks are not told of the end of the run: {}", to_string(kept.error()));
  const auto deadline = steady_clock::now() + most_wait;
  const auto done = deliver_the_rest(settings, path, wall_now() + most_wait,
                                     [&] { return is_urgent() || steady_clock::now() >= deadline; });
  if (!done) log_warning("webhooks are told by the next run: {}", to_string(done.error()));
}

}  // namespace laundromat
