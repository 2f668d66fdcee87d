// Starts, serves and reaps washer processes.
// SPDX-License-Identifier: Apache-2.0
#include "washer/child_washer.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <ctime>
#include <fstream>
#include <mutex>
#include <optional>
#include <thread>

#include "actors/log.hpp"
#include "core/base/count_words.hpp"
#include "core/campaign/campaign.hpp"
#include "core/codec/open_view.hpp"
#include "storage/sharing/child_start.hpp"
#include "storage/sharing/frame_records.hpp"
#include "washer/washer_process.hpp"

namespace laundromat {

namespace {

constexpr std::chrono::seconds start_timeout{60};
constexpr std::chrono::milliseconds longest_pause{5'000};
constexpr std::uint32_t jobs_between_checks = 16;
/// Smaller bodies are washed by one thread: more threads would cost more time than they save.
constexpr off_t large_body_bytes = 256 << 10;
/// A body that is sent in a frame with others, and how long any of these may take.
constexpr std::uint64_t most_joint_bytes = descriptor_channel::most_bytes / 2;
constexpr std::chrono::milliseconds longest_together{10'000};

std::chrono::steady_clock::time_point after(std::chrono::milliseconds time) {
  return std::chrono::steady_clock::now() + time;
}

/// Describes a status of waitpid(2).
std::string describe_end(int status) {
  if (WIFSIGNALED(status))
    return "its process ended by signal " + std::to_string(WTERMSIG(status)) + " (" +
           ::strsignal(WTERMSIG(status)) + ')';
  return "its process ended with exit code " + std::to_string(WEXITSTATUS(status));
}

/// The clock of the processor time of a process, looked up once because it is read after each job.
std::optional<clockid_t> processor_clock(pid_t id) {
  clockid_t clock{};
  return ::clock_getcpuclockid(id, &clock) == 0 ? std::optional{clock} : std::nullopt;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
/// Whether a washer keeps standard error and the environment, because sanitizers write reports and read options there.
constexpr bool keeps_output = true;
#else
constexpr bool keeps_output = false;
#endif

/// Logs once for all washers of this process.
void warn_of(std::string_view missing) {
  static std::once_flag once;
  std::call_once(
      once, [&] { log_warning("washers run in an incomplete sandbox: this kernel refuses {}", missing); });
}

/// Reads the part of a `failed` frame after the word: a number and a text.
failure read_failure(std::string_view text) {
  int code = 0;
  const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), code);
  if (bad != std::errc{} || code <= 0 || code > 255)
    return {errc::worker_crashed, "the washer failed without a reason"};
  text.remove_prefix(std::min(text.size(), static_cast<std::size_t>(end - text.data()) + 1));
  return {static_cast<errc>(code), std::string(text)};
}

}  // namespace

/// A running process, and the broker that serves it.
struct child_washer::process {
  process(pid_t pid, descriptor_channel channel, broker_stores stores, washer_meter* counts_it)
      : id(pid), clock(processor_clock(pid)), broker(std::move(channel), stores), meter(counts_it) {
    if (meter != nullptr) meter->started();
  }
  ~process() { end(SIGKILL); }
  /// The processor time that it has used; 0 where it is not known.
  [[nodiscard]] std::uint64_t processor_s() const {
    timespec used{};
    return clock && ::clock_gettime(*clock, &used) == 0 ? static_cast<std::uint64_t>(used.tv_sec) : 0;
  }
  /// Ends the process if it runs. Returns how it ended.
  std::string end(int with_signal) {
    if (id <= 0) return ended;
    int status = 0;
    if (::waitpid(id, &status, WNOHANG) == 0) {
      ::kill(id, with_signal);
      while (::waitpid(id, &status, 0) < 0 && errno == EINTR) {
      }
    }
    id = -1;
    if (meter != nullptr) meter->ended();
    return ended = describe_end(status);
  }

  pid_t id;
  std::optional<clockid_t> clock;
  file_broker broker;
  std::uint32_t jobs = 0;
  std::string ended;
  washer_meter* meter;
};

child_washer::child_washer(child_terms terms, raw_store& raw, broker_stores stores, thread_share& threads,
                           const std::atomic<bool>& cancelled)
    : terms_(std::move(terms)), raw_(raw), stores_(stores), threads_(threads), cancelled_(cancelled) {}

child_washer::~child_washer() = default;

result<unpack_outcome> child_washer::unpack(const unpack_job& job) {
  return run<unpack_outcome>(stage::unpack, job, 0, job.previous);
}

result<guess_outcome> child_washer::guess(const guess_job& job) {
  return run<guess_outcome>(stage::guess, job);
}

result<parse_outcome> child_washer::parse(const parse_job& job) {
  return run<parse_outcome>(stage::parse, job, terms_.setup.parsing.threads, job.previous);
}

/// The document fails, because its addresses are longer than any that a server of data uses.
template <class Outcome>
Outcome too_long_for_a_washer(std::size_t bytes) {
  Outcome failed;
  failed.on = event::failed_for_good;
  failed.cause = errc::limit_exceeded;
  failed.detail = "what is known of the document, such as its addresses, has " + number_of(bytes, "byte") +
                  "; a washer takes " + number_of(descriptor_channel::most_bytes, "byte");
  return failed;
}

template <class Outcome, class Job>
result<Outcome> child_washer::run(stage which, const Job& job, std::uint32_t threads_wanted,
                                  content_digest clean) {
  broker_grant grant{scratch_prefix(job.content.raw_path), clean};
  grant.member_key = scratch_key(job.content.raw_path, job.content.chain);
  grant.member = stores_.scratch->held(grant.member_key);  // then it is not read from its archive
  const auto body = grant.member ? result<file_descriptor>{} : raw_.open_file(job.content.raw_path);
  if (!body) return tl::unexpected(body.error());
  const bool is_large = !grant.member && ::lseek(body->get(), 0, SEEK_END) > large_body_bytes;
  const auto threads = is_large ? threads_.take(threads_wanted) : 0;
  const auto frame = "ok " + std::to_string(static_cast<int>(which)) + ' ' +
                     std::to_string(std::max(1U, threads)) + '\n' + to_bytes(job);
  if (frame.size() > descriptor_channel::most_bytes) {
    threads_.give_back(threads);
    return too_long_for_a_washer<Outcome>(frame.size());
  }
  const auto handed = send_jobs(frame, body->get(), {std::move(grant)});
  const auto answer = handed ? take_answer(terms_.longest) : tl::unexpected(handed.error());
  threads_.give_back(threads);
  if (!answer) return tl::unexpected(answer.error());
  auto done = read_outcome<Outcome>(*answer);
  if (done && is_used_up(is_large)) child_.reset();
  return done;
}

/// Jobs that are sent together.
struct child_washer::joint_frame {
  std::string text{"ok " + std::string{several_jobs} + '\n'};
  std::vector<broker_grant> grants;  ///< of each
};

/// As many of the jobs as one frame has room for, from `first` on. None when the first is too long, or its body cannot be read.
child_washer::joint_frame child_washer::join(const std::vector<unpack_job>& jobs, std::size_t first) {
  joint_frame frame;
  for (auto i = first; i < jobs.size(); ++i) {
    const auto& path = jobs[i].content.raw_path;
    auto source = raw_.open(path);
    const auto body = source ? read_all(**source, most_joint_bytes) : tl::unexpected(source.error());
    if (!body) break;  // read again alone, which tells why
    const auto job = to_bytes(jobs[i]);
    if (frame.text.size() + job.size() + body->size() + 2 * sizeof(record_length) >
        descriptor_channel::most_bytes)
      break;
    add_record(frame.text, job);
    add_record(frame.text, *body);
    frame.grants.push_back({scratch_prefix(path), jobs[i].previous, nullptr, {}});
  }
  return frame;
}

result<unpack_answers> child_washer::unpack_together(const std::vector<unpack_job>& jobs) {
  unpack_answers answers;
  while (answers.each.size() < jobs.size()) {
    const auto frame = join(jobs, answers.each.size());
    if (frame.grants.empty()) {
      answers.each.push_back(unpack(jobs[answers.each.size()]));
      continue;
    }
    if (auto sent = send_jobs(frame.text, -1, frame.grants); !sent) return tl::unexpected(sent.error());
    for (std::size_t i = 0; i < frame.grants.size(); ++i) {
      const auto answer = take_answer(std::min(terms_.longest, longest_together));
      if (!answer && !child_) return tl::unexpected(answer.error());
      auto done = answer ? read_outcome<unpack_outcome>(*answer) : tl::unexpected(answer.error());
      if (!child_) return tl::unexpected(done.error());
      answers.each.push_back(std::move(done));
    }
    if (is_used_up(false)) child_.reset();
  }
  return answers;
}

/// Reads the outcome, and takes over the files that it names.
template <class Outcome>
result<Outcome> child_washer::read_outcome(std::string_view bytes) {
  auto done = from_bytes<Outcome>(bytes);
  if (!done) return tl::unexpected(reap({errc::worker_crashed, "malformed result"}));
  bool are_its_own = true;
  visit_staged(*done, [&](std::string& staged) {
    const auto name = child_->broker.documents().adopt(staged);
    are_its_own = are_its_own && name;
    staged = name.value_or("");
  });
  if (!are_its_own)
    return tl::unexpected(reap({errc::worker_crashed, "the washer named a file that it has not written"}));
  return done;
}

/// Sends jobs. When the process has ended before, no document is the cause: another process gets them.
result<void> child_washer::send_jobs(std::string_view frame, int body,
                                     const std::vector<broker_grant>& grants) {
  for (bool is_first = true;; is_first = false) {
    if (auto started = start(); !started) return started;
    child_->broker.begin(grants);
    const auto sent = child_->broker.client().send(frame, body);
    if (sent) return {};
    if (!is_first) return tl::unexpected(reap({errc::worker_crashed, sent.error().detail}));
    child_.reset();
  }
}

result<std::string> child_washer::take_answer(std::chrono::milliseconds longest) {
  const auto until = after(longest);
  const auto answer =
      child_->broker.serve([&] { return !cancelled_ && std::chrono::steady_clock::now() < until; });
  if (!answer) {
    if (cancelled_) return tl::unexpected(reap({errc::cancelled, "the engine stops"}));
    const bool late = std::chrono::steady_clock::now() >= until;
    return tl::unexpected(reap({late ? errc::lease_expired : errc::worker_crashed, ""}));
  }
  std::string_view text = answer->text;
  if (text.starts_with("failed ")) {
    auto why = read_failure(text.substr(7));
    return tl::unexpected(why.code == errc::worker_crashed ? reap(why) : why);
  }
  ++child_->jobs;
  deaths_ = 0;
  if (const auto& fault = child_->broker.fault(); !fault) return tl::unexpected(fault.error());
  if (text == "done") return child_->broker.read_spill_file();
  if (text.starts_with("done\n")) return std::string(text.substr(5));
  return tl::unexpected(reap({errc::worker_crashed, "unexpected frame"}));
}

/// Ends the process and removes its staged files. Returns the failure; its detail is how the process ended when there is no other.
failure child_washer::reap(const failure& why) {
  const auto ended = child_->end(SIGKILL);
  child_.reset();
  if (why.code == errc::worker_crashed) ++deaths_;
  const bool is_crash = why.code == errc::worker_crashed || why.code == errc::lease_expired;
  if (is_crash && terms_.meter != nullptr) terms_.meter->crashed();
  const bool was_killed = why.code != errc::worker_crashed || !why.detail.empty();
  return {why.code, was_killed ? why.detail : ended};
}

/// True when the process is to be replaced. Its memory is checked after each large body, and after some small ones.
bool child_washer::is_used_up(bool was_large) const {
  if (child_->jobs >= terms_.most_jobs || child_->processor_s() >= terms_.most_processor_s) return true;
  if (!was_large && child_->jobs % jobs_between_checks != 0) return false;
  std::ifstream file("/proc/" + std::to_string(child_->id) + "/statm");
  std::uint64_t pages = 0, resident = 0;
  file >> pages >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) > terms_.most_resident_bytes;
}

/// Waits before another start when the last processes crashed, twice as long each time: 50 ms, 100 ms, …
void child_washer::pause_after_deaths() const {
  if (deaths_ < 2) return;
  const auto until =
      after(std::min(longest_pause, std::chrono::milliseconds{25} * (1 << std::min(deaths_, 10U))));
  while (!cancelled_ && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
}

result<void> child_washer::start() {
  if (child_) return {};
  pause_after_deaths();
  auto ends = descriptor_channel::make_pair();
  if (!ends) return tl::unexpected(ends.error());
  static_assert(washer_socket == first_inherited);
  const auto pid = start_child({terms_.program,
                                {"laundromat", "washer"},
                                {ends->second.descriptor()},
                                keeps_output,
                                keeps_output,
                                keeps_output});
  if (!pid) return tl::unexpected(pid.error());
  ends->second =
      descriptor_channel{file_descriptor{}};  // while it is open here, the end of the process is not seen
  child_ = std::make_unique<process>(*pid, std::move(ends->first), stores_, terms_.meter);
  const auto until = after(start_timeout);
  const auto may_wait = [&] { return !cancelled_ && std::chrono::steady_clock::now() < until; };
  const auto lost = [&](std::string why) { return tl::unexpected(reap({errc::io_failed, std::move(why)})); };
  const auto handshake = child_->broker.serve(may_wait);
  if (!handshake || handshake->text != "handshake " + std::string(program_version))
    return lost("a washer did not start");
  if (auto sent = child_->broker.client().send("ok " + to_bytes(terms_.setup)); !sent)
    return lost("a washer did not start");
  const auto ready = child_->broker.serve(may_wait);
  if (!ready || !ready->text.starts_with("ready\n")) return lost("a washer could not enter its sandbox");
  if (const auto missing = std::string_view(ready->text).substr(6); !missing.empty()) warn_of(missing);
  return {};
}

}  // namespace laundromat
