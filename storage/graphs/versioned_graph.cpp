// Reads versions from a whole one and changes, and writes new ones.
// SPDX-License-Identifier: Apache-2.0
#include "storage/graphs/versioned_graph.hpp"

#include <algorithm>

#include "core/rdf/merge/net_changes.hpp"

namespace laundromat {

namespace {

constexpr int most_tries = 5;
/// The newest version is written whole when the changes since the last whole one have more than this part of its lines.
constexpr std::uint64_t whole_divisor = 4;
/// Neighbouring changes are merged unless the older ones are more than so many times as long.
constexpr std::uint64_t merge_factor = 2;

bool is_single(const graph_file& file) {
  return !file.is_whole && file.first == file.last;
}

std::uint64_t lines_of(const std::vector<graph_file>& files) {
  std::uint64_t sum = 0;
  for (const auto& one : files) sum += one.lines;
  return sum;
}

result<net_changes> open_net(const graph_folder& folder, const std::vector<graph_file>& files,
                             patch_direction direction) {
  std::vector<byte_source_ptr> rows;
  for (const auto& one : files) {
    auto source = folder.read(one);
    if (!source) return tl::unexpected(source.error());
    rows.push_back(*std::move(source));
  }
  return net_changes::open(std::move(rows), direction);
}

}  // namespace

std::optional<graph_file> versioned_graph::whole_of(const std::vector<graph_file>& files) {
  std::optional<graph_file> newest;
  for (const auto& one : files)
    if (one.is_whole && (!newest || newest->last < one.last)) newest = one;
  return newest;
}

std::optional<std::vector<graph_file>> versioned_graph::path(const std::vector<graph_file>& files,
                                                             std::uint64_t from, std::uint64_t to) {
  std::vector<graph_file> found;
  while (from < to) {
    const graph_file* next = nullptr;
    for (const auto& one : files)
      if (!one.is_whole && one.first == from + 1 && one.last <= to && (!next || next->last < one.last))
        next = &one;
    if (!next) return std::nullopt;
    from = next->last;
    found.push_back(*next);
  }
  return found;
}

template <class Open>
auto versioned_graph::with_files(Open open) -> decltype(open(std::vector<graph_file>{})) {
  for (int tries = 1;; ++tries) {
    const auto files = records_.files(provider_.id);
    if (!files) return tl::unexpected(files.error());
    auto opened = open(*files);
    if (opened || opened.error().code != errc::not_found || tries == most_tries) return opened;
  }
}

result<byte_source_ptr> versioned_graph::open_version(const std::vector<graph_file>& files,
                                                      std::uint64_t version) const {
  if (version == 0) return make_memory_source({});
  const auto whole = whole_of(files);
  const auto no_version = [&] {
    return fail(errc::not_found,
                "the graph " + provider_.name + " has no version " + std::to_string(version));
  };
  if (!whole) return no_version();
  const bool is_later = version >= whole->last;
  const auto steps = is_later ? path(files, whole->last, version) : path(files, version, whole->last);
  if (!steps) return no_version();
  auto lines = folder_.read(*whole);
  if (!lines || steps->empty()) return lines;
  auto net = open_net(folder_, *steps, is_later ? patch_direction::forwards : patch_direction::backwards);
  if (!net) return tl::unexpected(net.error());
  return make_changed_source(*std::move(lines), *std::move(net));
}

result<byte_source_ptr> versioned_graph::read(std::uint64_t version) {
  return with_files([&](const std::vector<graph_file>& files) { return open_version(files, version); });
}

result<byte_source_ptr> versioned_graph::open_about(const std::vector<graph_file>& files,
                                                    const document_opener& dump) const {
  const auto whole = whole_of(files);
  const auto steps = whole ? path(files, whole->last, provider_.version) : std::nullopt;
  if (!steps) return fail(errc::not_found, "the graph " + provider_.name + " lacks files");
  const auto about = [&](const graph_file& file) -> result<byte_source_ptr> {
    auto blocks = folder_.read_blocks(file);
    if (!blocks) return tl::unexpected(blocks.error());
    auto subjects = dump();
    if (!subjects) return subjects;
    return make_subject_lines(*std::move(blocks), *std::move(subjects));
  };
  auto lines = about(*whole);
  if (!lines || steps->empty()) return lines;
  std::vector<byte_source_ptr> rows;
  for (const auto& one : *steps) {
    auto part = about(one);
    if (!part) return part;
    rows.push_back(*std::move(part));
  }
  auto net = net_changes::open(std::move(rows));
  if (!net) return tl::unexpected(net.error());
  return make_changed_source(*std::move(lines), *std::move(net));
}

result<byte_source_ptr> versioned_graph::read_about(const document_opener& dump) {
  return with_files([&](const std::vector<graph_file>& files) { return open_about(files, dump); });
}

result<delta_counts> versioned_graph::compare_versions(std::uint64_t from, std::uint64_t to,
                                                       const delta_consumer& take) {
  const auto direction = from <= to ? patch_direction::forwards : patch_direction::backwards;
  const auto [low, high] = std::minmax(from, to);
  auto net =
      with_files([&, low = low, high = high](const std::vector<graph_file>& files) -> result<net_changes> {
        const auto steps = path(files, low, high);
        if (!steps) return fail(errc::not_found, "not all changes are there");
        return open_net(folder_, *steps, direction);
      });
  delta_counts counts;
  if (!net && net.error().code == errc::not_found) {  // the first version has no changes of its own
    auto before = read(from), after = before ? read(to) : result<byte_source_ptr>{nullptr};
    if (!before || !after) return tl::unexpected((before ? after : before).error());
    return compare(**before, **after, take);
  }
  if (!net) return tl::unexpected(net.error());
  for (;;) {
    const auto more = net->advance();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return counts;
    ++(net->sign() == delta_sign::added ? counts.added : counts.removed);
    if (auto taken = take(net->sign(), net->line()); !taken) return tl::unexpected(taken.error());
  }
}

result<new_version> versioned_graph::import_dump(const document_opener& dump, absent_subjects absent,
                                                 worker_pool& workers) {
  const auto next = provider_.version + 1;
  if (provider_.version == 0) {
    auto lines = dump();
    if (!lines) return tl::unexpected(lines.error());
    const auto whole = folder_.write_whole(next, **lines, workers);
    if (!whole) return tl::unexpected(whole.error());
    if (whole->lines == 0) return new_version{};
    return new_version{{*whole}, {0, whole->lines, 0}, whole->lines, true};
  }
  const partly_read_graph graph{[this] { return read(provider_.version); }, [&] { return read_about(dump); }};
  merged_dump merged;
  const auto file = folder_.write_changes(
      next, next,
      [&](graph_folder::change_output& out) -> result<void> {
        auto found = find_changes(
            graph, dump, absent, [&](delta_sign sign, std::string_view line) { return out.take(sign, line); },
            [&] { return out.start_again(); });
        if (!found) return tl::unexpected(found.error());
        merged = *found;
        return {};
      },
      workers);
  if (!file) return tl::unexpected(file.error());
  new_version made;
  made.changes = merged.changes;
  made.statements = provider_.statements + merged.changes.added - merged.changes.removed;
  made.has_checked_nodes = merged.has_checked_nodes;
  if (file->lines > 0) made.files = {*file};
  return made;
}

result<new_version> versioned_graph::restore(std::uint64_t version, worker_pool& workers) {
  const auto next = provider_.version + 1;
  new_version made;
  const auto file = folder_.write_changes(
      next, next,
      [&](graph_folder::change_output& out) -> result<void> {
        const auto counts =
            compare_versions(provider_.version, version,
                             [&](delta_sign sign, std::string_view line) { return out.take(sign, line); });
        if (!counts) return tl::unexpected(counts.error());
        made.changes = *counts;
        return {};
      },
      workers);
  if (!file) return tl::unexpected(file.error());
  made.statements = provider_.statements + made.changes.added - made.changes.removed;
  if (file->lines > 0) made.files = {*file};
  return made;
}

result<bool> versioned_graph::tidy(worker_pool& workers) {
  const auto files = records_.files(provider_.id);
  if (!files) return tl::unexpected(files.error());
  const auto whole = whole_of(*files);
  const auto steps = whole ? path(*files, whole->last, provider_.version) : std::nullopt;
  if (!steps || steps->empty()) return false;
  std::vector<graph_file> added, removed;
  if (lines_of(*steps) * whole_divisor > whole->lines) {
    auto lines = open_version(*files, provider_.version);
    if (!lines) return tl::unexpected(lines.error());
    auto made = folder_.write_whole(provider_.version, **lines, workers);
    if (!made) return tl::unexpected(made.error());
    added.push_back(*made);
    for (const auto& one : *files)
      if (!is_single(one)) removed.push_back(one);
  } else {
    if (steps->size() < 2) return false;
    const auto &older = (*steps)[steps->size() - 2], &newer = steps->back();
    if (older.lines > newer.lines * merge_factor) return false;
    auto made = folder_.write_changes(
        older.first, newer.last,
        [&](graph_folder::change_output& out) -> result<void> {
          auto net = open_net(folder_, {older, newer}, patch_direction::forwards);
          if (!net) return tl::unexpected(net.error());
          for (;;) {
            const auto more = net->advance();
            if (!more) return tl::unexpected(more.error());
            if (!*more) return {};
            if (auto taken = out.take(net->sign(), net->line()); !taken) return taken;
          }
        },
        workers);
    if (!made) return tl::unexpected(made.error());
    added.push_back(*made);
    for (const auto* one : {&older, &newer})
      if (!is_single(*one)) removed.push_back(*one);
  }
  if (auto stored = records_.replace_files(provider_.id, added, removed); !stored)
    return tl::unexpected(stored.error());
  for (const auto& one : removed)
    if (auto gone = folder_.remove(one); !gone) return tl::unexpected(gone.error());
  return true;
}

result<content_digest> versioned_graph::digest_of(std::uint64_t version,
                                                  const std::function<bool()>& is_cancelled) {
  const auto files = records_.files(provider_.id);
  if (!files) return tl::unexpected(files.error());
  for (const auto& one : *files)
    if (one.is_whole && one.last == version) return one.digest;
  auto lines = read(version);
  if (!lines) return tl::unexpected(lines.error());
  content_hasher hasher;
  std::string buffer(std::size_t{1} << 17, '\0');
  for (;;) {
    if (is_cancelled && is_cancelled()) return fail(errc::cancelled, "the program is stopping");
    const auto n = (*lines)->read(buffer);
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) return hasher.finish();
    hasher.update({buffer.data(), *n});
  }
}

result<void> versioned_graph::remove_leftovers() {
  const auto files = records_.files(provider_.id);
  if (!files) return tl::unexpected(files.error());
  return folder_.remove_others(*files);
}

}  // namespace laundromat
