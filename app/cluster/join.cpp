// Connects to the engine, and reconnects after a failure.
// SPDX-License-Identifier: Apache-2.0
#include "app/cluster/join.hpp"

#include <signal.h>
#include <unistd.h>

#include <caf/actor_system.hpp>
#include <caf/openssl/all.hpp>
#include <condition_variable>
#include <deque>
#include <fstream>
#include <iostream>
#include <mutex>
#include <thread>

#include "actors/cluster/coordinator.hpp"
#include "actors/cluster/worker_node.hpp"
#include "actors/log.hpp"
#include "app/cluster/cluster_bundle.hpp"
#include "app/cluster/cluster_system.hpp"
#include "app/run/run_display.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/stop_signals.hpp"
#include "app/terminal/terminal.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/specs/spec_bundle.hpp"
#include "messages/errors.hpp"
#include "storage/stores/data_stores.hpp"
#include "washer/wash_in_children.hpp"

namespace laundromat {

namespace {

constexpr seconds longest_pause_between_tries{30};

/// Refuses to empty a folder that was not made by `join`.
result<void> mark_as_ours(const std::filesystem::path& root) {
  const data_layout layout{root};
  std::error_code error;
  std::filesystem::create_directories(root, error);
  if (error) return fail(errc::io_failed, root.string() + ": " + error.message());
  const bool is_ours =
      std::filesystem::exists(layout.joined_mark(), error) || std::filesystem::is_empty(root, error);
  if (!is_ours || std::filesystem::exists(layout.journal(), error))
    return fail(errc::configuration, root.string() +
                                         " is not empty, and `join` empties its working folder: name "
                                         "another one with --data, as in `laundromat --data joined join …`");
  const auto folder = safe_folder::named(root);
  if (!folder) return tl::unexpected(folder.error());
  const auto mark = folder->open_or_create(layout.joined_mark().filename());
  return mark ? result<void>{} : tl::unexpected(mark.error());
}

/// The files of this node: copies of what the engine has, or results that can be made again.
struct workbench {
  data_folder folder;
  data_stores stores;

  /// Empties the folder of files of an earlier run. Errors: `configuration` for a folder that was not made by `join`.
  static result<workbench> open(const std::filesystem::path& root) {
    if (auto marked = mark_as_ours(root); !marked) return tl::unexpected(marked.error());
    auto folder = data_folder::open(root);
    if (!folder) return tl::unexpected(folder.error());
    const auto& layout = folder->layout();
    for (const auto& kept : {layout.raw(), layout.clean()}) {
      const auto emptied = safe_folder::open(kept);
      if (!emptied) return tl::unexpected(emptied.error());
      if (auto swept = emptied->empty(); !swept) return tl::unexpected(swept.error());
    }
    auto stores = data_stores::open(layout);
    if (!stores) return tl::unexpected(stores.error());
    if (auto gone = folder->folder().remove(layout.leaving_mark().filename()); !gone)
      return tl::unexpected(gone.error());
    return workbench{std::move(*folder), std::move(*stores)};
  }
};

/// Passes membership changes from the actors' threads to the thread that connects.
class membership final : public node_observer {
 public:
  void joined(const node_id& as) override {
    log_info("joined the engine as node {}", as.number);
    const std::lock_guard lock(mutex_);
    has_joined_ = true;
  }
  void parted(const failure& why) override {
    if (why.code == errc::configuration)
      log_error("the engine refused this node: {}", why.detail);
    else
      log_warning("connection to the engine lost: {}", why.detail);
    const std::lock_guard lock(mutex_);
    is_refused_ = why.code == errc::configuration;
    is_parted_ = true;
    changed_.notify_all();
  }
  void finished(stage, bool is_done) override {
    const std::lock_guard lock(mutex_);
    ++(is_done ? done_ : failed_);
  }
  /// Requests the end. Returns whether a connection attempt is in progress; then no engine waits for work of this node.
  bool leave() {
    const std::lock_guard lock(mutex_);
    is_leaving_ = true;
    changed_.notify_all();
    return is_reaching_;
  }
  void reaching(bool is_reaching) {
    const std::lock_guard lock(mutex_);
    is_reaching_ = is_reaching;
  }
  void end() {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    changed_.notify_all();
  }

  enum class slot { parted, refused, ended };
  /// Waits until the connection is lost or the node has ended.
  slot wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_parted_ || has_ended_; });
    if (has_ended_) return slot::ended;
    is_parted_ = false;
    return is_refused_ ? slot::refused : slot::parted;
  }
  /// Waits before another attempt; false when this machine is to leave.
  bool pause(seconds how_long) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, how_long, [&] { return is_leaving_ || has_ended_; });
    return !is_leaving_ && !has_ended_;
  }
  /// Whether the engine admitted this node since the last call.
  bool take_joined() {
    const std::lock_guard lock(mutex_);
    return std::exchange(has_joined_, false);
  }
  /// Numbers of completed and failed leases.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> ends() const {
    const std::lock_guard lock(mutex_);
    return {done_, failed_};
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool is_parted_ = false, is_refused_ = false, is_leaving_ = false, has_ended_ = false, has_joined_ = false,
       is_reaching_ = false;
  std::uint64_t done_ = 0, failed_ = 0;
};

campaign campaign_of(const washing_terms& terms, const join_options& options) {
  campaign c;
  c.isolation = terms.isolation;
  c.contact = terms.contact;
  c.network = terms.network;
  c.washing = terms.washing;
  c.washing.threads = 0;  // as many as this machine has cores
  c.limits = terms.limits;
  c.raw = terms.raw;
  c.discovery = terms.discovery;
  c.robots = terms.robots;
  c.hosts = terms.hosts;
  c.public_base = terms.public_base;
  c.record_specs = terms.record_specs;
  c.politeness.address_connections = terms.addresses.connections;
  c.politeness.address_delay_s = static_cast<double>(terms.addresses.delay.count()) / 1'000;
  c.data = options.folder.string();
  return c;
}

/// The raw store for an engine that keeps all bodies: what is fetched is in segments until it was sent.
result<raw_store*> open_sent_bodies(const campaign& c, const std::filesystem::path& folder,
                                    std::deque<raw_store>& opened) {
  constexpr std::uint64_t segment_bytes = std::uint64_t{16} << 20;
  auto made = raw_store::at(folder);
  if (!made) return tl::unexpected(made.error());
  warc_settings settings{"node", "", c.raw.requests, segment_bytes, {}, true};
  if (auto begun = made->write_segments({}, std::move(settings)); !begun)
    return tl::unexpected(begun.error());
  return &opened.emplace_back(std::move(*made));
}

executor_context_factory make_executor_context(const join_options& options, workbench& bench,
                                               node_contexts& contexts, caf::actor_system& system) {
  auto& [raw, scratch, clean] = bench.stores;
  const auto files = std::make_shared<kept_files>(raw, scratch, options.cache_mib << 20);
  // Executors of a former campaign may use its store.
  const auto sent_bodies = std::make_shared<std::deque<raw_store>>();
  return [&, files, sent_bodies](const washing_terms& terms) -> result<std::shared_ptr<executor_context>> {
    if (const auto plans = plans_of_bundle(terms.record_specs); !plans) return tl::unexpected(plans.error());
    auto context = std::make_shared<executor_context>();
    context->env = std::make_shared<environment>();
    context->env->settings = campaign_of(terms, options);
    context->env->raw = &bench.stores.raw;
    if (terms.raw.keep == "all" && terms.raw.layout == "warc") {
      const auto sent = open_sent_bodies(context->env->settings, bench.folder.layout().raw(), *sent_bodies);
      if (!sent) return tl::unexpected(sent.error());
      context->env->raw = *sent;
    }
    context->env->scratch = &bench.stores.scratch;
    context->env->clean = &bench.stores.clean;
    context->env->contexts = &contexts;
    context->env->wall_epoch = terms.now;
    context->env->clock_epoch = system.clock().now();
    context->files = files;
    context->make_stages = terms.isolation == "none" ? wash_here(context->env)
                                                     : wash_in_children(context->env, options.washer_program);
    context->make_fetcher = make_fetcher(context->env, false);
    return context;
  };
}

/// Connects to the engine, again after each failure, until this machine leaves or is refused.
int keep_joined(const join_options& options, caf::actor_system& system, const node_actor& node,
                membership& member) {
  const auto where = options.host + ":" + std::to_string(options.port);
  seconds pause{1};
  for (;;) {
    member.reaching(true);
    auto engine = caf::openssl::remote_actor<coordinator_actor>(system, options.host, options.port);
    member.reaching(false);
    if (engine) {
      caf::anon_send(node, handshake_atom::value, caf::actor_cast<caf::actor>(*engine));
      switch (member.wait()) {
        case membership::slot::ended:
          return exit_ok;
        case membership::slot::refused:
          return exit_usage;
        case membership::slot::parted:
          break;
      }
      if (member.take_joined()) pause = seconds{1};
    } else {
      log_warning("cannot connect to {} ({}); next attempt in {} s", where, system.render(engine.error()),
                  pause.count());
    }
    if (!member.pause(pause)) return exit_ok;
    pause = std::min(2 * pause, longest_pause_between_tries);
  }
}

std::string machine_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "machine";
}

}  // namespace

int join_engine(const join_options& options) {
  log_to_stderr();
  const auto bundle = cluster_bundle::open(options.bundle, wall_now());
  auto bench = bundle ? workbench::open(options.folder) : tl::unexpected(bundle.error());
  if (!bench) {
    std::cerr << "laundromat: " << harmless(message_of(bench.error())) << '\n';
    return bundle ? exit_code_of(bench.error()) : exit_usage;
  }
  block_stop_signals();
  actor_config config;
  use_tls(config, bundle->files());
  caf::actor_system system{config};
  const auto member = std::make_shared<membership>();
  node_contexts contexts{system};
  const auto free_bytes = static_cast<std::uint64_t>(::sysconf(_SC_AVPHYS_PAGES)) *
                          static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const node_handshake handshake{bundle->facts().name + "@" + machine_name(), options.build, output_version,
                                 options.slots, free_bytes};
  int code = exit_ok;
  {
    auto node =
        spawn_node(system, handshake, make_executor_context(options, *bench, contexts, system), member);
    caf::actor_cast<caf::actor>(node)->attach_functor([member] { member->end(); });
    const stop_signals signals{[&] {
      log_info("leaving: work in progress is finished first; a second signal stops at once");
      if (member->leave()) {
        // A connection attempt cannot be cancelled: TCP tries for two minutes.
        static_cast<void>(bench->folder.stop_in_order());
        std::_Exit(exit_ok);
      }
      caf::anon_send(node, leave_atom::value);
    }};
    log_info("joining {}:{} as {}, with {} slots", options.host, options.port, handshake.name,
             options.slots[index_of(stage::parse)]);
    code = keep_joined(options, system, node, *member);
    caf::anon_send_exit(node, caf::exit_reason::user_shutdown);
  }
  const auto [did, failed] = member->ends();
  log_info("{} jobs completed here, {} failed", did, failed);
  if (auto done = bench->folder.stop_in_order(); !done)
    std::cerr << "laundromat: " << harmless(to_string(done.error())) << '\n';
  return code;
}

result<void> leave_engine(const std::filesystem::path& folder, const std::function<void()>& before_waiting) {
  const data_layout layout{folder};
  if (!std::filesystem::exists(layout.joined_mark()))
    return fail(errc::not_found, "no `join` runs with the folder " + folder.string() +
                                     ": name its folder with --data, as in `laundromat --data joined leave`");
  const auto pid = data_folder::holder(folder);
  if (!pid && pid.error().code == errc::not_found) return {};  // it has left already
  if (!pid) return tl::unexpected(pid.error());
  before_waiting();
  // The process stops at once on a second signal, so this one is sent only once.
  const auto mark = layout.leaving_mark().string();
  const auto made =
      std::unique_ptr<std::FILE, int (*)(std::FILE*)>(std::fopen(mark.c_str(), "wx"), &std::fclose);
  if (!made && errno != EEXIST) return fail(errc::io_failed, mark + " cannot be written");
  if (made && ::kill(static_cast<pid_t>(*pid), SIGTERM) != 0 && errno != ESRCH)
    return fail(errc::not_found, "process " + std::to_string(*pid) + " cannot be signalled to leave");
  while (data_folder::holder(folder)) std::this_thread::sleep_for(milliseconds{200});
  return {};
}

}  // namespace laundromat
