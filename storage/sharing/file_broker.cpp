// The engine's side of handed files.
// SPDX-License-Identifier: Apache-2.0
#include "storage/sharing/file_broker.hpp"

#include <algorithm>

#include "storage/sharing/frame_records.hpp"

namespace laundromat {

namespace {

constexpr std::chrono::milliseconds glance{200};
constexpr std::size_t most_files =
    64;  // documents, and open files in scratch: a washer writes a few for each job
constexpr std::size_t longest_label = 32;
constexpr std::uint64_t most_paper_bytes = std::uint64_t{1} << 30;

/// The parts of `text` before and behind the first `separator`.
std::pair<std::string_view, std::string_view> split(std::string_view text, char separator = ' ') {
  const auto at = std::min(text.find(separator), text.size());
  return {text.substr(0, at), text.substr(std::min(at + 1, text.size()))};
}

tl::unexpected<failure> refuse(std::string_view what) {
  return fail(errc::invalid_argument, "not over the counter: " + std::string(what.substr(0, 200)));
}

constexpr std::string_view questions[] = {"scratch", "clean",  "staged", "context", "run",
                                          "stage",   "beside", "make",   "paper"};

}  // namespace

file_counter::file_counter(descriptor_channel customer, counter_stores stores)
    : customer_(std::move(customer)), stores_(stores) {
  // Where that fails, only who loses patience has to wait.
  static_cast<void>(customer_.limit_waiting(glance));
}

file_counter::~file_counter() {
  drop_all();
}

void file_counter::drop_all() {
  for (const auto& [label, name] : finished_) stores_.clean->drop(name);
  finished_.clear();
  documents_.clear();
  scratch_files_.clear();
}

void file_counter::begin(counter_permit permit) {
  drop_all();
  permit_ = std::move(permit);
  fault_ = {};
  paper_.reset();
}

std::optional<std::string> file_counter::adopt(std::string_view label) {
  const auto found = finished_.find(label);
  if (found == finished_.end()) return std::nullopt;
  auto name = std::move(found->second);
  finished_.erase(found);
  return name;
}

result<descriptor_channel::letter> file_counter::serve(const std::function<bool()>& goes_on) {
  for (;;) {
    if (!goes_on()) return fail(errc::cancelled, "given up");
    auto came = customer_.receive();
    if (!came) return came;
    for (std::string_view rest = came->text; !rest.empty();) {
      const auto note = take_note(rest);
      if (!note) return fail(errc::invalid_argument, "a letter that holds no notes");
      const auto [verb, about] = split(*note);
      if (is_told(verb, about)) continue;
      if (std::ranges::find(questions, verb) == std::end(questions))
        return descriptor_channel::letter{std::string(*note), std::move(came->file)};
      if (auto answered = answer_question(verb, about, goes_on); !answered)
        return tl::unexpected(answered.error());
    }
  }
}

/// A customer that asks and does not listen is not waited for longer than it may be.
result<void> file_counter::answer_question(std::string_view verb, std::string_view about,
                                           const std::function<bool()>& goes_on) {
  const auto found = take(verb, about);
  const auto text = found ? "ok " + found->name
                          : "no " + std::to_string(static_cast<int>(found.error().code)) + ' ' +
                                found.error().detail.substr(0, 1'000);
  const int file = !found ? -1 : found->given.is_open() ? found->given.get() : found->lent;
  for (;;) {
    auto sent = customer_.send(text, file);
    if (sent || sent.error().code != errc::cancelled || !goes_on()) return sent;
  }
}

bool file_counter::may_use(std::string_view scratch_key) const {
  return !permit_.scratch_prefix.empty() && scratch_key.starts_with(permit_.scratch_prefix);
}

bool file_counter::is_told(std::string_view verb, std::string_view about) {
  const auto note = [&](result<void> done) {
    if (!done && fault_) fault_ = std::move(done);
    return true;
  };
  if (verb == "finish") return note(finish(about));
  if (verb == "keep") return note(keep(about));
  if (verb == "put") return note(put(about));
  if (verb == "write") return note(write_beside(about));
  if (verb == "drop")
    drop(about);
  else if (verb == "cancel")
    scratch_files_.erase(std::string(about));
  else if (verb == "remove") {
    if (may_use(about)) stores_.scratch->remove(about);
  } else
    return false;
  return true;
}

result<file_counter::answer> file_counter::take(std::string_view verb, std::string_view about) {
  if (verb == "run") return give(stores_.scratch->create_run());
  if (verb == "context") return lend_context(about);
  if (verb == "stage") return stage(about);
  if (verb == "beside") return open_beside(about);
  if (verb == "paper") return lend_paper();
  if (verb == "staged") {
    const auto found = finished_.find(about);
    return found == finished_.end() ? refuse(about) : give(stores_.clean->open_staged_file(found->second));
  }
  if (verb == "clean")
    return about == permit_.clean.hex() ? give(stores_.clean->open_file(permit_.clean)) : refuse(about);
  if (!may_use(about)) return refuse(about);
  return verb == "make" ? make(about) : give(stores_.scratch->open_file(about));
}

result<file_counter::answer> file_counter::give(result<file_descriptor> file) {
  if (!file) return tl::unexpected(file.error());
  return answer{{}, -1, std::move(*file)};
}

/// Begins with the first word about it.
result<clean_descriptor*> file_counter::document(std::string_view label) {
  if (const auto found = documents_.find(label); found != documents_.end()) return found->second.get();
  if (label.empty() || label.size() > longest_label || finished_.contains(label)) return refuse(label);
  if (documents_.size() + finished_.size() >= most_files) return refuse("so many documents");
  auto made = stores_.clean->stage();
  if (!made) return tl::unexpected(made.error());
  return documents_.emplace(label, std::move(*made)).first->second.get();
}

result<file_counter::answer> file_counter::stage(std::string_view label) {
  const auto lent = document(label);
  if (!lent) return tl::unexpected(lent.error());
  return answer{{}, (*lent)->descriptor(), {}};
}

result<void> file_counter::put(std::string_view about) {
  const auto [label, bytes] = split(about, '\n');
  const auto to = document(label);
  return to ? (*to)->write(bytes) : tl::unexpected(to.error());
}

result<file_counter::answer> file_counter::open_beside(std::string_view about) {
  const auto [name, part] = split(about);
  const auto found = documents_.find(name);
  return found == documents_.end() ? refuse(about) : give(found->second->create_beside(part));
}

result<void> file_counter::write_beside(std::string_view about) {
  const auto [where, bytes] = split(about, '\n');
  const auto [name, part] = split(where);
  const auto found = documents_.find(name);
  return found == documents_.end() ? refuse(where) : found->second->add_beside(part, bytes);
}

result<void> file_counter::finish(std::string_view label) {
  const auto found = documents_.find(label);
  if (found == documents_.end()) return refuse(label);
  auto finished = found->second->finish({});
  if (finished) finished_.emplace(label, *std::move(finished));
  documents_.erase(found);
  return finished ? result<void>{} : tl::unexpected(finished.error());
}

void file_counter::drop(std::string_view label) {
  if (const auto found = documents_.find(label); found != documents_.end()) documents_.erase(found);
  if (const auto name = adopt(label)) stores_.clean->drop(*name);
}

result<file_counter::answer> file_counter::make(std::string_view key) {
  if (scratch_files_.size() >= most_files) return refuse("so many files");
  auto file = stores_.scratch->create_file(key);
  if (!file) return tl::unexpected(file.error());
  auto number = std::to_string(++last_number_);
  const auto lent = (*file)->descriptor();
  scratch_files_.emplace(number, std::move(*file));
  return answer{std::move(number), lent, {}};
}

result<void> file_counter::keep(std::string_view number) {
  const auto found = scratch_files_.find(number);
  if (found == scratch_files_.end()) return refuse(number);
  auto kept = found->second->commit();
  scratch_files_.erase(found);
  return kept;
}

/// Loaded here, where the network is, and handed as a file without a name.
result<file_counter::answer> file_counter::lend_context(std::string_view iri) {
  if (stores_.contexts == nullptr) return fail(errc::not_found, "no contexts are had");
  auto body = stores_.contexts->load(iri);
  if (!body) return tl::unexpected(body.error());
  auto file = stores_.scratch->create_run();
  if (!file) return tl::unexpected(file.error());
  if (auto written = write_all(file->get(), *body, "a file in scratch"); !written)
    return tl::unexpected(written.error());
  return answer{{}, -1, std::move(*file)};
}

result<file_counter::answer> file_counter::lend_paper() {
  auto file = stores_.scratch->create_run();
  if (!file) return tl::unexpected(file.error());
  paper_ = std::make_shared<const file_descriptor>(std::move(*file));
  return answer{{}, paper_->get(), {}};
}

result<std::string> file_counter::read_paper() const {
  if (!paper_) return fail(errc::io_failed, "no paper was asked for");
  auto source = make_file_source(paper_);
  return source ? read_all(**source, most_paper_bytes) : tl::unexpected(source.error());
}

}  // namespace laundromat
