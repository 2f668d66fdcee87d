// Starts the server, and listens to the engine that has started this process.
// SPDX-License-Identifier: Apache-2.0
#include "app/serve/serve_data.hpp"

#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <mutex>
#include <ostream>
#include <thread>

#include "actors/log.hpp"
#include "app/extraction/label_lines.hpp"
#include "app/labels/label_search.hpp"
#include "app/serve/engine_frames.hpp"
#include "app/serve/processor_times.hpp"
#include "app/serve/repeated_task.hpp"
#include "app/serve/server_token.hpp"
#include "app/serve/web_service.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/process_limits.hpp"
#include "app/terminal/stop_signals.hpp"
#include "app/terminal/terminal.hpp"
#include "app/where/where_search.hpp"
#include "core/monitoring/snapshot_line.hpp"
#include "net/http/http_server.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/sharing/descriptor_channel.hpp"

namespace laundromat {
namespace {

/// Connections of the proxy are those of all its clients.
http_limits limits_of(const serve_options& options) {
  http_limits limits;
  constexpr int seconds_behind = 8;
  limits.event_backlog_bytes = seconds_behind * 2 * full_event_frame_bytes;
  limits.threads = 16;  // most of them wait for a command
  limits.writers = 32;  // most of them wait for a client
  limits.event_streams = options.event_streams;
  limits.event_streams_of_address = options.event_streams;
  if (!options.is_behind_proxy) return limits;
  limits.connections_of_address = limits.connections;
  limits.waiting_requests_of_address = limits.waiting_requests;
  return limits;
}

/// `public_base` of the campaign that ran last; empty when the journal has none, or cannot be read yet.
std::string published_base(const std::filesystem::path& data) {
  auto from = open_journal_to_read(data);
  const auto known = from ? from->published_as() : tl::unexpected(from.error());
  return known ? known->public_base : std::string{};
}

/// Seconds of processor time of the thread that indexes.
using indexing_seconds = std::atomic<double>;

web_settings settings_of(const serve_options& options, std::string token, std::uint16_t port, bool is_child,
                         const indexing_seconds& indexing) {
  web_settings settings;
  settings.data = options.data;
  settings.guard.names = {options.address, port,
                          options.public_base.empty() ? published_base(options.data) : options.public_base};
  settings.guard.token = std::move(token);
  constexpr double without_limit = 1e9, seconds_at_once = 5;
  settings.guard.rate.requests_per_second =
      options.requests_per_second > 0 ? options.requests_per_second : without_limit;
  settings.guard.rate.burst = seconds_at_once * settings.guard.rate.requests_per_second;
  // The indexes are no answers.
  if (is_child)
    settings.guard.processor_times = [&indexing] {
      auto times = read_processor_times();
      times.used -= indexing;
      return times;
    };
  settings.is_behind_proxy = options.is_behind_proxy;
  settings.has_engine = is_child;
  return settings;
}

/// Takes what the engine sends until it is gone.
void listen_to_engine(descriptor_channel& engine, web_service& service, http_server& server) {
  for (;;) {
    const auto frame = engine.receive();
    if (!frame && frame.error().code == errc::cancelled) return;
    if (!frame) std::this_thread::sleep_for(std::chrono::milliseconds{100});
    if (!frame || frame->text.empty()) continue;
    const auto text = std::string_view{frame->text}.substr(1);
    if (frame->text.front() == snapshot_frame) {
      const auto taken = snapshot_of_line(text);
      if (!taken) continue;
      service.note(*taken);
      server.publish(service.counts_now());
    } else if (frame->text.front() == event_frame) {
      server.publish(std::string{text});
    }
  }
}

/// Lets the indexes of `laundromat where` and `laundromat labels` have the documents that are new.
class index_keeper {
 public:
  index_keeper(std::filesystem::path data, indexing_seconds& used) : data_(std::move(data)), used_(used) {}

  void operator()(const std::stop_token& over) {
    const auto goes_on = [&] {
      used_ = read_thread_seconds();
      return !over.stop_requested();
    };
    tell(update_mentions_of(data_, goes_on), "IRIs", told_of_iris_);
    tell(update_labels_of(data_, goes_on), "labels", told_of_labels_);
    used_ = read_thread_seconds();
  }

 private:
  static void tell(const result<void>& done, std::string_view what, std::string& told) {
    // Before its first commit a campaign has no journal.
    const auto problem =
        done || done.error().code == errc::not_found ? std::string{} : to_string(done.error());
    if (!problem.empty() && problem != told)
      log_warning("the index of {} is not brought up to date: {}", what, problem);
    told = problem;
  }

  std::filesystem::path data_;
  indexing_seconds& used_;
  std::string told_of_iris_, told_of_labels_;  ///< the last problems in the log
};

void wait_for_signal() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int one : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, one);
  int received = 0;
  sigwait(&signals, &received);
}

/// An address in a URL.
std::string host_text(const std::string& address) {
  return address.find(':') == address.npos ? address : '[' + address + ']';
}

int refuse(console& io, int code, std::string_view message) {
  io.err << "laundromat: " << harmless(message) << '\n';
  return code;
}

}  // namespace

int serve_data(const serve_options& options, bool is_child, console& io) {
  block_stop_signals();  // before any thread begins
  // A busy thread of this process then gets a tenth of what one of the engine gets, whatever clients do.
  constexpr int behind_the_engine = 10;
  if (is_child) ::setpriority(PRIO_PROCESS, 0, behind_the_engine);
  raise_descriptors();  // each connection has one
  auto token = read_server_token(options.token_file);
  if (!token) return refuse(io, exit_usage, to_string(token.error()));
  std::optional<label_index> labels;
  if (!options.labels.empty()) {
    auto read = read_label_file(options.labels);
    if (!read) return refuse(io, exit_usage, "serve: " + read.error().detail);
    labels = *std::move(read);
  }
  // The port is part of the settings, and known when the server has begun: until then requests wait.
  indexing_seconds used_by_index = 0;
  std::mutex starting;
  std::unique_ptr<web_service> service;
  std::unique_lock hold{starting};
  auto server = http_server::start({options.address, options.port, limits_of(options)},
                                   [&](const http_request& request) {
                                     { const std::lock_guard wait{starting}; }
                                     return service->answer(request);
                                   });
  if (!server)
    return refuse(
        io, exit_disk,
        "serve: " + to_string(server.error()) +
            (is_child ? "" : ": end the program that listens there, or choose another --port or --address"));
  auto settings = settings_of(options, *std::move(token), server->port(), is_child, used_by_index);
  settings.labels = std::move(labels);
  settings.counts = [&server] { return server->counts(); };
  service = std::make_unique<web_service>(std::move(settings));
  hold.unlock();
  {
    const repeated_task watching{std::chrono::minutes{1},
                                 [&](const std::stop_token&) { service->watch_disk(); }};
    // Without an engine nothing is new, and the first look-up makes the index.
    std::optional<repeated_task> indexing;
    if (is_child) indexing.emplace(std::chrono::seconds{10}, index_keeper{options.data, used_by_index});
    if (is_child) {
      descriptor_channel engine{file_descriptor{engine_channel_descriptor}};
      (void)engine.send(port_frame + std::to_string(server->port()));
      listen_to_engine(engine, *service, *server);
    } else {
      io.out << "serving " << options.data.string() << " at http://" << host_text(options.address) << ':'
             << server->port() << "/ until Ctrl-C; the API is described at " << api_description_path
             << std::endl;
      wait_for_signal();
    }
  }
  server->stop();
  return is_child ? exit_ok : exit_interrupted;
}

}  // namespace laundromat
