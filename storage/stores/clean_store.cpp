// Publishes groups of files: bytes, renames and folders, each step durable before the next.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/clean_store.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <set>
#include <vector>

#include "core/codec/compression/block_gzip.hpp"
#include "storage/segments/segment_files.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_index_bytes = std::uint64_t{1} << 30;

/// A path relative to the store's folder.
fs::path folder_of(const content_digest& digest) {
  const auto hex = digest.hex();
  return fs::path{hex.substr(0, 2)} / hex;
}

fs::path target_of(const publication& p) {
  switch (p.what) {
    case segment_kind::delta:
      return folder_of(p.digest) / clean_store::delta_name(p.other);
    case segment_kind::ledger:
      return folder_of(p.digest) / clean_store::ledger_name(p.other);
    case segment_kind::clean:
    case segment_kind::raw:  // not published
      break;
  }
  return folder_of(p.digest) / document_file_name;
}

struct move {
  fs::path from, to;
};

/// Places sidecar files before their document, so that a visible document has them.
result<void> add_companions(const staged_files& staged, std::string_view name, const move& document,
                            std::vector<move>& moves) {
  const auto parts = staged.parts(name);
  if (!parts) return tl::unexpected(parts.error());
  for (const auto& part : *parts)
    moves.push_back({staged_files::path_of(name, part), document.to.parent_path() / part});
  return {};
}

/// Creates the folder of a document, and adds the folders with new names to `touched`.
result<void> prepare_folder(const safe_folder& store, const fs::path& document, std::set<fs::path>& touched) {
  // The two parent folders are always synced: they may be left from a stop before they were durable.
  touched.insert(document);
  touched.insert(document.parent_path());
  touched.insert(fs::path{});
  return store.make_folders(document);
}

result<stored_range> whole_range(result<file_descriptor> file) {
  if (!file) return tl::unexpected(file.error());
  struct stat found {};
  if (::fstat(file->get(), &found) != 0) return fail_errno("stat", "a stored file");
  return stored_range{std::make_shared<const file_descriptor>(*std::move(file)), 0,
                      static_cast<std::uint64_t>(found.st_size)};
}

}  // namespace

result<clean_store> clean_store::at(fs::path folder, const disk_sync& disk) {
  auto opened = safe_folder::make(folder);
  if (!opened) return tl::unexpected<failure>(opened.error());
  auto staged = staged_files::at(*opened, disk);
  if (!staged) return tl::unexpected<failure>(staged.error());
  return clean_store{std::move(*opened), std::move(*staged), disk};
}

void clean_store::use_segments(safe_folder data, std::shared_ptr<document_places> places) {
  data_ = std::move(data);
  places_ = std::move(places);
}

fs::path clean_store::path_of(const content_digest& digest) const {
  return folder_.path() / folder_of(digest) / document_file_name;
}

result<void> clean_store::publish(std::span<const publication> group, std::size_t syncfs_from) const {
  std::vector<move> moves;
  std::vector<std::string> superfluous;  // staged documents that are already published
  std::set<fs::path> targets, touched;
  for (const auto& p : group) {
    if (p.staged.empty()) continue;
    move m{staged_files::path_of(p.staged), target_of(p)};
    const auto published = folder_.holds(m.to), staged = staged_.keep_on_disk(p.staged);
    if (!published) return tl::unexpected(published.error());
    if (!staged) return tl::unexpected(staged.error());
    if (!*published && !*staged) return fail(errc::not_found, m.from.string());
    if (auto made = prepare_folder(folder_, m.to.parent_path(), touched); !made) return made;
    if (!*published && targets.insert(m.to).second) {
      if (auto added = add_companions(staged_, p.staged, m, moves); !added) return added;
      moves.push_back(std::move(m));
    } else {
      superfluous.push_back(p.staged);
    }
  }
  std::vector<fs::path> files;
  files.reserve(moves.size());
  for (const auto& m : moves) files.push_back(m.from);
  if (auto synced = sync_files(*disk_, folder_, files, syncfs_from); !synced) return synced;
  for (const auto& m : moves)
    if (auto renamed = folder_.rename(m.from, m.to); !renamed) return renamed;
  if (auto synced = sync_folders(*disk_, folder_, touched, syncfs_from); !synced) return synced;
  for (const auto& name : superfluous) staged_.drop(name);
  return {};
}

std::string clean_store::delta_name(const content_digest& previous) {
  return "delta-" + previous.hex().substr(0, 16) + ".rdfp.gz";
}

std::string clean_store::ledger_name(const content_digest& ledger) {
  return "ledger-" + ledger.hex().substr(0, 16) + ".nq.gz";
}

result<byte_source_ptr> clean_store::open_sidecar(const content_digest& digest, std::string_view file) const {
  return source_of(folder_of(digest) / file);
}

result<std::vector<std::string>> clean_store::sidecar_names(const content_digest& digest) const {
  std::vector<std::string> names;
  const auto listed =
      folder_.list(folder_of(digest), [&](const std::string& name) { names.push_back(name); });
  if (!listed && listed.error().code != errc::not_found) return tl::unexpected(listed.error());
  std::ranges::sort(names);
  return names;
}

result<void> clean_store::link_out(const content_digest& digest, std::string_view file,
                                   const fs::path& target) const {
  return folder_.link_out(folder_of(digest) / file, target);
}

result<segment_place> clean_store::place_of(segment_kind kind, const content_digest& digest,
                                            const content_digest& other) const {
  if (!places_) return segment_place{};
  const auto known = places_->place_of(kind, digest, other);
  return known ? result<segment_place>{known->value_or(segment_place{})} : tl::unexpected(known.error());
}

std::string to_string(const file_place& place) {
  return place.offset_bytes ? place.file.string() + " at byte " + std::to_string(*place.offset_bytes)
                            : place.file.string();
}

file_place clean_store::where(segment_kind kind, const content_digest& digest,
                              const content_digest& other) const {
  const auto place = place_of(kind, digest, other);
  if (!place || place->is_null()) return {folder_.path() / target_of({{}, digest, kind, other})};
  return {data_->path() / segment_path(kind, place->serial), place->offset_bytes};
}

/// The bytes of a file in a segment; nothing for a file of its own. When its segment was rewritten meanwhile, the journal knows another place.
result<std::optional<std::string>> clean_store::read_small(segment_kind kind, const content_digest& digest,
                                                           const content_digest& other) const {
  auto place = place_of(kind, digest, other);
  for (;;) {
    if (!place) return tl::unexpected(place.error());
    if (place->is_null()) return std::nullopt;
    auto bytes = read_segment(*data_, kind, *place);
    if (bytes) return *std::move(bytes);
    if (bytes.error().code != errc::not_found) return tl::unexpected(bytes.error());
    const auto before = std::exchange(place, place_of(kind, digest, other));
    if (place && *place == *before) return tl::unexpected(bytes.error());
  }
}

result<byte_source_ptr> clean_store::open_part(segment_kind kind, const content_digest& digest,
                                               const content_digest& other) const {
  auto bytes = read_small(kind, digest, other);
  if (!bytes) return tl::unexpected(bytes.error());
  return *bytes ? make_memory_source(**std::move(bytes)) : source_of(target_of({{}, digest, kind, other}));
}

result<byte_source_ptr> clean_store::open(const content_digest& digest) const {
  return open_part(segment_kind::clean, digest, {});
}

result<byte_source_ptr> clean_store::open_ledger(const content_digest& clean,
                                                 const content_digest& ledger) const {
  return open_part(segment_kind::ledger, clean, ledger);
}

result<byte_source_ptr> clean_store::open_delta(const content_digest& digest,
                                                const content_digest& previous) const {
  return open_part(segment_kind::delta, digest, previous);
}

result<file_descriptor> clean_store::open_file(const content_digest& digest) const {
  const auto bytes = read_small(segment_kind::clean, digest, {});
  if (!bytes) return tl::unexpected(bytes.error());
  return *bytes ? unnamed_file(**bytes) : folder_.open_to_read(folder_of(digest) / document_file_name);
}

result<stored_range> clean_store::find_document(const content_digest& digest) const {
  return find_part(segment_kind::clean, digest, {});
}

result<stored_range> clean_store::find_ledger(const content_digest& clean,
                                              const content_digest& ledger) const {
  return find_part(segment_kind::ledger, clean, ledger);
}

/// As `read_small`: when its segment was rewritten meanwhile, the journal knows another place.
result<stored_range> clean_store::find_part(segment_kind kind, const content_digest& digest,
                                            const content_digest& other) const {
  auto place = place_of(kind, digest, other);
  for (;;) {
    if (!place) return tl::unexpected(place.error());
    if (place->is_null()) return whole_range(folder_.open_to_read(target_of({{}, digest, kind, other})));
    auto file = whole_range(data_->open_to_read(segment_path(kind, place->serial)));
    if (!file && file.error().code != errc::not_found) return file;
    if (file && place->offset_bytes + place->length_bytes <= file->length_bytes)
      return stored_range{std::move(file->file), place->offset_bytes, place->length_bytes};
    const auto before = std::exchange(place, place_of(kind, digest, other));
    if (place && *place == *before)
      return fail(errc::not_found, segment_path(kind, place->serial).string() + " ends before byte " +
                                       std::to_string(place->offset_bytes + place->length_bytes));
  }
}

result<byte_source_ptr> clean_store::source_of(const fs::path& name) const {
  auto file = folder_.open_to_read(name);
  if (!file) return tl::unexpected(file.error());
  return make_file_source(std::make_shared<const file_descriptor>(std::move(*file)));
}

result<void> clean_store::remove(const content_digest& digest) const {
  return remove_files(digest, false);
}

result<void> clean_store::remove_whole(const content_digest& digest) const {
  return remove_files(digest, true);
}

result<void> clean_store::remove_delta(const content_digest& digest, const content_digest& previous) const {
  auto done = folder_.remove(folder_of(digest) / delta_name(previous));
  return !done && done.error().code == errc::not_found ? result<void>{} : done;
}

result<void> clean_store::remove_files(const content_digest& digest, bool with_deltas) const {
  const auto folder = folder_of(digest);
  result<void> done;
  auto listed = folder_.list(folder, [&](const std::string& name) {
    if (!done || (!with_deltas && name.starts_with("delta-"))) return;
    done = folder_.remove(folder / name);
  });
  if (!done) return done;
  if (!listed && listed.error().code != errc::not_found) return listed;
  // Folders with deltas or other documents are kept.
  if (folder_.remove_folder(folder)) (void)folder_.remove_folder(folder.parent_path());
  return {};
}

result<block_index> clean_store::read_index(const content_digest& digest) const {
  const auto file = source_of(folder_of(digest) / index_file_name);
  if (file) {
    const auto bytes = read_all(**file, most_index_bytes);
    return bytes ? parse_block_index(*bytes) : tl::unexpected(bytes.error());
  }
  if (file.error().code != errc::not_found) return tl::unexpected(file.error());
  const auto document = open(digest);
  if (!document || (*document)->size_bytes() > most_small_file_bytes) return tl::unexpected(file.error());
  return one_block_index(**document);
}

}  // namespace laundromat
