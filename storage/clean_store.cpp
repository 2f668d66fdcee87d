// Publishing in groups: bytes, renames, folders, each made durable before the next.
// SPDX-License-Identifier: Apache-2.0
#include "storage/clean_store.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <vector>

#include "core/laundry/document_metadata.hpp"
#include "storage/posix_file.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_index_bytes = std::uint64_t{1} << 30;

/// What may stand beside a document.
constexpr std::string_view companions[] = {index_file_name, metadata_file_names[0], metadata_file_names[1]};

fs::path staged_companion(const fs::path& staged, std::string_view name) {
  return fs::path{staged}.concat(".").concat(name);
}

void remove_staged(const fs::path& staged) {
  ::unlink(staged.c_str());
  for (const auto name : companions) ::unlink(staged_companion(staged, name).c_str());
}

class staged_clean_file final : public clean_descriptor {
 public:
  staged_clean_file(file_descriptor file, fs::path path) : file_(std::move(file)), path_(std::move(path)) {}
  ~staged_clean_file() override {
    if (file_.is_open()) remove_staged(path_);
  }
  int descriptor() const override { return file_.get(); }
  std::string name() const override { return path_.filename().string(); }
  result<file_descriptor> create_beside(std::string_view name) override {
    if (std::ranges::find(companions, name) == std::end(companions))
      return fail(errc::invalid_argument,
                  "nothing called " + std::string(name) + " stands beside a document");
    return create_file(staged_companion(path_, name));
  }
  result<void> add_beside(std::string_view name, std::string_view bytes) override {
    auto file = create_beside(name);
    if (!file) return tl::unexpected(file.error());
    return write_all(file->get(), bytes, path_);
  }
  result<void> write(std::string_view bytes) override { return write_all(file_.get(), bytes, path_); }
  result<std::string> finish(std::string_view index) override {
    if (!file_.is_open()) return fail(errc::internal, "finished twice");
    if (auto kept = index.empty() ? result<void>{} : add_beside(index_file_name, index); !kept)
      return tl::unexpected(kept.error());
    file_descriptor closed = std::move(file_);
    return name();
  }

 private:
  file_descriptor file_;
  fs::path path_;
};

struct move {
  fs::path from, to;
};

bool is_there(const fs::path& path) {
  std::error_code code;
  return fs::exists(path, code);
}

bool is_staged_name(std::string_view name) {
  return !name.empty() && name.size() < 64 &&
         std::all_of(name.begin(), name.end(), [](char c) { return (c >= '0' && c <= '9') || c == '-'; });
}

/// They come before their document: where that is, they are.
void add_companions(const move& document, std::vector<move>& moves) {
  for (const auto name : companions)
    if (auto from = staged_companion(document.from, name); is_there(from))
      moves.push_back({std::move(from), document.to.parent_path() / name});
}

/// Makes the folder of a document. Adds those whose list of names changes to `touched`.
result<void> prepare_folder(const fs::path& document, std::set<fs::path>& touched) {
  touched.insert(document);
  // The two folders above are always synced: they may be there since a stop that came before they were
  // durable.
  touched.insert(document.parent_path());
  touched.insert(document.parent_path().parent_path());
  return make_folders(document);
}

}  // namespace

result<clean_store> clean_store::at(fs::path folder, const disk_sync& disk) {
  clean_store store{std::move(folder), disk};
  if (auto made = make_folders(store.staged_folder()); !made) return tl::unexpected<failure>(made.error());
  return store;
}

result<std::unique_ptr<clean_descriptor>> clean_store::stage() const {
  auto path = staged_folder() / fresh_name();
  auto file = create_file(path);
  if (!file) return tl::unexpected<failure>(file.error());
  return std::make_unique<staged_clean_file>(std::move(*file), std::move(path));
}

fs::path clean_store::path_of(const content_digest& digest) const {
  const auto hex = digest.hex();
  return folder_ / hex.substr(0, 2) / hex / "data.nq.gz";
}

fs::path clean_store::ledger_path(const content_digest& clean, const content_digest& ledger) const {
  return path_of(clean).replace_filename("ledger-" + ledger.hex().substr(0, 16) + ".nq.gz");
}

result<void> clean_store::publish(std::span<const publication> group, std::size_t syncfs_from) const {
  std::vector<move> moves;
  std::vector<fs::path> superfluous;  // staged documents that are there already
  std::set<fs::path> targets, touched;
  for (const auto& p : group) {
    if (p.staged.empty()) continue;
    if (!is_staged_name(p.staged)) return fail(errc::invalid_argument, "not a staged name: " + p.staged);
    move m{staged_folder() / p.staged, p.what == publication::document ? path_of(p.digest)
                                       : p.what == publication::delta  ? delta_path(p.digest, p.other)
                                                                       : ledger_path(p.digest, p.other)};
    const bool published = is_there(m.to), staged = is_there(m.from);
    if (!published && !staged) return fail(errc::not_found, m.from.string());
    if (auto made = prepare_folder(m.to.parent_path(), touched); !made) return made;
    if (!published && targets.insert(m.to).second) {
      add_companions(m, moves);
      moves.push_back(std::move(m));
    } else {
      superfluous.push_back(std::move(m.from));
    }
  }
  std::vector<fs::path> files;
  for (const auto& m : moves) files.push_back(m.from);
  if (auto synced = sync_files(*disk_, files, folder_, syncfs_from); !synced) return synced;
  for (const auto& m : moves)
    if (auto renamed = rename_file(m.from, m.to); !renamed) return renamed;
  if (auto synced = sync_folders(*disk_, touched, folder_, syncfs_from); !synced) return synced;
  for (const auto& path : superfluous) remove_staged(path);
  return {};
}

result<byte_source_ptr> clean_store::open(const content_digest& digest) const {
  return open_file_source(path_of(digest));
}

result<file_descriptor> clean_store::open_file(const content_digest& digest) const {
  return open_to_read_file(path_of(digest));
}

fs::path clean_store::delta_path(const content_digest& digest, const content_digest& previous) const {
  return path_of(digest).replace_filename("delta-" + previous.hex().substr(0, 16) + ".rdfp.gz");
}

result<byte_source_ptr> clean_store::open_staged(std::string_view staged) const {
  auto file = open_staged_file(staged);
  if (!file) return tl::unexpected(file.error());
  return make_file_source(std::make_shared<const file_descriptor>(std::move(*file)));
}

result<file_descriptor> clean_store::open_staged_file(std::string_view staged) const {
  if (!is_staged_name(staged)) return fail(errc::invalid_argument, "not a staged name");
  return open_to_read_file(staged_folder() / staged);
}

std::vector<std::string> clean_store::staged_parts(std::string_view staged) const {
  std::vector<std::string> parts;
  for (const auto name : companions)
    if (is_staged_name(staged) && is_there(staged_companion(staged_folder() / staged, name)))
      parts.emplace_back(name);
  return parts;
}

result<byte_source_ptr> clean_store::open_staged_part(std::string_view staged, std::string_view part) const {
  if (part.empty()) return open_staged(staged);
  const bool is_known = is_staged_name(staged) && std::ranges::find(companions, part) != std::end(companions);
  return is_known ? open_file_source(staged_companion(staged_folder() / staged, part))
                  : fail(errc::invalid_argument, "no part of a document");
}

result<void> clean_store::remove(const content_digest& digest) const {
  std::error_code code;
  for (const auto& file : fs::directory_iterator(path_of(digest).parent_path(), code)) {
    if (file.path().filename().string().starts_with("delta-")) continue;
    if (::unlink(file.path().c_str()) != 0 && errno != ENOENT) return fail_errno("remove", file.path());
  }
  if (code && code != std::errc::no_such_file_or_directory)
    return fail(errc::io_failed, path_of(digest).string() + ": " + code.message());
  // Where deltas are left, or other documents, the folders stay.
  const auto folder = path_of(digest).parent_path();
  if (::rmdir(folder.c_str()) == 0) ::rmdir(folder.parent_path().c_str());
  return {};
}

result<block_index> clean_store::read_index(const content_digest& digest) const {
  auto file = open_file_source(path_of(digest).parent_path() / index_file_name);
  if (!file) return tl::unexpected(file.error());
  const auto bytes = read_all(**file, most_index_bytes);
  return bytes ? parse_block_index(*bytes) : tl::unexpected(bytes.error());
}

void clean_store::drop(std::string_view staged) const {
  if (is_staged_name(staged)) remove_staged(staged_folder() / staged);
}

result<std::uint64_t> clean_store::sweep_staged() const {
  return empty_folder(staged_folder());
}

}  // namespace laundromat
