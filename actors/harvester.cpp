// Makes a step each second.
// SPDX-License-Identifier: Apache-2.0
#include "actors/harvester.hpp"

#include "actors/log.hpp"
#include "messages/errors.hpp"

namespace laundromat {

namespace {

constexpr seconds harvest_tick_interval{1};

/// Makes a step, and ends the actor when the journal cannot be used.
bool make_step(harvester_ptr self) {
  auto& s = self->state;
  if (!s.harvest) return false;
  if (const auto done = s.harvest->step(now(*s.env, self)); !done) {
    self->quit(to_error(done.error()));
    return false;
  }
  return s.harvest->has_work();
}

}  // namespace

harvester_actor::behavior_type harvester(harvester_ptr self, environment_ptr env,
                                         const harvest_factory& make) {
  self->state.env = env;
  self->set_exception_handler([](std::exception_ptr& what) { return describe(what, "the harvester"); });
  if (auto made = make(std::move(env)))
    self->state.harvest = *std::move(made);
  else
    self->quit(to_error(made.error()));
  self->send(self, tick_atom::value);
  return {
      [=](tick_atom) {
        (void)make_step(self);
        self->delayed_send(self, harvest_tick_interval, tick_atom::value);
      },
      [=](idle_atom) { return make_step(self); },
  };
}

}  // namespace laundromat
