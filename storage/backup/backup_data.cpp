// Fixes a state of the journal, links files, copies the journal, and names the copy last.
// SPDX-License-Identifier: Apache-2.0
#include "storage/backup/backup_data.hpp"

#include "storage/backup/linked_files.hpp"
#include "storage/files/disk_sync.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/journal_snapshot.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr int most_tries = 8;

/// Creates the folder, unless it has something or is part of the data folder.
result<safe_folder> make_target(const fs::path& root, const fs::path& to) {
  const auto refuse = [&](std::string_view why) {
    return fail(errc::invalid_argument,
                to.string() + ' ' + std::string{why} + ": name a new or empty folder elsewhere");
  };
  std::error_code code;
  const auto inside = fs::weakly_canonical(to, code).lexically_relative(fs::weakly_canonical(root, code));
  if (code || (!inside.empty() && *inside.begin() != "..")) return refuse("is within the data folder");
  auto folder = safe_folder::named(to);
  if (!folder) return folder;
  bool is_empty = true;
  if (auto listed = folder->list("", [&](const std::string&) { is_empty = false; }); !listed)
    return tl::unexpected(listed.error());
  if (!is_empty) return refuse("is not empty");
  return folder;
}

/// Contexts are small, and one of their files is changed in place: they are copied.
result<void> copy_contexts(const safe_folder& from, const safe_folder& to) {
  const auto folder = data_layout{}.contexts();
  std::error_code code;
  if (!fs::is_directory(from.path() / folder, code)) return {};
  fs::copy(from.path() / folder, to.path() / folder,
           fs::copy_options::recursive | fs::copy_options::skip_symlinks, code);
  return code ? fail_code(code, "copy", from.path() / folder) : result<void>{};
}

/// Without it the next run would serve a campaign's folder at another port, where each document has another URI.
result<void> copy_served_port(const safe_folder& from, const safe_folder& to) {
  constexpr std::size_t most_bytes = 16;
  const auto name = data_layout{}.served_port();
  const auto port = from.head_of(name, most_bytes);
  if (!port && port.error().code == errc::not_found) return {};
  return port ? to.put(name, *port) : tl::unexpected(port.error());
}

/// Copies the journal and names the folder, when everything that it names is there.
result<void> finish(const safe_folder& from, const safe_folder& to, journal& db, journal_snapshot& state,
                    backup_outcome& out) {
  const auto file = to.path() / data_layout{}.journal();
  if (auto copied = state.copy_to(file); !copied) return copied;
  std::error_code code;
  out.journal_bytes = fs::file_size(file, code);
  if (auto copied = copy_contexts(from, to); !copied) return copied;
  if (auto copied = copy_served_port(from, to); !copied) return copied;
  const auto identity = db.identity();
  if (!identity) return tl::unexpected(identity.error());
  out.generation = identity->generation;
  if (auto synced = sync_all(posix_sync(), to); !synced)
    return fail(errc::sync_failed, synced.error().detail);
  return write_identity(to, {identity->id, identity->generation, identity->generation});
}

}  // namespace

result<backup_outcome> backup_data(const fs::path& root, const fs::path& to, const backup_steps& steps) {
  auto db = open_journal_to_read(root);
  if (!db) return tl::unexpected(db.error());
  const auto from = safe_folder::named(root);
  if (!from) return tl::unexpected(from.error());
  const auto target = make_target(root, to);
  if (!target) return tl::unexpected(target.error());
  backup_outcome out;
  for (int tries = 1;; ++tries) {
    auto state = journal_snapshot::begin(*db);
    if (!state) return tl::unexpected(state.error());
    if (steps.took_snapshot) steps.took_snapshot();
    linked_files files{*from, *target, *db, steps};
    if (auto linked = files.link_all(); !linked) return tl::unexpected(linked.error());
    const auto before = std::exchange(out.missing, files.missing());
    if (!out.missing.empty() && out.missing != before && tries < most_tries) {
      if (auto emptied = target->empty(); !emptied) return tl::unexpected(emptied.error());
      continue;  // an engine has removed files meanwhile: a newer state does not name them
    }
    if (auto cut = files.cut_tails(); !cut) return tl::unexpected(cut.error());
    out.files = files.count();
    auto done = finish(*from, *target, *db, *state, out);
    return done ? result<backup_outcome>{std::move(out)} : tl::unexpected(done.error());
  }
}

}  // namespace laundromat
