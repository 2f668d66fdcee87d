// Starts the process that serves, and sends it what happens.
// SPDX-License-Identifier: Apache-2.0
#include "app/serve/engine_server.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "actors/log.hpp"
#include "app/monitoring/snapshot_of_run.hpp"
#include "app/run/run_display.hpp"
#include "app/serve/engine_frames.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/monitoring/snapshot_line.hpp"
#include "storage/sharing/child_start.hpp"

namespace laundromat {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds first_pause{100}, longest_pause{5'000};
constexpr std::chrono::seconds long_lived{60}, pause_after_refusal{60};
/// The events of one second: what a person can follow.
constexpr std::size_t most_facts = 100;

std::string event_text(std::string_view name, const json_fact& fact) {
  return "event: " + std::string{name} +
         "\ndata: " + harmless_json(fact.dump(-1, ' ', false, json_fact::error_handler_t::replace)) + "\n\n";
}

std::vector<std::string> words_of(const serve_options& options) {
  std::vector<std::string> words{"laundromat",
                                 "serve",
                                 options.data.string(),
                                 "--engine",
                                 "--address=" + options.address,
                                 "--port=" + std::to_string(options.port),
                                 "--requests-per-second=" + std::to_string(options.requests_per_second),
                                 "--event-streams=" + std::to_string(options.event_streams)};
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) words.push_back(option + value);
  };
  add("--public-base=", options.public_base);
  add("--token-file=", options.token_file);
  add("--labels=", options.labels);
  if (options.is_behind_proxy) words.emplace_back("--behind-proxy");
  return words;
}

}  // namespace

engine_server::engine_server(serve_options options, std::uint64_t reserve_bytes, std::string program)
    : options_(std::move(options)),
      reserve_bytes_(reserve_bytes),
      program_(std::move(program)),
      keeper_([this] { keep(); }) {}

engine_server::~engine_server() {
  is_ending_ = true;
  {
    const std::lock_guard lock{mutex_};
    if (channel_) channel_->shut();
  }
  if (const int process = process_; process > 0) ::kill(process, SIGKILL);
  keeper_.join();
}

void engine_server::on_fact(const reported_transition& fact) {
  if (facts_ >= most_facts || events_.size() >= full_event_frame_bytes) {
    ++skipped_;
    return;
  }
  ++facts_;
  events_ += event_text("transition", fact_of(fact));
}

void engine_server::on_pulse(const run_counts& counts) {
  if (skipped_ > 0) events_ += event_text("skipped", {{"transitions", skipped_}});
  const bool are_sent = events_.empty() || send(event_frame + std::exchange(events_, {}));
  skipped_ = are_sent ? 0 : skipped_ + facts_;
  facts_ = 0;
  (void)send(snapshot_frame + to_line(snapshot_of(counts, read_own_process(), reserve_bytes_, wall_now())));
}

static_assert(most_snapshot_line_bytes + sizeof snapshot_frame <= descriptor_channel::most_bytes);
bool engine_server::send(const std::string& frame) {
  const std::lock_guard lock{mutex_};
  return channel_ && frame.size() <= descriptor_channel::most_bytes && channel_->send(frame);
}

void engine_server::keep() {
  auto pause = first_pause;
  while (!is_ending_) {
    const auto begun = std::chrono::steady_clock::now();
    const bool was_refused = serve_once();
    if (is_ending_) return;
    if (was_refused) pause = pause_after_refusal;
    if (std::chrono::steady_clock::now() - begun > long_lived) pause = first_pause;
    for (auto waited = 0ms; waited < pause && !is_ending_; waited += first_pause)
      std::this_thread::sleep_for(first_pause);
    pause = was_refused ? first_pause : std::min(2 * pause, longest_pause);
  }
}

/// Runs one process until it ends. Whether it could not even begin to serve: that will not be different soon.
bool engine_server::serve_once() {
  const auto not_started = [](const failure& why) {
    log_warning("the HTTP server cannot be started now: {}", to_string(why));
    return false;
  };
  auto ends = descriptor_channel::make_pair();
  if (!ends) return not_started(ends.error());
  auto& [here, there] = *ends;
  (void)here.limit_waiting(1ms);  // of sending: the reporter does not wait for the server
  const auto process = spawn(there);
  if (!process) return not_started(process.error());
  process_ = *process;
  there = descriptor_channel{file_descriptor{}};  // only the child has it, so that its end is noticed
  auto receiving = descriptor_channel{file_descriptor{::fcntl(here.descriptor(), F_DUPFD_CLOEXEC, 0)}};
  {
    const std::lock_guard lock{mutex_};
    channel_ = std::make_unique<descriptor_channel>(std::move(here));
  }
  if (is_ending_) ::kill(*process, SIGKILL);
  bool has_served = false;
  for (;;) {
    const auto frame = receiving.receive();
    if (!frame) break;
    if (frame->text.empty()) {
      std::this_thread::sleep_for(100ms);
      continue;
    }
    if (frame->text.front() != port_frame) continue;
    std::from_chars(frame->text.data() + 1, frame->text.data() + frame->text.size(), options_.port);
    has_served = true;
    log_info("the API is served at http://{0}:{1}/api/v1/status, the console at http://{0}:{1}/",
             options_.address, options_.port);
  }
  {
    const std::lock_guard lock{mutex_};
    channel_.reset();
  }
  int status = 0;
  while (::waitpid(*process, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  if (is_ending_) return false;
  const bool was_killed = WIFSIGNALED(status);
  if (!has_served && !was_killed) {
    log_error(
        "nothing is served at {}:{}, for the reason above: choose another `http.port` and start again; it is "
        "tried again each minute",
        options_.address, options_.port);
    return true;
  }
  log_warning("the HTTP server ended with {} {} and is started again", was_killed ? "signal" : "exit code",
              was_killed ? WTERMSIG(status) : WEXITSTATUS(status));
  return false;
}

/// Starts the process with the channel at `engine_channel_descriptor`; it ends when the channel is closed.
result<int> engine_server::spawn(const descriptor_channel& there) const {
  static_assert(engine_channel_descriptor == first_inherited);
  return start_child({program_, words_of(options_), {there.descriptor()}, false, true, true});
}

}  // namespace laundromat
