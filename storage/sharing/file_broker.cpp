// Implements the engine's side of inherited files.
// SPDX-License-Identifier: Apache-2.0
#include "storage/sharing/file_broker.hpp"

#include <algorithm>

#include "storage/sharing/frame_records.hpp"

namespace laundromat {

namespace {

constexpr std::chrono::milliseconds glance{200};
constexpr std::size_t most_files = 64;  // open in scratch: a washer needs a few per job
constexpr std::uint64_t most_spill_bytes = std::uint64_t{1} << 30;

/// The parts of `text` before and after the first `separator`.
std::pair<std::string_view, std::string_view> split(std::string_view text, char separator = ' ') {
  const auto at = std::min(text.find(separator), text.size());
  return {text.substr(0, at), text.substr(std::min(at + 1, text.size()))};
}

tl::unexpected<failure> refuse_request(std::string_view what) {
  return fail(errc::invalid_argument, "refused by the file broker: " + std::string(what.substr(0, 200)));
}

constexpr std::string_view questions[] = {"scratch", "clean",   "staged", "context", "run",
                                          "stage",   "sidecar", "make",   "spill"};

}  // namespace

file_broker::file_broker(descriptor_channel client, broker_stores stores)
    : client_(std::move(client)), stores_(stores), documents_(*stores.clean) {
  // When this fails, only cancellation is delayed.
  static_cast<void>(client_.limit_waiting(glance));
}

void file_broker::begin(std::vector<broker_grant> grants) {
  documents_.clear();
  scratch_files_.clear();
  rest_ = {};
  grants_ = std::move(grants);
  fault_ = {};
  spill_file_.reset();
}

result<descriptor_channel::frame> file_broker::serve(const std::function<bool()>& goes_on) {
  for (;;) {
    while (!rest_.empty()) {
      const auto record = take_record(rest_);
      if (!record) return fail(errc::invalid_argument, "invalid frame");
      const auto [verb, about] = split(*record);
      if (is_reported(verb, about)) continue;
      if (std::ranges::find(questions, verb) == std::end(questions))
        return descriptor_channel::frame{std::string(*record), std::move(came_.file)};
      if (auto answered = answer_question(verb, about, goes_on); !answered)
        return tl::unexpected(answered.error());
    }
    if (!goes_on()) return fail(errc::cancelled, "cancelled");
    auto came = client_.receive();
    if (!came) return came;
    came_ = std::move(*came);
    rest_ = came_.text;
  }
}

/// Sends the answer; waits for a client that does not read only within its time limit.
result<void> file_broker::answer_question(std::string_view verb, std::string_view about,
                                          const std::function<bool()>& goes_on) {
  const auto found = take(verb, about);
  const auto text = found ? "ok " + found->name
                          : "no " + std::to_string(static_cast<int>(found.error().code)) + ' ' +
                                found.error().detail.substr(0, 1'000);
  const int file = !found ? -1 : found->given.is_open() ? found->given.get() : found->borrowed;
  for (;;) {
    auto sent = client_.send(text, file);
    if (sent || sent.error().code != errc::cancelled || !goes_on()) return sent;
  }
}

bool file_broker::may_use(std::string_view scratch_key) const {
  return std::ranges::any_of(grants_, [&](const broker_grant& job) {
    return !job.scratch_prefix.empty() && scratch_key.starts_with(job.scratch_prefix);
  });
}

bool file_broker::is_reported(std::string_view verb, std::string_view about) {
  const auto record = [&](result<void> done) {
    if (!done && fault_) fault_ = std::move(done);
    return true;
  };
  if (verb == "finish") return record(documents_.finish(about));
  if (verb == "keep") return record(keep(about));
  if (verb == "put") return record(put(about));
  if (verb == "hold") return record(hold(about));
  if (verb == "write") return record(write_sidecar(about));
  if (verb == "drop")
    documents_.drop(about);
  else if (verb == "offer")
    offer(about);
  else if (verb == "cancel")
    scratch_files_.erase(std::string(about));
  else if (verb == "remove") {
    if (may_use(about)) stores_.scratch->remove(about);
  } else
    return false;
  return true;
}

result<file_broker::answer> file_broker::take(std::string_view verb, std::string_view about) {
  if (verb == "run") return give(stores_.scratch->create_run());
  if (verb == "context") return send_context(about);
  if (verb == "stage") return stage(about);
  if (verb == "sidecar") return open_sidecar(about);
  if (verb == "spill") return open_spill_file();
  if (verb == "staged") return give(documents_.open_finished(about));
  if (verb == "clean") {
    const auto found = std::ranges::find(grants_, about, [](const auto& job) { return job.clean.hex(); });
    return found == grants_.end() ? refuse_request(about) : give(stores_.clean->open_file(found->clean));
  }
  if (!may_use(about)) return refuse_request(about);
  if (verb == "make") return make(about);
  for (const auto& job : grants_)
    if (job.member && job.member_key == about) return give(unnamed_file(*job.member));
  return give(stores_.scratch->open_file(about));
}

result<file_broker::answer> file_broker::give(result<file_descriptor> file) {
  if (!file) return tl::unexpected(file.error());
  return answer{{}, -1, std::move(*file)};
}

result<file_broker::answer> file_broker::stage(std::string_view label) {
  const auto opened = documents_.descriptor(label);
  if (!opened) return tl::unexpected(opened.error());
  return answer{{}, *opened, {}};
}

result<void> file_broker::put(std::string_view about) {
  const auto [label, bytes] = split(about, '\n');
  return documents_.write(label, bytes);
}

result<file_broker::answer> file_broker::open_sidecar(std::string_view about) {
  const auto [label, part] = split(about);
  return give(documents_.create_part(label, part));
}

result<void> file_broker::write_sidecar(std::string_view about) {
  const auto [where, bytes] = split(about, '\n');
  const auto [label, part] = split(where);
  return documents_.write_part(label, part, bytes);
}

result<file_broker::answer> file_broker::make(std::string_view key) {
  if (scratch_files_.size() >= most_files) return refuse_request("too many files");
  auto file = stores_.scratch->create_file(key);
  if (!file) return tl::unexpected(file.error());
  auto number = std::to_string(++last_number_);
  const auto document_file = (*file)->descriptor();
  scratch_files_.emplace(number, std::move(*file));
  return answer{std::move(number), document_file, {}};
}

/// Keeps a small file in memory, or else on the disk.
result<void> file_broker::hold(std::string_view about) {
  const auto [key, bytes] = split(about, '\n');
  if (!may_use(key)) return refuse_request(key);
  if (stores_.scratch->hold(key, bytes)) return {};
  auto file = stores_.scratch->create_file(key);
  if (!file) return tl::unexpected(file.error());
  if (auto written = (*file)->write(bytes); !written) return written;
  return (*file)->commit();
}

void file_broker::offer(std::string_view about) {
  const auto [key, bytes] = split(about, '\n');
  if (may_use(key)) static_cast<void>(stores_.scratch->hold(key, bytes));
}

result<void> file_broker::keep(std::string_view number) {
  const auto found = scratch_files_.find(number);
  if (found == scratch_files_.end()) return refuse_request(number);
  auto kept = found->second->commit();
  scratch_files_.erase(found);
  return kept;
}

/// Loads the context in the engine, which has network access, and passes it as an unnamed file.
result<file_broker::answer> file_broker::send_context(std::string_view iri) {
  if (stores_.contexts == nullptr) return fail(errc::not_found, "contexts are not available");
  auto body = stores_.contexts->load(iri);
  if (!body) return tl::unexpected(body.error());
  auto file = stores_.scratch->create_run();
  if (!file) return tl::unexpected(file.error());
  if (auto written = write_all(file->get(), *body, "a file in scratch"); !written)
    return tl::unexpected(written.error());
  return answer{{}, -1, std::move(*file)};
}

result<file_broker::answer> file_broker::open_spill_file() {
  auto file = stores_.scratch->create_run();
  if (!file) return tl::unexpected(file.error());
  spill_file_ = std::make_shared<const file_descriptor>(std::move(*file));
  return answer{{}, spill_file_->get(), {}};
}

result<std::string> file_broker::read_spill_file() const {
  if (!spill_file_) return fail(errc::io_failed, "no spill file was requested");
  auto source = make_file_source(spill_file_);
  return source ? read_all(**source, most_spill_bytes) : tl::unexpected(source.error());
}

}  // namespace laundromat
