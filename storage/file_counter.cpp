// The engine's side of handed files.
// SPDX-License-Identifier: Apache-2.0
#include "storage/file_counter.hpp"

#include <sys/mman.h>

#include <algorithm>

namespace laundromat {

namespace {

/// The parts of `text` before and behind its first space.
std::pair<std::string_view, std::string_view> split(std::string_view text) {
  const auto at = std::min(text.find(' '), text.size());
  return {text.substr(0, at), text.substr(std::min(at + 1, text.size()))};
}

tl::unexpected<failure> refuse(std::string_view what) {
  return fail(errc::invalid_argument, "not over the counter: " + std::string(what.substr(0, 200)));
}

}  // namespace

file_counter::~file_counter() {
  for (const auto& name : finished_) stores_.clean->drop(name);
}

void file_counter::adopt(std::string_view staged) {
  const std::lock_guard lock(mutex_);
  if (const auto found = finished_.find(staged); found != finished_.end()) finished_.erase(found);
}

void file_counter::serve() {
  while (auto asked = customer_.receive()) {
    const auto [verb, about] = split(asked->text);
    const auto found = take(verb, about);
    const auto sent =
        found ? customer_.send("ok " + found->name, found->given.is_open() ? found->given.get() : found->lent)
              : customer_.send("no " + std::to_string(static_cast<int>(found.error().code)) + ' ' +
                               found.error().detail.substr(0, 1'000));
    if (!sent) return;
  }
}

result<file_counter::answer> file_counter::take(std::string_view verb, std::string_view about) {
  if (verb == "raw") return give(stores_.raw->open_file(about));
  if (verb == "scratch") return give(stores_.scratch->open_file(about));
  if (verb == "staged") return give(stores_.clean->open_staged_file(about));
  if (verb == "run") return give(stores_.scratch->create_run());
  if (verb == "context") return lend_context(about);
  if (verb == "stage") return stage();
  if (verb == "beside") return open_beside(about);
  if (verb == "finish") return finish(about);
  if (verb == "make") return make(about);
  if (verb == "keep") return keep(about);
  if (verb == "clean") {
    const auto digest = content_digest::from_hex(about);
    if (!digest) return refuse(about);
    return give(stores_.clean->open_file(*digest));
  }
  if (verb == "drop") {
    const std::lock_guard lock(mutex_);
    documents_.erase(std::string(about));
    if (finished_.erase(std::string(about)) > 0) stores_.clean->drop(about);
    return answer{};
  }
  if (verb == "remove") {
    stores_.scratch->remove(about);
    return answer{};
  }
  if (verb == "cancel") {
    scratch_files_.erase(std::string(about));
    return answer{};
  }
  return refuse(verb);
}

result<file_counter::answer> file_counter::give(result<file_descriptor> file) {
  if (!file) return tl::unexpected(file.error());
  return answer{{}, -1, std::move(*file)};
}

result<file_counter::answer> file_counter::stage() {
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
  if (found == documents_.end()) return refuse(about);
  return give(found->second->create_beside(part));
}

result<file_counter::answer> file_counter::finish(std::string_view name) {
  const auto found = documents_.find(name);
  if (found == documents_.end()) return refuse(name);
  auto finished = found->second->finish({});
  if (!finished) return tl::unexpected(finished.error());
  documents_.erase(found);
  const std::lock_guard lock(mutex_);
  finished_.insert(*finished);
  return answer{std::move(*finished), -1, {}};
}

result<file_counter::answer> file_counter::make(std::string_view key) {
  auto file = stores_.scratch->create_file(key);
  if (!file) return tl::unexpected(file.error());
  auto number = std::to_string(++last_number_);
  const auto lent = (*file)->descriptor();
  scratch_files_.emplace(number, std::move(*file));
  return answer{std::move(number), lent, {}};
}

result<file_counter::answer> file_counter::keep(std::string_view number) {
  const auto found = scratch_files_.find(number);
  if (found == scratch_files_.end()) return refuse(number);
  const auto kept = found->second->commit();
  scratch_files_.erase(found);
  if (!kept) return tl::unexpected(kept.error());
  return answer{};
}

/// Loaded here, where the network is, and handed as a file without a name.
result<file_counter::answer> file_counter::lend_context(std::string_view iri) {
  if (stores_.contexts == nullptr) return fail(errc::not_found, "no contexts are had");
  auto body = stores_.contexts->load(iri);
  if (!body) return tl::unexpected(body.error());
  file_descriptor file{::memfd_create("context", MFD_CLOEXEC)};
  if (!file.is_open()) return fail_errno("make", "a file in memory");
  if (auto written = write_all(file.get(), *body, "a file in memory"); !written)
    return tl::unexpected(written.error());
  return answer{{}, -1, std::move(file)};
}

}  // namespace laundromat
