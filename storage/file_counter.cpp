// The engine's side of handed files.
// SPDX-License-Identifier: Apache-2.0
#include "storage/file_counter.hpp"

#include <algorithm>

namespace laundromat {

namespace {

constexpr std::chrono::milliseconds glance{200};
constexpr std::size_t most_open = 64;  // documents, and files in scratch: a washer writes a few at a time
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

file_counter::~file_counter() {
  drop_all();
}

void file_counter::drop_all() {
  for (const auto& name : finished_) stores_.clean->drop(name);
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

bool file_counter::adopt(std::string_view staged) {
  const auto found = finished_.find(staged);
  if (found == finished_.end()) return false;
  finished_.erase(found);
  return true;
}

result<descriptor_channel::letter> file_counter::serve(const std::function<bool()>& goes_on) {
  for (;;) {
    do {
      if (!goes_on()) return fail(errc::cancelled, "given up");
    } while (!customer_.wait(glance));
    auto asked = customer_.receive();
    if (!asked) return asked;
    const auto [verb, about] = split(asked->text);
    if (is_told(verb, about)) continue;
    if (std::ranges::find(questions, verb) == std::end(questions)) return asked;
    const auto found = take(verb, about);
    const auto sent =
        found ? customer_.send("ok " + found->name, found->given.is_open() ? found->given.get() : found->lent)
              : customer_.send("no " + std::to_string(static_cast<int>(found.error().code)) + ' ' +
                               found.error().detail.substr(0, 1'000));
    if (!sent) return tl::unexpected(sent.error());
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
  if (verb == "stage") return stage();
  if (verb == "beside") return open_beside(about);
  if (verb == "paper") return lend_paper();
  if (verb == "staged")
    return finished_.contains(about) ? give(stores_.clean->open_staged_file(about)) : refuse(about);
  if (verb == "clean")
    return about == permit_.clean.hex() ? give(stores_.clean->open_file(permit_.clean)) : refuse(about);
  if (!may_use(about)) return refuse(about);
  return verb == "make" ? make(about) : give(stores_.scratch->open_file(about));
}

result<file_counter::answer> file_counter::give(result<file_descriptor> file) {
  if (!file) return tl::unexpected(file.error());
  return answer{{}, -1, std::move(*file)};
}

result<file_counter::answer> file_counter::stage() {
  if (documents_.size() >= most_open) return refuse("so many documents");
  auto document = stores_.clean->stage();
  if (!document) return tl::unexpected(document.error());
  auto name = (*document)->name();
  const auto lent = (*document)->descriptor();
  documents_.emplace(name, std::move(*document));
  return answer{std::move(name), lent, {}};
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

result<void> file_counter::finish(std::string_view name) {
  const auto found = documents_.find(name);
  if (found == documents_.end()) return refuse(name);
  auto finished = found->second->finish({});
  documents_.erase(found);
  if (!finished) return tl::unexpected(finished.error());
  finished_.insert(*finished);
  return {};
}

void file_counter::drop(std::string_view name) {
  documents_.erase(std::string(name));
  if (finished_.erase(std::string(name)) > 0) stores_.clean->drop(name);
}

result<file_counter::answer> file_counter::make(std::string_view key) {
  if (scratch_files_.size() >= most_open) return refuse("so many files");
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
