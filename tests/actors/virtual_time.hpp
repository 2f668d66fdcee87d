// A test fixture for one actor under virtual time, with scripted other actors: no threads, no sockets, no waiting.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <caf/actor_cast.hpp>
#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/event_based_actor.hpp>
#include <caf/scheduler/test_coordinator.hpp>
#include <caf/send.hpp>
#include <memory>
#include <vector>

#include "actors/environment.hpp"
#include "actors/reporter.hpp"

namespace laundromat {

/// An actor system whose clock moves only by `pass`. Actors that were given to `keep` end with the test.
class virtual_time_test : public ::testing::Test {
 protected:
  virtual_time_test() {
    config_.set("scheduler.policy", caf::atom("testing"));
    config_.set("logger.inline-output", true);
    system_ = std::make_unique<caf::actor_system>(config_);
    env = std::make_shared<environment>();
    env->settings.contact = {"Laundromat", "https://example.org/", "crawl@example.org"};
    env->wall_epoch = from_ms(1'800'000'000'000);
    env->clock_epoch = system_->clock().now();
  }
  ~virtual_time_test() override {
    for (const auto& actor : kept_) caf::anon_send_exit(actor, caf::exit_reason::kill);
    kept_.clear();
    run();
    forget();
    system_.reset();
  }

  /// Releases the handles in members of a test; called before the system ends.
  virtual void forget() {}

  caf::actor_system& system() { return *system_; }
  caf::scheduler::test_coordinator& sched() {
    return dynamic_cast<caf::scheduler::test_coordinator&>(system_->scheduler());
  }
  void run() { sched().run(); }
  /// Lets virtual time pass in steps, so that ticks come in order.
  void pass(milliseconds time, milliseconds step = milliseconds{100}) {
    run();
    for (auto left = time; left > milliseconds{0}; left -= step) {
      sched().advance_time(std::min(step, left));
      run();
    }
  }
  timestamp time() {
    return env->wall_epoch +
           std::chrono::duration_cast<milliseconds>(system_->clock().now() - env->clock_epoch);
  }
  template <class Handle>
  Handle keep(Handle handle) {
    kept_.push_back(caf::actor_cast<caf::actor>(handle));
    return handle;
  }
  /// Ends one of the kept actors at once, as a crash does.
  template <class Handle>
  void kill(const Handle& handle) {
    caf::anon_send_exit(handle, caf::exit_reason::kill);
    run();
  }
  /// An actor with these handlers.
  template <class Handle = caf::actor>
  Handle scripted(caf::behavior handlers) {
    return caf::actor_cast<Handle>(
        keep(system_->spawn([handlers](caf::event_based_actor*) { return handlers; })));
  }
  /// A reporter that ignores all messages.
  reporter_actor silent_reporter() {
    return scripted<reporter_actor>(
        {[](fact_atom, const std::vector<reported_transition>&) {}, [](gauge_atom, const stage_gauge&) {},
         [](gauge_atom, const waiting_requests&) {}, [](tick_atom) {}, [](stop_atom) { return true; }});
  }

  environment_ptr env;

 private:
  caf::actor_system_config config_;
  std::unique_ptr<caf::actor_system> system_;
  std::vector<caf::actor> kept_;
};

}  // namespace laundromat
