// Implements the scripted fetcher and washers of the test engine.
// SPDX-License-Identifier: Apache-2.0
#include "tests/actors/engine_fixture.hpp"

#include <caf/event_based_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <cstdlib>

#include "actors/commit.hpp"
#include "actors/job_requests.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/journal/journal_places.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

namespace {

struct scripted_state {
  static constexpr const char* name = "scripted";
  environment_ptr env;
  dispatcher_actor dispatcher;
};

/// An actor that answers a delegated job after `lateness`.
template <class Worker, class Job, class Outcome>
Worker spawn_late(caf::local_actor* self, Outcome found, milliseconds lateness) {
  const auto answerer = self->spawn([found, lateness](caf::event_based_actor* late) {
    const auto promise = std::make_shared<caf::typed_response_promise<Outcome>>();
    return caf::behavior{[late, promise, lateness](const Job&) -> caf::result<Outcome> {
                           *promise = late->make_response_promise<Outcome>();
                           late->delayed_send(late, lateness, tick_atom::value);
                           return *promise;
                         },
                         [late, promise, found](tick_atom) {
                           promise->deliver(found);
                           late->quit();
                         }};
  });
  return caf::actor_cast<Worker>(answerer);
}

/// What a scripted unpacker does with small jobs that came together. When the script returns nothing for one of them, it never answers.
template <class Self, class Script>
caf::result<unpack_answers> answer_together(Self* self, const std::vector<unpack_job>& jobs,
                                            const Script& steps) {
  unpack_answers answers;
  for (const auto& job : jobs) {
    try {
      auto found = steps(job);
      if (!found) return self->template make_response_promise<unpack_answers>();
      found->begun = found->ended = now(*self->state.env, self);
      answers.each.emplace_back(std::move(*found));
    } catch (const failure& why) {
      answers.each.emplace_back(tl::unexpected(why));
    }
  }
  self->send(self->state.dispatcher, pull_atom::value, caf::actor_cast<caf::actor>(self), jobs.front().lease);
  return answers;
}

/// A worker that answers with the result of its script after `lateness`. When the script returns nothing, it never answers.
template <class Worker, class Job, class Outcome>
caf::actor spawn_scripted(caf::local_actor* parent, environment_ptr env, dispatcher_actor dispatcher,
                          std::function<std::optional<Outcome>(const Job&)> script,
                          milliseconds lateness = {}) {
  using self_ptr = typename Worker::template stateful_pointer<scripted_state>;
  const auto body =
      [lateness](self_ptr self, environment_ptr environment, dispatcher_actor its_dispatcher,
                 std::function<std::optional<Outcome>(const Job&)> steps) -> typename Worker::behavior_type {
    self->state.env = std::move(environment);
    self->state.dispatcher = std::move(its_dispatcher);
    self->monitor(self->state.dispatcher);
    self->set_down_handler([self](caf::down_msg& down) { self->quit(down.reason); });
    self->set_exception_handler([](std::exception_ptr& what) { return describe(what, "scripted worker"); });
    self->send(self->state.dispatcher, pull_atom::value, caf::actor_cast<caf::actor>(self), std::uint64_t{0});
    const auto do_job = [self, steps, lateness](const Job& job) -> caf::result<Outcome> {
      std::optional<Outcome> found;
      try {
        found = steps(job);
      } catch (const failure& why) {
        self->send(self->state.dispatcher, pull_atom::value, caf::actor_cast<caf::actor>(self), job.lease);
        return to_error(why);
      }
      if (!found) return self->template make_response_promise<Outcome>();
      found->begun = found->ended = now(*self->state.env, self);
      if (lateness > milliseconds{0})
        return self->delegate(spawn_late<Worker, Job>(self, *found, lateness), job);
      self->send(self->state.dispatcher, pull_atom::value, caf::actor_cast<caf::actor>(self), job.lease);
      return std::move(*found);
    };
    if constexpr (std::is_same_v<Job, unpack_job>)
      return {do_job, [self, steps](const std::vector<unpack_job>& jobs) {
                return answer_together(self, jobs, steps);
              }};
    else
      return {do_job};
  };
  return caf::actor_cast<caf::actor>(
      parent->spawn(body, std::move(env), std::move(dispatcher), std::move(script)));
}

struct scripted_fetcher_state {
  static constexpr const char* name = "scripted fetcher";
  environment_ptr env;
  dispatcher_actor dispatcher;
  politeness_actor politeness_scheduler;
  job_requests requests;
};

using scripted_fetcher_ptr = fetcher_actor::stateful_pointer<scripted_fetcher_state>;

void pull_jobs(scripted_fetcher_ptr self, std::uint32_t jobs) {
  for (; jobs > 0; --jobs)
    self->send(self->state.dispatcher, pull_atom::value, caf::actor_cast<caf::actor>(self), std::uint64_t{0});
}

void end_scripted_job(scripted_fetcher_ptr self, std::uint64_t lease) {
  auto& s = self->state;
  if (s.requests.end())
    self->send(s.dispatcher, pull_atom::value, caf::actor_cast<caf::actor>(self), lease);
  else
    self->send(s.dispatcher, over_atom::value, lease);
}

void end_download(scripted_fetcher_ptr self, std::uint64_t lease, const fetch_outcome& found,
                  caf::typed_response_promise<fetch_outcome> promise) {
  end_scripted_job(self, lease);
  promise.deliver(found);
}

/// Requests where the last answer leads, with a permit of its own, until an answer leads nowhere or there is no permit.
void follow_redirects(scripted_fetcher_ptr self, scripted_web* web, const fetch_job& job,
                      const fetch_outcome& found, const caf::typed_response_promise<fetch_outcome>& promise) {
  const auto next = web->redirect ? web->redirect(found) : std::string{};
  if (next.empty()) return end_download(self, job.lease, found, promise);
  self->request(self->state.politeness_scheduler, caf::infinite, permit_atom::value, next)
      .then([=](const permit_answer& answer) {
        if (!answer.may_go()) return end_download(self, job.lease, found, promise);
        auto hop = job;
        hop.uri = next;
        hop.permit = answer.permit;
        web->requests.emplace_back(next, now(*self->state.env, self));
        auto further = web->fetch(hop);
        further.hops.insert(further.hops.begin(), found.hops.begin(), found.hops.end());
        further.begun = found.begun;
        further.ended = now(*self->state.env, self);
        const auto& last = further.hops.back();
        self->send(self->state.politeness_scheduler, release_atom::value,
                   request_end{hop.permit, milliseconds{0}, last.error, last.status, ""});
        follow_redirects(self, web, hop, further, promise);
      });
}

fetcher_actor::behavior_type scripted_fetcher(scripted_fetcher_ptr self, environment_ptr env,
                                              dispatcher_actor dispatcher,
                                              politeness_actor politeness_scheduler, scripted_web* web) {
  auto& s = self->state;
  s.env = std::move(env);
  s.dispatcher = std::move(dispatcher);
  s.politeness_scheduler = std::move(politeness_scheduler);
  self->monitor(s.dispatcher);
  self->set_down_handler([self](caf::down_msg& down) { self->quit(down.reason); });
  self->set_exception_handler([](std::exception_ptr& what) { return describe(what, "scripted fetcher"); });
  self->send(s.politeness_scheduler, pull_atom::value, fetcher_actor{self});
  s.requests = job_requests{settings_in_force(*s.env).pools.transfers};
  pull_jobs(self, s.requests.most());
  return {
      [=](const fetch_job& job) -> caf::result<fetch_outcome> {
        auto& state = self->state;
        const auto at = now(*state.env, self);
        web->requests.emplace_back(job.uri, at);
        fetch_outcome found;
        try {
          found = web->fetch(job);
        } catch (const failure& why) {
          end_scripted_job(self, job.lease);
          return to_error(why);
        }
        found.begun = found.ended = at;
        if (found.hops.empty())
          found.hops.push_back({job.uri, "200", 1, 1, {}, at, {}, 0, 0, "", errc::ok, ""});
        const auto& hop = found.hops.back();
        const request_end ended{job.permit, milliseconds{0}, hop.error, hop.status, ""};
        if (const auto slow = web->takes.find(job.uri); slow != web->takes.end()) {
          self->delayed_send(state.politeness_scheduler, slow->second, release_atom::value, ended);
          self->request(spawn_late<caf::actor, poll_atom>(self, true, slow->second), no_timeout,
                        poll_atom::value)
              .then([self, lease = job.lease](bool) { end_scripted_job(self, lease); });
          return self->delegate(spawn_late<fetcher_actor, fetch_job>(self, found, slow->second), job);
        }
        self->send(state.politeness_scheduler, release_atom::value, ended);
        auto promise = self->make_response_promise<fetch_outcome>();
        follow_redirects(self, web, job, found, promise);
        return promise;
      },
      [=](reload_atom, std::uint32_t downloads) {
        auto& state = self->state;
        pull_jobs(self, state.requests.change(downloads));
        if (state.requests.too_many() == 0) return;
        self->request(state.dispatcher, no_timeout, rescind_atom::value, caf::actor_cast<caf::actor>(self),
                      state.requests.too_many())
            .then([self](std::uint32_t back) { pull_jobs(self, self->state.requests.taken_back(back)); });
      },
      [=](const robots_job& job) {
        web->requests.emplace_back(job.uri, now(*self->state.env, self));
        return web->robots(job);
      },
      [](poll_atom) {},
  };
}

seed_source listed_in(const campaign& c) {
  return [seeds = c.seeds, from = std::size_t{0}](std::size_t limit) mutable {
    seed_piece piece;
    for (; from < seeds.size() && piece.seeds.size() < limit; ++from)
      piece.seeds.push_back({seeds[from].uri, seconds{seeds[from].interval_s}, seeds[from].priority});
    piece.is_last = from == seeds.size();
    return result<seed_piece>{std::move(piece)};
  };
}

}  // namespace

engine_life::config::config() {
  set("scheduler.policy", caf::atom("testing"));
  set("logger.inline-output", true);
}

caf::scheduler::test_coordinator& engine_life::sched() {
  return dynamic_cast<caf::scheduler::test_coordinator&>(system_->scheduler());
}

engine_life::engine_life(const std::filesystem::path& folder, campaign settings, scripted_web& web,
                         scripted_washers& washers, timestamp begun, bool once) {
  system_.emplace(config_);
  raw_ = std::make_unique<raw_store>(raw_store::at(folder / "raw").value());
  scratch_ = std::make_unique<scratch_store>(scratch_store::at(folder / "scratch").value());
  clean_ = std::make_unique<clean_store>(clean_store::at(folder / "clean").value());
  db_ = std::make_shared<journal>(journal::open(folder / "journal.sqlite", journal_mode::read_write).value());
  (void)db_->recover(begun).value();
  const auto root = safe_folder::named(folder).value();
  clean_->use_segments(root, open_journal_places(folder).value());
  publisher_ = std::make_unique<clean_publisher>(
      clean_publisher::open(root, *clean_, *db_, {settings.disk.segment_kib << 10}).value());
  facts_ = std::make_shared<fact_log>();
  env_ = std::make_shared<environment>();
  env_->settings = std::move(settings);
  env_->raw = raw_.get();
  env_->scratch = scratch_.get();
  env_->clean = clean_.get();
  env_->publisher = publisher_.get();
  env_->check_machine = washers.machine;
  env_->paused = washers.machine && washers.machine(false).trouble;
  env_->wall_epoch = begun;
  env_->clock_epoch = system_->clock().now();
  engine_parts parts;
  parts.db = db_;
  parts.observer = facts_;
  parts.detached = false;
  parts.once = once;
  parts.seeds = web.seeds ? web.seeds : listed_in(env_->settings);
  parts.background = web.background;
  parts.make_fetcher = [env = env_, &web](caf::local_actor* parent, dispatcher_actor dispatcher,
                                          politeness_actor politeness_scheduler) {
    return caf::actor_cast<caf::actor>(
        parent->spawn(scripted_fetcher, env, std::move(dispatcher), std::move(politeness_scheduler), &web));
  };
  parts.make_unpacker = [env = env_, &washers](caf::local_actor* parent, dispatcher_actor dispatcher) {
    return spawn_scripted<unpacker_actor, unpack_job, unpack_outcome>(parent, env, std::move(dispatcher),
                                                                      washers.unpack);
  };
  parts.make_guesser = [env = env_, &washers](caf::local_actor* parent, dispatcher_actor dispatcher) {
    return spawn_scripted<guesser_actor, guess_job, guess_outcome>(parent, env, std::move(dispatcher),
                                                                   washers.guess, washers.guess_takes);
  };
  parts.make_parser = [env = env_, &washers](caf::local_actor* parent, dispatcher_actor dispatcher) {
    return spawn_scripted<parser_actor, parse_job, parse_outcome>(parent, env, std::move(dispatcher),
                                                                  washers.parse);
  };
  parts.read_again = [this]() -> result<reloaded_campaign> {
    return reloaded_campaign{reread_, listed_in(reread_)};
  };
  watcher_.emplace(*system_);
  engine_ = system_->spawn(engine, env_, parts);
  (*watcher_)->monitor(engine_);
}

engine_life::~engine_life() {
  db_->roll_back();
  if (!ended_) {
    (*watcher_)->send_exit(engine_, caf::exit_reason::kill);
    env_->cancelled = true;
    engine_ = nullptr;
    sched().run();
  }
  watcher_.reset();
  sched().run();
  system_.reset();
}

timestamp engine_life::time() {
  return env_->wall_epoch +
         std::chrono::duration_cast<milliseconds>(system_->clock().now() - env_->clock_epoch);
}

void engine_life::pass(milliseconds time) {
  constexpr milliseconds step{100};
  run();
  for (auto left = time; left > milliseconds{0}; left -= step) {
    sched().advance_time(std::min(step, left));
    run();
  }
}

bool engine_life::run_until_end(seconds limit) {
  for (seconds spent{0}; spent < limit && !ended_; spent += seconds{1}) {
    pass(seconds{1});
    (*watcher_)->receive(
        [this](caf::down_msg& down) {
          ended_ = true;
          reason_ = down.reason;
        },
        caf::after(seconds{0}) >> [] {});
  }
  return ended_;
}

void engine_life::reload(campaign settings) {
  reread_ = std::move(settings);
  caf::anon_send(engine_, reload_atom::value);
  run();
}

void engine_life::drain() {
  caf::anon_send(engine_, drain_atom::value);
}

laundry_test::laundry_test() {
  settings.contact = {"Laundromat", "https://example.org/", "crawl@example.org"};
  settings.politeness.own_hosts.push_back({"own.example", 0, 8});
  web.robots = [](const robots_job&) {
    robots_outcome none;
    none.status = "404";
    return none;
  };
  web.fetch = [this](const fetch_job& job) {
    fetch_outcome found;
    if (documents.contains(job.uri) || archives.contains(job.uri)) {
      found.on = event::body_stored;
      found.raw_path = job.uri;
      found.final_uri = job.uri;
    } else {
      found.on = event::failed_for_good;
      found.cause = errc::http_status;
      found.hops.push_back({job.uri, "404", 1, 1, {}, {}, {}, 0, 0, "", errc::ok, ""});
    }
    return found;
  };
  washers.unpack = [this](const unpack_job& job) {
    unpack_outcome found;
    found.on = event::leaf_found;
    found.content = job.content;
    found.encoding = "UTF-8";
    const auto archive = archives.find(job.content.raw_path);
    if (!job.content.chain.empty() || archive == archives.end()) return std::optional{found};
    found.on = event::children_found;
    found.archive = layer_kind::zip_member;
    for (std::uint64_t i = 0; i < archive->second.size(); ++i)
      found.members.push_back({i, archive->second[i], member_kind::file, 10, {}, 0, errc::ok});
    return std::optional{found};
  };
  washers.guess = [](const guess_job&) {
    guess_outcome found;
    found.on = event::format_found;
    found.format = rdf_format::n_triples;
    return std::optional{found};
  };
  washers.parse = [this](const parse_job& job) {
    parse_outcome found;
    found.on = event::statements_stored;
    found.clean.hash = sha256(to_string(job.content.chain) + job.content.raw_path);
    found.clean.statements = documents[job.content.raw_path];
    return std::optional{found};
  };
}

void laundry_test::serve(const std::string& uri, std::uint64_t statements) {
  documents[uri] = statements;
}

void laundry_test::serve_archive(const std::string& uri, std::vector<std::string> members) {
  archives[uri] = std::move(members);
}

std::unique_ptr<engine_life> laundry_test::start(bool once) {
  auto life = std::make_unique<engine_life>(folder.path(), settings, web, washers, clock, once);
  life->run();
  return life;
}

entry_record laundry_test::root_of(engine_life& life, const std::string& uri) {
  const auto found = journal_reader{life.db()}.downloads(seed_hash(uri), 1);
  return found && !found->empty() ? found->front() : entry_record{};
}

std::vector<status> walk_of(engine_life& life, const record_hash& entry) {
  std::vector<status> out;
  const auto rows = journal_reader{life.db()}.history({record_kind::entry, entry, {}}).value();
  for (const auto& row : rows) out.push_back(row.change.to);
  return out;
}

std::string stage_text(const clean_store& clean, const std::string& text) {
  auto file = clean.stage().value();
  EXPECT_TRUE(file->descriptor());
  EXPECT_TRUE(file->write(text));
  return file->finish({}).value();
}

}  // namespace laundromat
