// Writes, reads and removes the files of a graph.
// SPDX-License-Identifier: Apache-2.0
#include "storage/graphs/graph_folder.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "core/codec/compression/block_gzip.hpp"
#include "core/rdf/merge/change_rows.hpp"
#include "storage/files/file_lock.hpp"
#include "storage/files/posix_file.hpp"
#include "storage/graphs/clean_lines.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view part_name = "unfinished";
constexpr std::string_view lock_name = "lock";
constexpr std::uint64_t most_block_index_bytes = std::uint64_t{1} << 30;

std::string index_of(const std::string& name) {
  return name + ".index";
}

/// A file that is written as blocks and appears whole.
class block_writer final : public byte_sink {
 public:
  block_writer(const safe_folder& folder, const disk_sync& disk, worker_pool& workers,
               std::size_t front_bytes)
      : folder_(folder), disk_(disk), workers_(workers), front_bytes_(front_bytes) {}

  result<void> begin() {
    blocks_.reset();
    if (auto removed = folder_.remove(part_name); !removed) return removed;
    auto file = folder_.create(part_name);
    if (!file) return tl::unexpected(file.error());
    file_.fd = *std::move(file);
    file_.bytes = 0;
    file_.early.emplace(disk_);
    blocks_.emplace(file_, &workers_, graph_folder::block_bytes, front_bytes_);
    hasher_ = {};
    lines_ = 0;
    return {};
  }

  result<void> write(std::string_view text) override {
    lines_ += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    hasher_.update(text);
    return blocks_->write(text);
  }

  result<graph_file> keep(graph_file made) {
    if (auto ended = blocks_->finish(); !ended) return tl::unexpected(ended.error());
    if (auto synced = disk_.file(file_.fd.get(), part_name); !synced) return tl::unexpected(synced.error());
    made.lines = lines_;
    made.bytes = file_.bytes;
    made.digest = hasher_.finish();
    const auto name = made.name();
    if (auto indexed = write_index(index_of(name)); !indexed) return tl::unexpected(indexed.error());
    if (auto named = folder_.rename(part_name, name); !named) return tl::unexpected(named.error());
    if (auto synced = sync_folders(disk_, folder_, {fs::path{}}, usual_syncfs_from); !synced)
      return tl::unexpected(synced.error());
    return made;
  }

 private:
  struct file_sink final : byte_sink {
    result<void> write(std::string_view packed) override {
      if (auto written = write_all(fd.get(), packed, part_name); !written) return written;
      bytes += packed.size();
      early->wrote(fd.get(), part_name, packed.size());
      return {};
    }
    file_descriptor fd;
    std::uint64_t bytes = 0;
    std::optional<early_writeback> early;
  };

  result<void> write_index(const std::string& name) const {
    if (auto put = folder_.put(name, to_bytes(blocks_->index())); !put) return put;
    const auto file = folder_.open_to_read(name);
    return file ? disk_.file(file->get(), name) : tl::unexpected(file.error());
  }

  const safe_folder& folder_;
  const disk_sync& disk_;
  worker_pool& workers_;
  std::size_t front_bytes_;
  file_sink file_;
  std::optional<block_gzip_sink> blocks_;
  content_hasher hasher_;
  std::uint64_t lines_ = 0;
};

/// Writes changes as rows.
class row_output final : public graph_folder::change_output {
 public:
  explicit row_output(block_writer& out) : out_(out) {}
  result<void> take(delta_sign sign, std::string_view line) override {
    row_.assign(sign == delta_sign::added ? "A " : "D ").append(line);
    return out_.write(row_);
  }
  result<void> start_again() override { return out_.begin(); }

 private:
  block_writer& out_;
  std::string row_;
};

}  // namespace

result<graph_folder> graph_folder::open(const safe_folder& data, const std::string& name,
                                        const disk_sync& disk) {
  const auto is_there = data.holds(fs::path{"graphs"} / name);
  if (!is_there) return tl::unexpected(is_there.error());
  const auto all = data.below("graphs");
  if (!all) return tl::unexpected(all.error());
  auto own = all->below(name);
  if (!own) return tl::unexpected(own.error());
  if (!*is_there)
    for (const safe_folder* folder : {&data, &*all})
      if (auto synced = sync_folders(disk, *folder, {fs::path{}}, usual_syncfs_from); !synced)
        return tl::unexpected(synced.error());
  return graph_folder{*std::move(own), disk};
}

result<graph_folder> graph_folder::open_to_read(const safe_folder& data, const std::string& name) {
  const auto path = fs::path{"graphs"} / name;
  const auto is_there = data.holds(path);
  if (!is_there) return tl::unexpected(is_there.error());
  if (!*is_there) return fail(errc::not_found, "no graph " + name + " in " + data.path().string());
  auto own = data.below(path);
  if (!own) return tl::unexpected(own.error());
  return graph_folder{*std::move(own), posix_sync()};
}

result<file_descriptor> graph_folder::lock() const {
  auto file = folder_.open_or_create(lock_name);
  if (!file) return file;
  auto whole = whole_file();
  if (::fcntl(file->get(), F_OFD_SETLK, &whole) == 0) return file;
  if (errno != EAGAIN && errno != EACCES) return fail_errno("lock", folder_.path() / lock_name);
  return fail(errc::journal_locked,
              "another process changes the graph in " + folder_.path().string() + " now: try again later");
}

result<graph_file> graph_folder::write_whole(std::uint64_t version, byte_source& lines,
                                             worker_pool& workers) const {
  block_writer out{folder_, *disk_, workers, 0};
  if (auto begun = out.begin(); !begun) return tl::unexpected(begun.error());
  std::string buffer(std::size_t{1} << 17, '\0');
  for (;;) {
    const auto n = lines.read(buffer);
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) break;
    if (auto written = out.write({buffer.data(), *n}); !written) return tl::unexpected(written.error());
  }
  return out.keep({version, version, true, 0, 0, {}});
}

result<graph_file> graph_folder::write_changes(std::uint64_t first, std::uint64_t last,
                                               const std::function<result<void>(change_output&)>& produce,
                                               worker_pool& workers) const {
  block_writer out{folder_, *disk_, workers, change_sign_bytes};
  if (auto begun = out.begin(); !begun) return tl::unexpected(begun.error());
  row_output rows{out};
  if (auto produced = produce(rows); !produced) return tl::unexpected(produced.error());
  return out.keep({first, last, false, 0, 0, {}});
}

result<byte_source_ptr> graph_folder::read(const graph_file& file) const {
  auto fd = folder_.open_to_read(file.name());
  if (!fd) return tl::unexpected(fd.error());
  auto compressed = make_file_source(std::make_shared<const file_descriptor>(*std::move(fd)));
  if (!compressed) return compressed;
  return make_undamaged_source(*std::move(compressed));
}

result<block_file> graph_folder::read_blocks(const graph_file& file) const {
  const auto source_of = [&](const std::string& name) -> result<byte_source_ptr> {
    auto fd = folder_.open_to_read(name);
    if (!fd) return tl::unexpected(fd.error());
    return make_file_source(std::make_shared<const file_descriptor>(*std::move(fd)));
  };
  auto compressed = source_of(file.name());
  if (!compressed) return tl::unexpected(compressed.error());
  auto index_file = source_of(index_of(file.name()));
  if (!index_file) return tl::unexpected(index_file.error());
  const auto bytes = read_all(**index_file, most_block_index_bytes);
  if (!bytes) return tl::unexpected(bytes.error());
  auto index = parse_block_index(*bytes);
  if (!index) return tl::unexpected(index.error());
  return block_file{std::make_shared<const block_index>(*std::move(index)), *std::move(compressed),
                    file.is_whole ? 0 : change_sign_bytes};
}

result<void> graph_folder::remove(const graph_file& file) const {
  if (auto removed = folder_.remove(file.name()); !removed) return removed;
  return folder_.remove(index_of(file.name()));
}

result<void> graph_folder::remove_others(const std::vector<graph_file>& kept) const {
  std::vector<std::string> unknown;
  const auto listed = folder_.list({}, [&](const std::string& name) {
    const bool is_kept = name == lock_name || std::ranges::any_of(kept, [&](const graph_file& file) {
                           return name == file.name() || name == index_of(file.name());
                         });
    if (!is_kept) unknown.push_back(name);
  });
  if (!listed) return listed;
  for (const auto& name : unknown)
    if (auto removed = folder_.remove(name); !removed) return removed;
  return {};
}

}  // namespace laundromat
