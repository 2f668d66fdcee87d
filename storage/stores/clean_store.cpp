// Publishes groups of files: bytes, renames and folders, each step durable before the next.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/clean_store.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <set>
#include <vector>

#include "core/washing/document_metadata.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_index_bytes = std::uint64_t{1} << 30;

/// Whether a name is allowed for a sidecar file.
constexpr std::string_view companions[] = {index_file_name, metadata_file_names[0], metadata_file_names[1]};

constexpr std::string_view staged_folder = ".staged";

fs::path staged_path(std::string_view name) {
  return fs::path{staged_folder} / name;
}

fs::path staged_companion(const fs::path& staged, std::string_view name) {
  return fs::path{staged}.concat(".").concat(name);
}

/// A path relative to the store's folder.
fs::path folder_of(const content_digest& digest) {
  const auto hex = digest.hex();
  return fs::path{hex.substr(0, 2)} / hex;
}

fs::path target_of(const publication& p) {
  switch (p.what) {
    case publication::delta:
      return folder_of(p.digest) / clean_store::delta_name(p.other);
    case publication::ledger:
      return folder_of(p.digest) / clean_store::ledger_name(p.other);
    case publication::document:
      break;
  }
  return folder_of(p.digest) / document_file_name;
}

void remove_staged(const safe_folder& store, const fs::path& staged) {
  (void)store.remove(staged);
  for (const auto name : companions) (void)store.remove(staged_companion(staged, name));
}

class staged_clean_file final : public clean_descriptor {
 public:
  staged_clean_file(safe_folder store, const disk_sync& disk, file_descriptor file, fs::path path)
      : store_(std::move(store)), disk_(disk), file_(std::move(file)), path_(std::move(path)) {}
  ~staged_clean_file() override {
    if (file_.is_open()) remove_staged(store_, path_);
  }
  int descriptor() const override { return file_.get(); }
  std::string name() const override { return path_.filename().string(); }
  result<file_descriptor> create_sidecar(std::string_view name) override {
    if (std::ranges::find(companions, name) == std::end(companions))
      return fail(errc::invalid_argument, "not a name of a sidecar file: " + std::string(name));
    return store_.create(staged_companion(path_, name));
  }
  result<void> add_sidecar(std::string_view name, std::string_view bytes) override {
    auto file = create_sidecar(name);
    if (!file) return tl::unexpected(file.error());
    return write_all(file->get(), bytes, path_);
  }
  result<void> write(std::string_view bytes) override { return write_all(file_.get(), bytes, path_); }
  result<std::string> finish(std::string_view index) override {
    if (!file_.is_open()) return fail(errc::internal, "finished twice");
    if (auto kept = index.empty() ? result<void>{} : add_sidecar(index_file_name, index); !kept)
      return tl::unexpected(kept.error());
    if (auto synced = sync_if_large(); !synced) return tl::unexpected(synced.error());
    file_descriptor closed = std::move(file_);
    return name();
  }

 private:
  /// Syncs in the writer's thread, so that publishing does not delay other documents.
  result<void> sync_if_large() const {
    struct stat found {};
    if (::fstat(file_.get(), &found) != 0) return fail_errno("stat", path_);
    const bool is_large = static_cast<std::uint64_t>(found.st_size) >= large_file_bytes;
    return is_large ? disk_.file(file_.get(), store_.path() / path_) : result<void>{};
  }

  safe_folder store_;
  const disk_sync& disk_;
  file_descriptor file_;
  fs::path path_;
};

struct move {
  fs::path from, to;
};

bool is_staged_name(std::string_view name) {
  return !name.empty() && name.size() < 64 &&
         std::all_of(name.begin(), name.end(), [](char c) { return (c >= '0' && c <= '9') || c == '-'; });
}

/// Places sidecar files before their document, so that a visible document has them.
result<void> add_companions(const safe_folder& store, const move& document, std::vector<move>& moves) {
  for (const auto name : companions) {
    auto from = staged_companion(document.from, name);
    const auto is_there = store.holds(from);
    if (!is_there) return tl::unexpected(is_there.error());
    if (*is_there) moves.push_back({std::move(from), document.to.parent_path() / name});
  }
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

}  // namespace

result<clean_store> clean_store::at(fs::path folder, const disk_sync& disk) {
  auto opened = safe_folder::make(folder);
  if (!opened) return tl::unexpected<failure>(opened.error());
  if (auto made = opened->make_folders(staged_folder); !made) return tl::unexpected<failure>(made.error());
  return clean_store{std::move(*opened), disk};
}

result<std::unique_ptr<clean_descriptor>> clean_store::stage() const {
  auto path = staged_path(fresh_name());
  auto file = folder_.create(path);
  if (!file && !folder_.holds(staged_folder).value_or(true) && folder_.make_folders(staged_folder))
    file = folder_.create(path);
  if (!file) return tl::unexpected<failure>(file.error());
  return std::make_unique<staged_clean_file>(folder_, *disk_, std::move(*file), std::move(path));
}

fs::path clean_store::path_of(const content_digest& digest) const {
  return folder_.path() / folder_of(digest) / document_file_name;
}

fs::path clean_store::ledger_path(const content_digest& clean, const content_digest& ledger) const {
  return folder_.path() / folder_of(clean) / ledger_name(ledger);
}

result<void> clean_store::publish(std::span<const publication> group, std::size_t syncfs_from) const {
  std::vector<move> moves;
  std::vector<fs::path> superfluous;  // staged documents that are already published
  std::set<fs::path> targets, touched;
  for (const auto& p : group) {
    if (p.staged.empty()) continue;
    if (!is_staged_name(p.staged)) return fail(errc::invalid_argument, "not a staged name: " + p.staged);
    move m{staged_path(p.staged), target_of(p)};
    const auto published = folder_.holds(m.to), staged = folder_.holds(m.from);
    if (!published) return tl::unexpected(published.error());
    if (!staged) return tl::unexpected(staged.error());
    if (!*published && !*staged) return fail(errc::not_found, m.from.string());
    if (auto made = prepare_folder(folder_, m.to.parent_path(), touched); !made) return made;
    if (!*published && targets.insert(m.to).second) {
      if (auto added = add_companions(folder_, m, moves); !added) return added;
      moves.push_back(std::move(m));
    } else {
      superfluous.push_back(std::move(m.from));
    }
  }
  std::vector<fs::path> files;
  files.reserve(moves.size());
  for (const auto& m : moves) files.push_back(m.from);
  if (auto synced = sync_files(*disk_, folder_, files, syncfs_from); !synced) return synced;
  for (const auto& m : moves)
    if (auto renamed = folder_.rename(m.from, m.to); !renamed) return renamed;
  if (auto synced = sync_folders(*disk_, folder_, touched, syncfs_from); !synced) return synced;
  for (const auto& path : superfluous) remove_staged(folder_, path);
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

result<byte_source_ptr> clean_store::open(const content_digest& digest) const {
  return source_of(folder_of(digest) / document_file_name);
}

result<file_descriptor> clean_store::open_file(const content_digest& digest) const {
  return folder_.open_to_read(folder_of(digest) / document_file_name);
}

result<byte_source_ptr> clean_store::source_of(const fs::path& name) const {
  auto file = folder_.open_to_read(name);
  if (!file) return tl::unexpected(file.error());
  return make_file_source(std::make_shared<const file_descriptor>(std::move(*file)));
}

fs::path clean_store::delta_path(const content_digest& digest, const content_digest& previous) const {
  return folder_.path() / folder_of(digest) / delta_name(previous);
}

result<byte_source_ptr> clean_store::open_staged(std::string_view staged) const {
  auto file = open_staged_file(staged);
  if (!file) return tl::unexpected(file.error());
  return make_file_source(std::make_shared<const file_descriptor>(std::move(*file)));
}

result<file_descriptor> clean_store::open_staged_file(std::string_view staged) const {
  if (!is_staged_name(staged)) return fail(errc::invalid_argument, "not a staged name");
  return folder_.open_to_read(staged_path(staged));
}

result<std::vector<std::string>> clean_store::staged_parts(std::string_view staged) const {
  std::vector<std::string> parts;
  if (!is_staged_name(staged)) return parts;
  for (const auto name : companions) {
    const auto is_there = folder_.holds(staged_companion(staged_path(staged), name));
    if (!is_there) return tl::unexpected(is_there.error());
    if (*is_there) parts.emplace_back(name);
  }
  return parts;
}

result<byte_source_ptr> clean_store::open_staged_part(std::string_view staged, std::string_view part) const {
  if (part.empty()) return open_staged(staged);
  const bool is_known = is_staged_name(staged) && std::ranges::find(companions, part) != std::end(companions);
  return is_known ? source_of(staged_companion(staged_path(staged), part))
                  : fail(errc::invalid_argument, "not a file of a document");
}

result<void> clean_store::remove(const content_digest& digest) const {
  const auto folder = folder_of(digest);
  result<void> done;
  auto listed = folder_.list(folder, [&](const std::string& name) {
    if (!done || name.starts_with("delta-")) return;
    done = folder_.remove(folder / name);
  });
  if (!done) return done;
  if (!listed && listed.error().code != errc::not_found) return listed;
  // Folders with deltas or other documents are kept.
  if (folder_.remove_folder(folder)) (void)folder_.remove_folder(folder.parent_path());
  return {};
}

result<block_index> clean_store::read_index(const content_digest& digest) const {
  auto file = source_of(folder_of(digest) / index_file_name);
  if (!file) return tl::unexpected(file.error());
  const auto bytes = read_all(**file, most_index_bytes);
  return bytes ? parse_block_index(*bytes) : tl::unexpected(bytes.error());
}

void clean_store::drop(std::string_view staged) const {
  if (is_staged_name(staged)) remove_staged(folder_, staged_path(staged));
}

result<std::uint64_t> clean_store::sweep_staged() const {
  const auto staged = folder_.below(staged_folder);
  if (!staged) return tl::unexpected(staged.error());
  return staged->empty();
}

}  // namespace laundromat
