// Compares the names in folders with the paths in the journal.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/raw_sweep.hpp"

#include "core/web/file_store_path.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "storage/journal/retained_bodies.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

/// Removes a file that no download of the seed names. Whether it did.
result<bool> remove_unnamed(raw_store& raw, retained_bodies& rows, const record_hash& seed,
                            const std::string& path) {
  const auto is_named = rows.names_file(seed, path);
  if (!is_named) return tl::unexpected(is_named.error());
  if (!*is_named) raw.remove(path);
  return !*is_named;
}

/// Removes the files of a seed, of all times of its crawls, that no download names.
result<std::uint64_t> sweep_seed(raw_store& raw, retained_bodies& rows, const seed_address& seed) {
  const auto uri = fetchable(seed.uri);
  const auto path = encode_path(uri, timestamp{});
  if (!path) return 0;
  const auto folder = fs::path{*path}.parent_path();
  const auto mark = '+' + url_uuid(uri) + '+';
  std::vector<std::string> found;
  const auto listed = raw.folder().list(folder, [&](const std::string& name) {
    if (name.find(mark) != name.npos) found.push_back((folder / name).string());
  });
  if (!listed)
    return listed.error().code == errc::not_found ? result<std::uint64_t>{0} : tl::unexpected(listed.error());
  std::uint64_t removed = 0;
  for (const auto& one : found) {
    const auto done = remove_unnamed(raw, rows, seed.hash, one);
    if (!done) return tl::unexpected(done.error());
    removed += *done ? 1 : 0;
  }
  return removed;
}

result<void> sweep_folder(raw_store& raw, retained_bodies& rows, const fs::path& folder,
                          std::uint64_t& removed) {
  std::vector<std::string> names;
  if (auto listed = raw.folder().list(folder, [&](const std::string& name) { names.push_back(name); });
      !listed)
    return listed;
  for (const auto& name : names) {
    const auto path = folder / name;
    const auto kind = raw.folder().kind_of(path);
    if (!kind) return tl::unexpected(kind.error());
    if (*kind == fs::file_type::directory && !name.starts_with('.')) {
      if (auto done = sweep_folder(raw, rows, path, removed); !done) return done;
      continue;
    }
    const auto stored =
        *kind == fs::file_type::regular ? decode_path(path.string()) : fail(errc::invalid_argument, name);
    if (!stored || !stored->is_exact) continue;
    const auto done = remove_unnamed(raw, rows, seed_hash(stored->uri), path.string());
    if (!done && done.error().code != errc::not_found) return tl::unexpected(done.error());
    removed += done.value_or(false) ? 1 : 0;
  }
  return {};
}

}  // namespace

result<std::uint64_t> sweep_cut_off_bodies(raw_store& raw, journal& db) {
  retained_bodies rows{db};
  const auto seeds = rows.cut_off_seeds();
  if (!seeds) return tl::unexpected(seeds.error());
  std::uint64_t sum = 0;
  for (const auto& one : *seeds) {
    const auto removed = sweep_seed(raw, rows, one);
    if (!removed) return removed;
    sum += *removed;
  }
  return sum;
}

result<std::uint64_t> sweep_all_bodies(raw_store& raw, journal& db) {
  retained_bodies rows{db};
  std::uint64_t removed = 0;
  if (auto done = sweep_folder(raw, rows, "", removed); !done) return tl::unexpected(done.error());
  return removed;
}

}  // namespace laundromat
