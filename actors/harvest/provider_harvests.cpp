// Goes through the registry.
// SPDX-License-Identifier: Apache-2.0
#include "actors/harvest/provider_harvests.hpp"

#include "actors/log.hpp"
#include "core/base/machine_fault.hpp"

namespace laundromat {

namespace {

/// For one graph at a time.
constexpr std::size_t merging_threads = 2;
constexpr seconds pause_after_fault{30};

std::string graph_base(const campaign& settings) {
  if (!settings.harvest.graph_base.empty()) return settings.harvest.graph_base;
  return (settings.public_base.empty() ? std::string(usual_public_base) : settings.public_base) + "graphs/";
}

}  // namespace

provider_harvests::provider_harvests(environment_ptr env, journal db, harvest_ports ports)
    : env_(std::move(env)),
      db_(std::move(db)),
      records_(db_),
      current_registry_(std::move(ports.current_registry)),
      workers_(merging_threads),
      orders_(db_, step_, env_->runs_once ? env_->wall_epoch : timestamp::max()),
      problems_(db_, step_),
      void_files_(env_, db_, step_, orders_, problems_),
      datasets_(env_, db_, step_, orders_, void_files_, workers_),
      write_back_(db_, std::move(ports.write_registry)),
      upkeep_(env_, db_, problems_, workers_),
      receipts_(env_, db_, step_, std::move(ports.write_receipt)),
      export_(env_, db_, std::move(ports.export_graphs)) {}

result<void> provider_harvests::step(timestamp now) {
  step_.begin(now);
  datasets_.begin_step();
  if (is_stopping()) return {};
  refresh_registry();
  const auto& all = registry_.providers;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (is_stopping()) return {};
    if (auto done = take_turn(all[(first_ + i) % all.size()]); !done) return done;
  }
  first_ = all.empty() ? 0 : (first_ + 1) % all.size();
  export_.write(now);
  step_.end();
  return {};
}

result<void> provider_harvests::take_turn(const registered_provider& registered) {
  const auto rests = is_resting(registered.name);
  if (!rests) return tl::unexpected(rests.error());
  if (*rests) return {};
  auto done = bring_up_to_date(registered);
  if (done) return done;
  const auto& why = done.error();
  if (is_machine_fault(why.code)) return let_rest(registered.name, why);
  const bool was_changed = why.code == errc::not_found || why.code == errc::invalid_argument;
  if (!was_changed) return done;
  // Dropped, bound to another location, or restored in this moment: the next step sees that.
  step_.continue_next();
  return {};
}

result<bool> provider_harvests::is_resting(const std::string& name) {
  const auto found = faults_.find(name);
  if (found == faults_.end()) return false;
  if (step_.begun() < found->second.until) return true;
  const auto problem = std::move(found->second.problem);
  faults_.erase(found);
  const auto provider = records_.provider(name);
  if (!provider && provider.error().code != errc::not_found) return tl::unexpected(provider.error());
  if (provider && provider->problem == problem)
    if (auto noted = problems_.note(*provider, {}); !noted) return tl::unexpected(noted.error());
  return false;
}

result<void> provider_harvests::let_rest(const std::string& name, const failure& why) {
  const auto provider = records_.provider(name);
  if (!provider) return tl::unexpected(why);
  const auto problem = "a fault of this machine: " + to_string(why);
  faults_[name] = {step_.begun() + pause_after_fault, problem};
  return problems_.note(*provider, problem);
}

void provider_harvests::refresh_registry() {
  auto reading = current_registry_();
  if (reading.problem != registry_problem_) {
    if (!reading.problem.empty())
      log_error("the registry is not in force as it is, what was read before stays: {}", reading.problem);
    registry_problem_ = reading.problem;
  }
  registry_ = std::move(reading.content);
}

result<void> provider_harvests::bring_up_to_date(const registered_provider& registered) {
  auto provider = find_bound(registered);
  if (!provider) return tl::unexpected(provider.error());
  if (!*provider) return {};
  if (auto visited = void_files_.visit(registered, **provider); !visited) return visited;
  auto newest = records_.provider(registered.name);
  if (!newest) return tl::unexpected(newest.error());
  if (void_files_.is_judged(registered.name) && newest->problem.empty()) {
    if (auto done = datasets_.advance(registered, *newest); !done) return done;
    newest = records_.provider(registered.name);
    if (!newest) return tl::unexpected(newest.error());
  }
  if (auto written = write_back_.write(*newest); !written) return written;
  if (auto kept = upkeep_.maintain(*newest); !kept) return kept;
  return receipts_.write(*newest);
}

result<std::optional<stored_provider>> provider_harvests::find_or_add(const registered_provider& registered) {
  auto known = records_.provider(registered.name);
  if (known) return *std::move(known);
  if (known.error().code != errc::not_found) return tl::unexpected(known.error());
  const auto graph = graph_of(graph_base(settings_in_force(*env_)), registered.name);
  known = records_.add_provider(registered.name, graph, registered.void_uri);
  if (known) return *std::move(known);
  if (known.error().code != errc::invalid_argument) return tl::unexpected(known.error());
  log_error("the provider {} is not harvested: {}", registered.name, known.error().detail);
  return std::nullopt;
}

result<std::optional<stored_provider>> provider_harvests::find_bound(const registered_provider& registered) {
  auto known = find_or_add(registered);
  if (!known || !*known) return known;
  auto& provider = **known;
  if (provider.inbox != registered.inbox) {
    if (auto noted = records_.note_inbox(provider.id, registered.inbox); !noted)
      return tl::unexpected(noted.error());
    provider.inbox = registered.inbox;
  }
  if (provider.void_uri == registered.void_uri) return known;
  const auto noted =
      problems_.note(provider, "its graph belongs to " + provider.void_uri + ", and the registry names " +
                                   registered.void_uri + ": `laundromat providers " + registered.name +
                                   " --bind " + registered.void_uri + "` confirms that");
  if (!noted) return tl::unexpected(noted.error());
  return std::nullopt;
}

}  // namespace laundromat
