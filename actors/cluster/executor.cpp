// Receives the files of a job, runs its stages, and sends the outcome with its files.
// SPDX-License-Identifier: Apache-2.0
#include "actors/cluster/executor.hpp"

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/commit.hpp"
#include "core/codec/open_view.hpp"
#include "core/records/absorb.hpp"
#include "core/records/next_job.hpp"
#include "messages/bytes.hpp"
#include "messages/errors.hpp"
#include "messages/node_messages.hpp"
#include "storage/warc/warc_place.hpp"

namespace laundromat {

namespace {

/// Keeps a body in the store of the node while it exists.
class held_body {
 public:
  held_body(body_cache& bodies, std::string path) : bodies_(bodies), path_(std::move(path)) {}
  ~held_body() { bodies_.put_back(path_); }
  held_body(const held_body&) = delete;
  held_body& operator=(const held_body&) = delete;

 private:
  body_cache& bodies_;
  std::string path_;
};

struct executor_state {
  static constexpr const char* name = "executor";
  std::shared_ptr<executor_context> context;
  washing_stages stages;
  caf::actor node;
};

using executor_ptr = executor_actor::stateful_pointer<executor_state>;

result<void> receive_body(executor_context& context, transfer_client& transfer, const lease_id& lease,
                          const std::string& path) {
  auto file = context.env->raw->stage(path);
  if (!file) return tl::unexpected(file.error());
  const auto bytes = transfer.receive(lease, true, **file);
  if (!bytes) return tl::unexpected(bytes.error());
  if (auto kept = (*file)->commit(); !kept) return kept;
  context.files->bodies.has_come(path, *bytes);
  return {};
}

result<void> receive_clean(const executor_context& context, transfer_client& transfer, const lease_id& lease,
                           const content_digest& digest) {
  auto staged = context.env->clean->stage();
  if (!staged) return tl::unexpected(staged.error());
  const auto bytes = transfer.receive(lease, false, **staged);
  if (!bytes) return tl::unexpected(bytes.error());
  auto name = (*staged)->finish({});
  if (!name) return tl::unexpected(name.error());
  const publication one{*name, digest};
  return context.env->clean->publish({&one, 1});
}

/// Keeps the clean document of the previous crawl in the store of the node while it exists.
class held_clean {
 public:
  held_clean(const executor_context& context, const content_digest& digest)
      : files_(*context.files), clean_(*context.env->clean), digest_(digest) {
    const std::lock_guard lock(files_.mutex);
    if (!digest_.is_null()) ++files_.published[digest_];
  }
  ~held_clean() {
    const std::lock_guard lock(files_.mutex);
    if (digest_.is_null() || --files_.published[digest_] > 0) return;
    files_.published.erase(digest_);
    static_cast<void>(clean_.remove(digest_));
  }
  held_clean(const held_clean&) = delete;
  held_clean& operator=(const held_clean&) = delete;

 private:
  kept_files& files_;
  clean_store& clean_;
  content_digest digest_;
};

/// Sends the staged files of an outcome to the engine.
template <class Outcome>
result<void> send_files(const executor_context& context, transfer_client& transfer, const lease_id& lease,
                        Outcome& made) {
  result<void> sent;
  visit_staged(made, [&](const std::string& staged) {
    if (sent) sent = transfer.deliver(lease, *context.env->clean, staged);
    context.env->clean->drop(staged);
  });
  return sent;
}

template <class Job>
content_digest previous_of(const Job& job) {
  if constexpr (requires { job.previous; })
    return job.previous;
  else
    return {};
}

template <class Outcome, class Job>
result<std::string> wash(executor_ptr self, transfer_client& transfer, const lease_id& lease,
                         const std::string& bytes,
                         const std::function<result<Outcome>(const Job&)>& stage_function) {
  auto& context = *self->state.context;
  auto& bodies = context.files->bodies;
  auto job = from_bytes<Job>(bytes);
  if (!job) return tl::unexpected(job.error());
  const auto path = path_of_copy(job->content.raw_path);
  const auto path_of_engine = std::exchange(job->content.raw_path, path);
  const bool is_there = bodies.take(path);
  const held_body held(bodies, path);
  if (!is_there)
    if (auto came = receive_body(context, transfer, lease, path); !came) return tl::unexpected(came.error());
  const auto previous = previous_of(*job);
  const held_clean held_previous(context, previous);
  if (!previous.is_null())
    if (auto came = receive_clean(context, transfer, lease, previous); !came)
      return tl::unexpected(came.error());
  const auto begun = now(*context.env, self);
  auto made = stage_function(*job);
  if (!made) return tl::unexpected(made.error());
  set_times(*made, begun, now(*context.env, self));
  if constexpr (requires { made->content.raw_path; })
    if (made->content.raw_path == path) made->content.raw_path = path_of_engine;
  if (auto sent = send_files(context, transfer, lease, *made); !sent) return tl::unexpected(sent.error());
  auto outcome = to_bytes(*made);
  if (outcome.size() > longest_outcome_bytes)
    return fail(errc::io_failed, "the outcome is too long for a message");
  return outcome;
}

/// Runs the later stages of a download and adds their results as fused results; ends early when a stage has an error.
void fuse_stages(executor_ptr self, transfer_client& transfer, const lease_id& lease, const fetch_job& job,
                 fetch_outcome& fetched) {
  auto& context = *self->state.context;
  const auto& stages = self->state.stages;
  entry_record r;
  r.hash = job.entry;
  r.uri = job.uri;
  r.is_sitemap = job.is_sitemap;
  r.begun = fetched.begun;
  absorb(r, fetched);
  const held_clean held_previous(context, job.previous);
  if (!job.previous.is_null() && !receive_clean(context, transfer, lease, job.previous)) return;
  auto begun = now(*context.env, self);
  const auto take_time = [&](auto& done) { set_times(done, begun, now(*context.env, self)); };
  auto to_unpack = make_unpack_job(r, whole_budget(settings_in_force(*context.env).limits), job.previous);
  to_unpack.previous = job.previous;  // this node has it, so the body may have any size
  auto unpacked = stages.unpack(to_unpack);
  if (!unpacked) return;
  absorb(r, *unpacked);
  auto& leaf = fetched.fused.emplace(std::move(*unpacked));
  take_time(leaf);
  if (leaf.on != event::leaf_found) return;
  if (!leaf.fused) {
    begun = now(*context.env, self);
    auto guessed = stages.guess(make_guess_job(r));
    if (!guessed) return;
    take_time(leaf.fused.emplace(std::move(*guessed)));
  }
  absorb(r, *leaf.fused);
  if (leaf.fused->on != event::format_found || leaf.fused->fused) return;
  begun = now(*context.env, self);
  if (auto parsed = stages.parse(make_parse_job(r, job.previous)))
    take_time(leaf.fused->fused.emplace(std::move(*parsed)));
}

/// Releases the exchanges of a download.
class held_exchanges {
 public:
  held_exchanges(executor_context& context, fetch_outcome& fetched)
      : context_(context), path_(fetched.raw_path), places_(std::exchange(fetched.exchanges, {})) {}
  ~held_exchanges() {
    context_.env->raw->segments().release(places_);
    context_.env->scratch->remove_all(scratch_prefix(path_));
  }
  held_exchanges(const held_exchanges&) = delete;
  held_exchanges& operator=(const held_exchanges&) = delete;

  [[nodiscard]] result<void> send(transfer_client& transfer, const lease_id& lease) const {
    auto records = context_.env->raw->segments().open_exchanges(places_);
    return records ? transfer.deliver_body(lease, **records) : tl::unexpected(records.error());
  }

 private:
  executor_context& context_;
  std::string path_;
  std::vector<segment_place> places_;
};

/// Washes a body that this node has fetched, and sends the results, and the exchanges of the download.
result<std::string> wash_sent(executor_ptr self, transfer_client& transfer, const lease_id& lease,
                              fetched_work& given) {
  auto& context = *self->state.context;
  auto& fetched = given.found;
  const held_exchanges exchanges(context, fetched);
  if (fetched.on == event::body_stored) fuse_stages(self, transfer, lease, given.job, fetched);
  if (to_bytes(fetched).size() > longest_outcome_bytes) fetched.fused.reset();
  if (auto sent = send_files(context, transfer, lease, fetched); !sent) return tl::unexpected(sent.error());
  if (auto sent = exchanges.send(transfer, lease); !sent) return tl::unexpected(sent.error());
  return to_bytes(fetched);
}

/// Washes a body that this node has fetched. The body is sent to the engine only when another stage needs it, or all are to be kept.
result<std::string> wash_fetched(executor_ptr self, transfer_client& transfer, const lease_id& lease,
                                 const std::string& bytes) {
  auto& context = *self->state.context;
  auto given = from_bytes<fetched_work>(bytes);
  if (!given) return tl::unexpected(given.error());
  auto& fetched = given->found;
  if (!fetched.exchanges.empty()) return wash_sent(self, transfer, lease, *given);
  auto& bodies = context.files->bodies;
  if (!bodies.take(fetched.raw_path)) bodies.has_come(fetched.raw_path, fetched.wire.bytes);
  const held_body held(bodies, fetched.raw_path);
  fuse_stages(self, transfer, lease, given->job, fetched);
  // The list of members of a large archive is too long: the engine gets the body and unpacks it again.
  if (to_bytes(fetched).size() > longest_outcome_bytes) fetched.fused.reset();
  if (auto sent = send_files(context, transfer, lease, fetched); !sent) return tl::unexpected(sent.error());
  if (!leads_to_final(fetched) || settings_in_force(*context.env).raw.keep == "all") {
    auto body = context.env->raw->open(fetched.raw_path);
    if (!body) return tl::unexpected(body.error());
    if (auto sent = transfer.deliver_body(lease, **body); !sent) return tl::unexpected(sent.error());
  }
  return to_bytes(fetched);
}

result<std::string> work(executor_ptr self, const lease_grant& granted, const std::string& job,
                         const caf::actor& file_server) {
  transfer_client transfer(self->system(), caf::actor_cast<file_server_actor>(file_server));
  const auto& stages = self->state.stages;
  switch (granted.which) {
    case stage::unpack:
      return wash<unpack_outcome, unpack_job>(self, transfer, granted.id, job, stages.unpack);
    case stage::guess:
      return wash<guess_outcome, guess_job>(self, transfer, granted.id, job, stages.guess);
    case stage::parse:
      return wash<parse_outcome, parse_job>(self, transfer, granted.id, job, stages.parse);
    case stage::fetch:
      return wash_fetched(self, transfer, granted.id, job);
  }
  return fail(errc::internal, "executors have no such stage");
}

executor_actor::behavior_type executor(executor_ptr self, std::shared_ptr<executor_context> context,
                                       caf::actor node) {
  self->state.context = std::move(context);
  self->state.stages = self->state.context->make_stages();
  self->state.node = std::move(node);
  self->monitor(self->state.node);
  self->set_down_handler([self](caf::down_msg& down) { self->quit(down.reason); });
  self->set_exception_handler([](std::exception_ptr& what) { return describe(what, "executor"); });
  return {[=](grant_atom, const lease_grant& granted, const std::string& job, const caf::actor& file_server) {
    auto made = work(self, granted, job, file_server);
    work_result done{granted.id, {}, errc::ok, {}};
    if (made) {
      done.outcome = std::move(*made);
    } else {
      done.cause = made.error().code;
      done.detail = made.error().detail;
    }
    self->send(caf::actor_cast<node_actor>(self->state.node), done_atom::value, std::move(done));
  }};
}

}  // namespace

void node_contexts::ask(file_server_actor file_server) {
  const std::lock_guard lock(mutex_);
  transfer_client_ = std::make_unique<transfer_client>(system_, std::move(file_server));
  known_.clear();  // another engine may have other contexts
}

result<std::string> node_contexts::load(std::string_view iri) {
  const std::lock_guard lock(mutex_);
  if (const auto known = known_.find(iri); known != known_.end()) return known->second;
  if (!transfer_client_) return fail(errc::not_found, "no engine is connected");
  auto body = transfer_client_->load_context(iri);
  if (body) known_.emplace(iri, *body);
  return body;
}

executor_actor spawn_executor(caf::local_actor* parent, std::shared_ptr<executor_context> context,
                              caf::actor node) {
  return parent->spawn<caf::detached>(executor, std::move(context), std::move(node));
}

}  // namespace laundromat
