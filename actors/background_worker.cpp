// Makes a step each second.
// SPDX-License-Identifier: Apache-2.0
#include "actors/background_worker.hpp"

#include "actors/log.hpp"
#include "core/base/machine_fault.hpp"
#include "messages/errors.hpp"

namespace laundromat {

namespace {

constexpr seconds step_interval{1}, fault_pause{30};

/// Makes a step, and ends the actor when nothing can be done. Returns whether there is more to do.
bool make_step(background_worker_ptr self) {
  auto& s = self->state;
  if (!s.work || now(*s.env, self) < s.paused_until) return false;
  const auto done = s.work->step(now(*s.env, self));
  if (done) return s.work->has_work();
  const auto& why = done.error();
  if (why.code == errc::cancelled) return false;
  if (!is_machine_fault(why.code)) {
    self->quit(to_error(why));
    return false;
  }
  s.paused_until = now(*s.env, self) + fault_pause;
  log_error("{} waits for {} s, because of a fault of this machine: {}", s.name_of_work, fault_pause.count(),
            to_string(why));
  return false;
}

}  // namespace

background_worker_actor::behavior_type background_worker(background_worker_ptr self, environment_ptr env,
                                                         const background_part& part) {
  self->state.env = env;
  self->state.name_of_work = part.name;
  self->set_exception_handler([name = part.name](std::exception_ptr& what) { return describe(what, name); });
  if (auto made = part.make(env))
    self->state.work = *std::move(made);
  else
    self->quit(to_error(made.error()));
  self->send(self, tick_atom::value);
  return {
      [=](tick_atom) {
        (void)make_step(self);
        self->delayed_send(self, step_interval, tick_atom::value);
      },
      [=](idle_atom) { return make_step(self); },
  };
}

}  // namespace laundromat
