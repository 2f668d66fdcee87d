// Opens the connections of webhooks, and keeps their faults from the engine.
// SPDX-License-Identifier: Apache-2.0
#include "app/webhooks/webhook_parts.hpp"

#include "actors/log.hpp"
#include "app/terminal/wall_clock.hpp"
#include "app/webhooks/webhook_delivery.hpp"
#include "core/base/machine_fault.hpp"
#include "storage/files/safe_folder.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {

namespace {

/// A connection of its own, see `make_harvest_parts`.
result<journal> open_own_connection(const environment_ptr& env) {
  return journal::open(data_layout{env->folder->path()}.journal(), journal_mode::read_write);
}

/// Faults of this machine are reported, so that the next step is later; others end the step only.
result<void> only_serious(result<void> done, const std::string& who) {
  if (done) return done;
  const auto code = done.error().code;
  if (code == errc::journal_damaged || is_machine_fault(code)) return done;
  log_warning("{}: {}", who, to_string(done.error()));
  return {};
}

class webhook_work final : public background_work {
 public:
  webhook_work(std::string who, std::unique_ptr<webhook_delivery> delivery)
      : who_(std::move(who)), delivery_(std::move(delivery)) {}
  [[nodiscard]] result<void> step(timestamp /*now*/) override {
    return only_serious(delivery_->step(), who_);
  }
  [[nodiscard]] bool has_work() const override { return false; }  // the run waits for it at its end

 private:
  std::string who_;
  std::unique_ptr<webhook_delivery> delivery_;
};

class person_work final : public background_work {
 public:
  explicit person_work(std::unique_ptr<person_watch> watch) : watch_(std::move(watch)) {}
  [[nodiscard]] result<void> step(timestamp now) override {
    return only_serious(watch_->step(now), "the watch for what needs a person");
  }
  [[nodiscard]] bool has_work() const override { return false; }

 private:
  std::unique_ptr<person_watch> watch_;
};

result<std::unique_ptr<background_work>> make_webhook(const campaign& settings, const campaign::webhook& to,
                                                      const std::shared_ptr<unkept_events>& unkept,
                                                      const environment_ptr& env) {
  auto db = open_own_connection(env);
  if (!db) return tl::unexpected(db.error());
  delivery_options options{wall_now, [env] { return env->cancelled || env->draining; }, unkept};
  return std::make_unique<webhook_work>(
      "the webhook " + to.name,
      std::make_unique<webhook_delivery>(settings, to, *std::move(db), std::move(options)));
}

result<std::unique_ptr<background_work>> make_watch(const campaign& settings,
                                                    std::function<machine_troubles()> troubles,
                                                    const std::shared_ptr<unkept_events>& unkept,
                                                    const environment_ptr& env) {
  auto db = open_own_connection(env);
  if (!db) return tl::unexpected(db.error());
  return std::make_unique<person_work>(
      std::make_unique<person_watch>(settings, *std::move(db), std::move(troubles), unkept));
}

}  // namespace

std::vector<delivery_state> webhooks_of(const campaign& settings) {
  std::vector<delivery_state> all;
  for (const auto& one : settings.webhooks) {
    auto& state = all.emplace_back();
    state.name = one.name;
    state.url = one.url;
    state.wanted = events_of_types(one.events).value_or(0);
  }
  return all;
}

background_parts make_webhook_parts(const campaign& settings, std::function<machine_troubles()> troubles) {
  background_parts parts;
  if (settings.webhooks.empty()) return parts;
  const auto unkept = std::make_shared<unkept_events>();
  parts.push_back({"the watch for what needs a person", [=, &settings](const environment_ptr& env) {
                     return make_watch(settings, troubles, unkept, env);
                   }});
  for (const auto& one : settings.webhooks)
    parts.push_back({"the webhook " + one.name, [=, &settings, &one](const environment_ptr& env) {
                       return make_webhook(settings, one, unkept, env);
                     }});
  return parts;
}

}  // namespace laundromat
