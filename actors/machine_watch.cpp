// Reads the state of the machine, pauses work and ends the pause.
// SPDX-License-Identifier: Apache-2.0
#include "actors/machine_watch.hpp"

#include "actors/log.hpp"
#include "core/base/count_words.hpp"
#include "core/base/machine_fault.hpp"
#include "messages/errors.hpp"

namespace laundromat {

namespace {

using machine_watch_ptr = watch_actor::stateful_pointer<watch_state>;

constexpr seconds watch_tick_interval{1};
constexpr seconds between_complaints{60};
constexpr seconds longest_wait{3'000};  // less than the time-out of an entry

std::string in_words(const failure& why, const machine_reading& seen) {
  const bool reports_room =
      (why.code == errc::no_space || why.code == errc::journal_full) && !seen.room.empty();
  return to_string(why) + (reports_room ? "; " + seen.room : "") + "; " + std::string{remedy_for(why.code)};
}

/// Why no new crawl begins, and what to do; empty when crawls begin.
std::string describe_intake(const environment& env, const machine_reading& seen) {
  if (!env.intake_paused) return {};
  return "less free space than disk.intake_mib, which is " +
         std::to_string(settings_in_force(env).disk.intake_mib) + " MiB" +
         (seen.room.empty() ? "" : "; " + seen.room) +
         "; free disk space, or lower disk.intake_mib in the campaign";
}

/// What the reporter shows; empty when no work waits for the machine.
std::string describe_trouble(const watch_state& s) {
  if (s.seen.trouble) return in_words(*s.seen.trouble, s.seen);
  if (s.env->journal_waits) return in_words({errc::journal_full, "the journal cannot commit"}, s.seen);
  if (s.waiting.empty()) return {};
  return number_of(s.waiting.size(), "document waits", "documents wait") + ": " +
         in_words(s.last_fault, s.seen);
}

void show(machine_watch_ptr self) {
  auto& s = self->state;
  const auto text = describe_trouble(s);
  const auto at = now(*s.env, self);
  if (text.empty() && s.was_in_trouble) log_info("this machine can work again: all work continues");
  // The journal logs its own faults.
  const bool is_due = !s.was_in_trouble || s.logged_at + between_complaints <= at;
  if (!text.empty() && is_due && !s.env->journal_waits) {
    log_error("this machine has a fault; documents wait and lose no attempt: {}", text);
    s.logged_at = at;
  }
  s.was_in_trouble = !text.empty();
  const auto intake = describe_intake(*s.env, s.seen);
  if (text != s.shown || intake != s.shown_intake) self->send(s.reporter, wait_atom::value, text, intake);
  s.shown = text;
  s.shown_intake = intake;
}

void answer_waiting_entries(machine_watch_ptr self) {
  auto& s = self->state;
  const auto& seen = s.seen;
  const auto at = now(*s.env, self);
  std::erase_if(s.waiting, [&](waiting_for_machine& one) {
    if (!one.free_bytes) one.free_bytes = seen.free_bytes;
    const bool may_try =
        !seen.trouble && (one.not_before <= at || has_grown(*one.free_bytes, seen.free_bytes));
    if (!may_try && at < one.since + longest_wait) return false;
    one.promise.deliver(may_try);
    return true;
  });
}

/// Stops and resumes the begin of crawls by the free space.
void watch_intake(environment& env, const machine_reading& seen) {
  const bool was_paused = env.intake_paused;
  const auto watermark = settings_in_force(env).disk.intake_mib << 20U;
  const bool is_paused =
      seen.least_free_bytes && is_below_watermark(*seen.least_free_bytes, watermark, was_paused);
  env.intake_paused = is_paused;
  if (is_paused && !was_paused) log_warning("no new crawl begins: {}", describe_intake(env, seen));
  if (was_paused && !is_paused) log_info("new crawls begin again: {}", seen.room);
}

void read_machine(machine_watch_ptr self) {
  auto& s = self->state;
  s.seen = s.env->check_machine ? s.env->check_machine(s.env->paused.load()) : machine_reading{};
  s.env->paused = s.seen.trouble.has_value();
  if (s.seen.least_free_bytes) s.env->meters.free_bytes = static_cast<std::int64_t>(*s.seen.least_free_bytes);
  watch_intake(*s.env, s.seen);
  answer_waiting_entries(self);
  show(self);
}

caf::result<bool> wait(machine_watch_ptr self, const machine_fault_report& met) {
  auto& s = self->state;
  if (s.draining) return to_error({errc::cancelled, "the engine stops"});
  s.env->paused = true;
  s.last_fault = met.why;
  auto promise = self->make_response_promise<bool>();
  const auto at = now(*s.env, self);
  s.waiting.push_back({promise, at, at + pause_after(met.times, met.repeats_request), std::nullopt});
  show(self);
  return promise;
}

void start_drain(machine_watch_ptr self) {
  auto& s = self->state;
  s.draining = true;
  for (auto& one : s.waiting) one.promise.deliver(to_error({errc::cancelled, "the engine stops"}));
  s.waiting.clear();
}

}  // namespace

std::string watch_intake_before_start(environment& env) {
  if (!env.check_machine) return {};
  const auto seen = env.check_machine(false);
  watch_intake(env, seen);
  return describe_intake(env, seen);
}

watch_actor::behavior_type machine_watch(machine_watch_ptr self, environment_ptr env,
                                         reporter_actor reporter) {
  self->state.env = std::move(env);
  self->state.reporter = std::move(reporter);
  self->send(self, tick_atom::value);
  return {
      [=](wait_atom, const machine_fault_report& met) { return wait(self, met); },
      [=](tick_atom) {
        if (self->state.draining) return;  // keep the text: it is the reason for the drain
        read_machine(self);
        self->delayed_send(self, watch_tick_interval, tick_atom::value);
      },
      [=](drain_atom) { start_drain(self); },
  };
}

}  // namespace laundromat
