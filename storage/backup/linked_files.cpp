// Asks the journal for segments, documents with files of their own, and bodies.
// SPDX-License-Identifier: Apache-2.0
#include "storage/backup/linked_files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "storage/graphs/graph_check.hpp"
#include "storage/segments/segment_bytes.hpp"
#include "storage/segments/segment_files.hpp"
#include "storage/stores/data_folder.hpp"
#include "storage/stores/raw_store.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t documents_a_page = 256;
constexpr std::uint32_t rows_a_page = 8'192;

}  // namespace

result<void> linked_files::link(const fs::path& name) {
  if (auto made = to_->make_folders(name.parent_path()); !made) return made;
  auto linked = from_->link_out(name, to_->path() / name);
  if (linked) ++count_;
  if (!linked && linked.error().code == errc::not_found) {
    missing_.insert(name);
    return {};
  }
  if (steps_->linked) steps_->linked();
  return linked;
}

result<void> linked_files::link_segment(const fs::path& path, std::uint64_t bytes) {
  if (bytes == 0) return {};
  segments_[path] = bytes;
  return link(path);
}

result<void> linked_files::link_all() {
  if (auto done = link_segments(); !done) return done;
  if (auto done = link_warc_segments(); !done) return done;
  if (auto done = link_documents(); !done) return done;
  if (auto done = link_graphs(); !done) return done;
  return link_bodies();
}

result<void> linked_files::link_graphs() {
  const auto paths = paths_of_graphs(*from_, *db_);
  if (!paths) return tl::unexpected(paths.error());
  for (const auto& path : *paths)
    if (auto done = link(path); !done) return done;
  return {};
}

result<void> linked_files::link_segments() {
  for (const auto kind : {segment_kind::clean, segment_kind::ledger, segment_kind::delta}) {
    const auto ends = db_->segments(kind);
    if (!ends) return tl::unexpected(ends.error());
    for (const auto& end : *ends)
      if (auto done = link_segment(segment_path(kind, end.serial), end.bytes); !done) return done;
  }
  return {};
}

result<void> linked_files::link_warc_segments() {
  const auto ends = db_->segments(segment_kind::raw);
  if (!ends) return tl::unexpected(ends.error());
  const auto folder = data_layout{}.raw();
  std::map<std::uint32_t, std::string> names;
  auto listed = from_->list(folder, [&](const std::string& name) {
    if (const auto serial = warc_serial_in(name); serial != 0) names[serial] = name;
  });
  if (!listed && listed.error().code != errc::not_found) return listed;
  for (const auto& end : *ends) {
    const auto name = names.find(end.serial);
    const auto path = folder / (name == names.end() ? unknown_warc_name(end.serial) : name->second);
    if (auto done = link_segment(path, end.bytes); !done) return done;
  }
  return {};
}

result<void> linked_files::link_documents() {
  const auto store = clean_store::at(from_->path() / data_layout{}.clean());
  if (!store) return tl::unexpected(store.error());
  for (content_digest after;;) {
    const auto page = journal_reader{*db_}.kept_documents(documents_a_page, after);
    if (!page) return tl::unexpected(page.error());
    for (const auto& document : *page)
      if (auto done = link_document(*store, document); !done) return done;
    if (page->size() < documents_a_page) return {};
    after = page->back().clean.hash;
  }
}

/// The files that are not in segments.
result<std::vector<std::string>> linked_files::names_of_own_files(const kept_document& document) {
  std::vector<std::string> names;
  const auto& clean = document.clean;
  if (!document.is_removed && clean.statements > 0 && clean.place.is_null())
    names.emplace_back(document_file_name);
  const auto add = [&](segment_kind kind, const content_digest& other) -> result<void> {
    const auto place = db_->place_of(kind, clean.hash, other);
    if (!place) return tl::unexpected(place.error());
    if (*place && !(*place)->is_null()) return {};
    names.push_back(kind == segment_kind::ledger ? clean_store::ledger_name(other)
                                                 : clean_store::delta_name(other));
    return {};
  };
  if (!document.is_removed)
    for (const auto& ledger : document.ledgers)
      if (auto done = add(segment_kind::ledger, ledger); !done) return tl::unexpected(done.error());
  for (const auto& older : document.deltas_from)
    if (auto done = add(segment_kind::delta, older); !done) return tl::unexpected(done.error());
  return names;
}

result<void> linked_files::link_document(const clean_store& store, const kept_document& document) {
  auto names = names_of_own_files(document);
  if (!names) return tl::unexpected(names.error());
  if (names->empty()) return {};
  const auto others = store.sidecar_names(document.clean.hash);  // metadata and index
  if (!others) return tl::unexpected(others.error());
  names->insert(names->end(), others->begin(), others->end());
  std::ranges::sort(*names);
  names->erase(std::ranges::unique(*names).begin(), names->end());
  const auto folder =
      fs::path{store.path_of(document.clean.hash)}.parent_path().lexically_relative(from_->path());
  for (const auto& name : *names)
    if (auto done = link(folder / name); !done) return done;
  return {};
}

/// Bodies with files of their own. One that is missing may be on the worker node that fetched it.
result<void> linked_files::link_bodies() {
  segment_rows rows{*db_};
  for (std::int64_t after = 0;;) {
    const auto page = rows.bodies(after, rows_a_page);
    if (!page) return tl::unexpected(page.error());
    for (const auto& body : page->rows) {
      if (!raw_store::is_usable_path(body.raw_path)) continue;
      const auto name = data_layout{}.raw() / body.raw_path;
      const auto is_linked = to_->holds(name);
      if (!is_linked) return tl::unexpected(is_linked.error());
      if (*is_linked) continue;
      if (auto done = link(name); !done) return done;
      missing_.erase(name);
    }
    if (page->is_last) return {};
    after = page->last;
  }
}

result<void> linked_files::cut_tails() {
  for (const auto& [path, bytes] : segments_) {
    struct stat found {};
    auto file = to_->open_to_read(path);
    if (!file && file.error().code == errc::not_found) continue;
    if (!file) return tl::unexpected(file.error());
    if (::fstat(file->get(), &found) != 0) return fail_errno("stat", path);
    if (static_cast<std::uint64_t>(found.st_size) <= bytes) continue;
    const auto whole = fs::path{path}.concat(".whole");
    const auto copy = to_->create(whole);
    if (!copy) return tl::unexpected(copy.error());
    for (std::uint64_t at = 0; at < bytes;) {
      const auto part = std::min(bytes - at, std::uint64_t{4} << 20);
      const auto text = read_at(file->get(), {0, at, part}, path);
      if (!text) return tl::unexpected(text.error());
      if (auto written = write_all(copy->get(), *text, to_->path() / whole); !written) return written;
      at += part;
    }
    if (auto renamed = to_->rename(whole, path); !renamed) return renamed;
  }
  return {};
}

}  // namespace laundromat
