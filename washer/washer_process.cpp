// Implements the washer's end of the protocol in washer_protocol.hpp.
// SPDX-License-Identifier: Apache-2.0
#include "washer/washer_process.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <exception>
#include <optional>

#include "core/base/digest.hpp"
#include "core/base/exit_codes.hpp"
#include "core/campaign/campaign.hpp"
#include "core/codec/archive/archive.hpp"
#include "core/codec/text/encoding_name.hpp"
#include "core/specs/spec_bundle.hpp"
#include "core/washing/stage_memory.hpp"
#include "storage/sharing/frame_records.hpp"
#include "storage/sharing/inherited_files.hpp"
#include "washer/washer_protocol.hpp"

namespace laundromat {

namespace {

/// Loads what libraries would open at their first use, because the sandbox forbids that.
void load_everything() {
  open_every_decoder();
  load_member_names();
  static_cast<void>(sha256(""));
  static_cast<void>(md5(""));
}

/// The stage of a job frame; 0 for other frames.
stage stage_of(std::string_view frame) {
  return static_cast<stage>(frame.empty() ? 0 : frame.front() - '0');
}

/// Whether this process may use as much memory as a document may need. If its parent may not, a lack of memory is a fault of the machine.
bool may_have(std::uint64_t memory_bytes) {
  rlimit most{};
  return ::getrlimit(RLIMIT_AS, &most) == 0 && most.rlim_max >= memory_bytes;
}

/// The first bytes of an open file.
std::string head_of(int file) {
  std::array<char, 64> head{};
  const auto got = ::pread(file, head.data(), head.size(), 0);
  return {head.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
}

class job_runner {
 public:
  job_runner(inherited_files& files, washer_setup setup, bool memory_is_the_documents,
             const body_examination& examine)
      : files_(files), setup_(std::move(setup)), ports_(files.ports()), examine_(examine) {
    ports_.limits = setup_.limits;
    ports_.obeyed_product = setup_.parsing.obeyed_product;
    if (auto plans = plans_of_bundle(setup_.parsing.record_specs))
      ports_.records = *std::move(plans);
    else
      fault_ = failure{errc::internal, plans.error().detail};
    ports_.memory_is_the_documents = memory_is_the_documents;
  }

  /// Does the job of a frame and returns the frame of the answer.
  std::string work(descriptor_channel::frame job) {
    if (fault_) return failed(*fault_);
    std::string_view text = job.text;
    const auto head = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), head.size() + 1));
    if (head == several_jobs) return unpack_each(text);
    const auto which = stage_of(head);
    std::uint32_t threads = 1;
    if (head.size() > 2) std::from_chars(head.data() + 2, head.data() + head.size(), threads);
    processor_.renew(setup_.processor_s * (threads + 1));
    auto settings = setup_.parsing;
    settings.threads = threads;
    if (examine_) examine_(which, head_of(job.file.get()), job.file.get());
    switch (which) {
      case stage::unpack:
        return run<unpack_job>(text, std::move(job.file),
                               [&](const unpack_job& given) { return unpack(given, ports_, &settings); });
      case stage::guess:
        return run<guess_job>(text, std::move(job.file),
                              [&](const guess_job& given) { return guess(given, ports_); });
      case stage::parse:
        return run<parse_job>(text, std::move(job.file),
                              [&](const parse_job& given) { return parse(given, ports_, settings); });
      default:
        return failed({errc::internal, "a job for an unknown stage"});
    }
  }

 private:
  /// Does small jobs that came in one frame, by one thread. Reports all answers but the last.
  std::string unpack_each(std::string_view records) {
    processor_.renew(2 * setup_.processor_s);
    auto settings = setup_.parsing;
    settings.threads = 1;
    std::string last;
    while (!records.empty()) {
      if (!last.empty())
        static_cast<void>(files_.report(last));  // after an error the next request fails, too
      const auto job = take_record(records), body = take_record(records);
      if (!job || !body) return failed({errc::internal, "an incomplete frame of jobs"});
      if (examine_) examine_(stage::unpack, body->substr(0, 64), -1);
      last = run<unpack_job>(*job, std::string{*body},
                             [&](const unpack_job& given) { return unpack(given, ports_, &settings); });
    }
    return last;
  }

  template <class Job, class Body, class Work>
  std::string run(std::string_view bytes, Body body, Work function) {
    auto job = from_bytes<Job>(bytes);
    if (!job) return failed(job.error());
    files_.set_raw(job->content.raw_path, std::move(body));
    auto done = within_memory(ports_.memory_is_the_documents, [&] { return function(*job); });
    return done ? answer(to_bytes(*done)) : failed(done.error());
  }

  static std::string failed(const failure& why) {
    return "failed " + std::to_string(static_cast<int>(why.code)) + ' ' + why.detail.substr(0, 1'000);
  }

  std::string answer(const std::string& bytes) {
    if (bytes.size() + 16 <= descriptor_channel::most_bytes) return "done\n" + bytes;
    const auto spill = files_.ask("spill ");
    if (!spill) return failed(spill.error());
    if (auto written = write_all(spill->file.get(), bytes, "spill"); !written) return failed(written.error());
    return "done";
  }

  inherited_files& files_;
  washer_setup setup_;
  washing_ports ports_;
  const body_examination& examine_;
  processor_allowance processor_;
  std::optional<failure> fault_;  ///< of the specifications: no job is done
};

}  // namespace

int run_washer(const body_examination& examine) {
  // Of the engine's descriptors only the socket is used, and signals of the terminal are ignored: the engine handles them.
  ::close_range(washer_socket + 1, ~0U, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int ignored : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(ignored, SIG_IGN);
  inherited_files files{descriptor_channel{file_descriptor{washer_socket}}};
  const auto setup_frame = files.ask("handshake " + std::string(program_version));
  if (!setup_frame) return exit_usage;
  auto setup = from_bytes<washer_setup>(setup_frame->text);
  if (!setup) return exit_usage;
  load_everything();
  const bool memory_is_the_documents = may_have(setup->sandbox.memory_bytes);
  const auto missing = enter_sandbox(setup->sandbox);
  if (!missing) return exit_disk;
  std::string next = "ready\n";
  for (const auto& what : *missing) next += (next.back() == '\n' ? "" : ", ") + what;
  job_runner self{files, std::move(*setup), memory_is_the_documents, examine};
  try {
    for (;;) {
      auto job = files.ask(next);
      if (!job) return exit_ok;
      next = self.work(std::move(*job));
    }
  } catch (const std::exception& e) {
    // The job is lost, as in a crash.
    static_cast<void>(
        files.report("failed " + std::to_string(static_cast<int>(errc::worker_crashed)) + ' ' + e.what()));
    static_cast<void>(files.flush());
    return exit_disk;
  }
}

}  // namespace laundromat
