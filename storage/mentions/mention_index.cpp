// Keeps the list of runs, fills new ones from documents, and merges those of the same size.
// SPDX-License-Identifier: Apache-2.0
#include "storage/mentions/mention_index.hpp"

#include <fcntl.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <map>
#include <queue>
#include <set>
#include <sstream>

#include "core/base/byte_source.hpp"
#include "core/codec/compression/block_gzip.hpp"
#include "core/mentions/mention_scan.hpp"
#include "storage/files/file_lock.hpp"
#include "storage/journal/segment_rows.hpp"
#include "storage/mentions/namespace_index.hpp"

namespace laundromat {

namespace {

constexpr std::string_view first_line = "laundromat where 1";
constexpr std::size_t most_list_bytes = std::size_t{1} << 20;

std::string text_of(const mention_list& list) {
  std::ostringstream out;
  out << first_line << "\njournal " << list.journal << "\ndocument " << list.document << ' '
      << list.hash.hex() << "\nnext " << list.next_run << '\n';
  for (const auto& run : list.runs) out << "run " << run.name << ' ' << run.mentions << '\n';
  out << "end\n";
  return std::move(out).str();
}

/// Nothing for any other text.
std::optional<mention_list> list_in(const std::string& text) {
  std::istringstream in{text};
  std::string line, word, hash;
  if (!std::getline(in, line) || line != first_line) return std::nullopt;
  mention_list list;
  if (!(in >> word >> list.journal) || word != "journal") return std::nullopt;
  if (!(in >> word >> list.document >> hash) || word != "document") return std::nullopt;
  const auto digest = content_digest::from_hex(hash);
  if (!digest || !(in >> word >> list.next_run) || word != "next") return std::nullopt;
  list.hash = *digest;
  while (in >> word && word == "run") {
    mention_list::run run;
    if (!(in >> run.name >> run.mentions)) return std::nullopt;
    list.runs.push_back(run);
  }
  return word == "end" ? std::optional{list} : std::nullopt;
}

result<void> write_list(const safe_folder& folder, const mention_list& list, const disk_sync& disk) {
  const std::string name{mention_index::list_name};
  auto file = folder.stage(name + ".new", name);
  if (!file) return tl::unexpected(file.error());
  auto done = (*file)->write(text_of(list));
  if (done) done = disk.file((*file)->descriptor(), name);
  if (done) done = (*file)->commit();
  return done ? sync_folders(disk, folder, {""}, usual_syncfs_from) : done;
}

/// The lock of those who change the index; one that is not open: another process has it.
result<file_descriptor> lock_folder(const safe_folder& folder) {
  if (auto ours = folder.check_owner(); !ours) return tl::unexpected(ours.error());
  auto lock = folder.open_or_create(mention_index::lock_name);
  if (!lock) return lock;
  auto whole = whole_file();
  if (::fcntl(lock->get(), F_OFD_SETLK, &whole) == 0) return lock;
  if (errno == EAGAIN || errno == EACCES) return file_descriptor{};
  return fail_errno("lock", folder.path() / mention_index::lock_name);
}

/// Whether the last document of a list is the one with this row.
result<bool> is_of(const mention_list& list, journal& from) {
  const auto known = from.identity();
  if (!known) return tl::unexpected(known.error());
  if (known->id != list.journal) return false;
  if (list.document == 0) return true;
  const auto page = segment_rows{from}.documents(list.document - 1, 1);
  if (!page) return tl::unexpected(page.error());
  return page->rows.size() == 1 && page->rows.front().hash == list.hash;
}

result<std::vector<mention_run>> open_runs(const safe_folder& folder, const mention_list& list) {
  std::vector<mention_run> runs;
  for (const auto& one : list.runs) {
    auto run = mention_run::open(folder, one.name);
    if (!run) return tl::unexpected(run.error());
    runs.push_back(*std::move(run));
  }
  return runs;
}

/// Writes the mentions of several runs as one. Returns how many there are.
result<std::uint64_t> merge_runs(const safe_folder& folder, const std::vector<const mention_run*>& runs,
                                 const std::string& name, const disk_sync& disk) {
  auto writer = mention_run_writer::begin(folder, name, disk);
  if (!writer) return tl::unexpected(writer.error());
  std::vector<mention_run::reader> readers;
  readers.reserve(runs.size());
  using head = std::pair<std::uint64_t, std::size_t>;  // key and reader
  std::priority_queue<head, std::vector<head>, std::greater<>> heads;
  std::vector<mention> next(runs.size());
  const auto advance = [&](std::size_t i) -> result<void> {
    const auto more = readers[i].next(next[i]);
    if (!more) return tl::unexpected(more.error());
    if (*more) heads.emplace(next[i].key(), i);
    return {};
  };
  for (std::size_t i = 0; i < runs.size(); ++i) {
    readers.emplace_back(*runs[i]);
    if (auto done = advance(i); !done) return tl::unexpected(done.error());
  }
  while (!heads.empty()) {
    const auto i = heads.top().second;
    heads.pop();
    if (auto done = writer->add(next[i]); !done) return tl::unexpected(done.error());
    if (auto done = advance(i); !done) return tl::unexpected(done.error());
  }
  return writer->finish();
}

}  // namespace

/// One update, which holds the lock.
class mention_index::updating {
 public:
  updating(safe_folder folder, mention_list list, namespace_writer spaces,
           const mention_index_options& options)
      : folder_(std::move(folder)), list_(std::move(list)), spaces_(std::move(spaces)), options_(options) {}

  /// Removes what no list names: what a killed update has left.
  result<void> clear() {
    std::set<std::string> known{std::string{list_name}, std::string{lock_name}};
    for (const auto& run : list_.runs) known.insert(run.name);
    for (const auto* ending : {"", "-wal", "-shm", "-journal"})
      known.insert(std::string{namespace_index::file_name} + ending);
    result<void> done;
    auto listed = folder_.list("", [&](const std::string& name) {
      if (done && !known.contains(name)) done = folder_.remove(name);
    });
    return listed ? done : listed;
  }

  result<bool> run(journal& from, const clean_store& store) {
    constexpr std::uint32_t rows_at_once = 1'000;
    segment_rows rows{from};
    std::uint64_t documents = 0;
    // A document that was removed before it was read, and published again, has no mentions yet.
    auto followed =
        spaces_.follow_removals([&](const numbered_document& one) { return read_terms(store, one); },
                                [&] { return buffer_.empty() ? result<void>{} : keep_mentions(); });
    if (!followed) return tl::unexpected(followed.error());
    for (auto after = list_.document;;) {
      const auto page = rows.documents(after, rows_at_once);
      if (!page) {
        // A query may have been ended: what was read so far is not read again.
        if (documents > 0) (void)write_buffer();
        return tl::unexpected(page.error());
      }
      bool is_stopped = false;
      for (const auto& one : page->rows) {
        if (one.clean >= most_mentioning_documents)
          return fail(errc::limit_exceeded, "the index of IRIs has no room for more documents");
        if (!options_.goes_on()) {
          is_stopped = true;
          break;
        }
        if (auto added = add(store, one); !added) return tl::unexpected(added.error());
        options_.on_progress(++documents);
        if (spaces_.pending() >= options_.pending_namespaces)
          if (auto written = spaces_.commit(); !written) return tl::unexpected(written.error());
        if (buffer_.size() >= options_.buffer_mentions)
          if (auto written = write_buffer(); !written) return tl::unexpected(written.error());
      }
      if (is_stopped || page->is_last) {
        if (documents == 0) return !is_stopped;
        if (auto written = write_buffer(); !written) return tl::unexpected(written.error());
        return !is_stopped;
      }
      after = page->last;
    }
  }

  [[nodiscard]] const mention_list& list() const { return list_; }

 private:
  /// Namespaces are committed first: when a process was killed between the two, those of the document are counted already.
  result<void> add(const clean_store& store, const numbered_document& document) {
    std::vector<namespace_count> counts;
    if (!document.is_removed) {
      auto counted = read_terms(store, document);
      if (!counted) return tl::unexpected(counted.error());
      counts = *std::move(counted);
    }
    list_.document = document.clean;
    list_.hash = document.hash;
    return document.clean <= spaces_.document() ? result<void>{} : spaces_.add(document, counts);
  }

  /// Puts mentions into the buffer, and counts namespaces.
  result<std::vector<namespace_count>> read_terms(const clean_store& store,
                                                  const numbered_document& document) {
    std::vector<namespace_count> nothing;
    const auto index = store.read_index(document.hash);
    if (!index && index.error().code == errc::not_found) return nothing;
    if (!index) return tl::unexpected(index.error());
    const auto text = store.open(document.hash);
    if (!text && text.error().code == errc::not_found) return nothing;
    if (!text) return tl::unexpected(text.error());
    mention_scan scan{static_cast<std::uint32_t>(document.clean), index->plain_bytes,
                      [&](std::vector<mention> some) -> result<void> {
                        buffer_.insert(buffer_.end(), some.begin(), some.end());
                        // Of a large document: the list still says that it is not indexed.
                        return buffer_.size() < options_.buffer_mentions ? result<void>{} : write_run();
                      }};
    for (std::size_t number = 0; number < index->blocks.size(); ++number) {
      const auto lines = read_block(**text, *index, number);
      // A damaged document is found by `verify`; it is not found here.
      if (!lines && lines.error().code == errc::archive_damaged) break;
      if (!lines) return tl::unexpected(lines.error());
      if (auto added = scan.add(
              *lines, static_cast<std::uint32_t>(std::min<std::size_t>(number, most_mention_blocks - 1)));
          !added)
        return tl::unexpected(added.error());
    }
    if (auto ended = scan.finish(); !ended) return tl::unexpected(ended.error());
    return scan.namespaces(most_namespaces_of_document);
  }

  result<void> write_run() {
    sort_mentions(buffer_);
    if (buffer_.empty()) return {};
    const auto name = next_name();
    auto writer = mention_run_writer::begin(folder_, name, *options_.disk);
    if (!writer) return tl::unexpected(writer.error());
    for (const auto& one : buffer_)
      if (auto added = writer->add(one); !added) return added;
    const auto size = writer->finish();
    if (!size) return tl::unexpected(size.error());
    buffer_.clear();
    list_.runs.push_back({name, *size});
    return {};
  }

  result<void> write_buffer() {
    if (auto written = spaces_.commit(); !written) return written;
    if (auto written = keep_mentions(); !written) return written;
    return merge();
  }

  result<void> keep_mentions() {
    if (auto written = write_run(); !written) return written;
    return write_list(folder_, list_, *options_.disk);
  }

  /// Merges as long as there are many runs of the same size.
  result<void> merge() {
    for (;;) {
      std::map<int, std::vector<std::string>> by_size;
      for (const auto& run : list_.runs) by_size[size_class(run.mentions)].push_back(run.name);
      const auto many = std::ranges::find_if(
          by_size, [&](const auto& one) { return one.second.size() >= options_.merged_runs; });
      if (many == by_size.end()) return {};
      if (auto merged = merge(many->second); !merged) return merged;
    }
  }

  /// Powers of the number of runs that are merged.
  [[nodiscard]] int size_class(std::uint64_t mentions) const {
    int of = 0;
    for (auto rest = mentions; rest >= options_.merged_runs && options_.merged_runs > 1;
         rest /= options_.merged_runs)
      ++of;
    return of;
  }

  result<void> merge(const std::vector<std::string>& names) {
    std::vector<mention_run> opened;
    for (const auto& name : names) {
      auto run = mention_run::open(folder_, name);
      if (!run) return tl::unexpected(run.error());
      opened.push_back(*std::move(run));
    }
    std::vector<const mention_run*> runs;
    for (const auto& run : opened) runs.push_back(&run);
    const auto name = next_name();
    const auto size = merge_runs(folder_, runs, name, *options_.disk);
    if (!size) return tl::unexpected(size.error());
    std::erase_if(list_.runs,
                  [&](const auto& run) { return std::ranges::find(names, run.name) != names.end(); });
    list_.runs.push_back({name, *size});
    if (auto written = write_list(folder_, list_, *options_.disk); !written) return written;
    for (const auto& old : names)
      if (auto removed = folder_.remove(old); !removed) return removed;
    return {};
  }

  std::string next_name() { return std::to_string(list_.next_run++) + ".run"; }

  safe_folder folder_;
  mention_list list_;
  namespace_writer spaces_;
  const mention_index_options& options_;
  std::vector<mention> buffer_;
};

result<void> mention_index::load(journal& from) {
  const auto identity = from.identity();
  if (!identity) return tl::unexpected(identity.error());
  list_ = {};
  list_.journal = identity->id;
  runs_.clear();
  const auto folder = safe_folder::open(root_ / folder_name);
  if (!folder)
    return folder.error().code == errc::not_found ? result<void>{} : tl::unexpected(folder.error());
  // Between the list and its runs another process may have merged these.
  for (int again = 0; again < 3; ++again) {
    const auto text = folder->head_of(list_name, most_list_bytes);
    if (!text) return text.error().code == errc::not_found ? result<void>{} : tl::unexpected(text.error());
    auto list = list_in(*text);
    if (!list) return {};
    const auto is_ours = is_of(*list, from);
    if (!is_ours) return tl::unexpected(is_ours.error());
    if (!*is_ours) return {};
    auto runs = open_runs(*folder, *list);
    if (!runs && runs.error().code == errc::not_found) continue;
    if (!runs)
      return runs.error().code == errc::archive_damaged ? result<void>{} : tl::unexpected(runs.error());
    list_ = *std::move(list);
    runs_ = *std::move(runs);
    return {};
  }
  return {};
}

result<mention_index> mention_index::open(const std::filesystem::path& root, journal& from) {
  mention_index opened{root};
  if (auto loaded = opened.load(from); !loaded) return tl::unexpected(loaded.error());
  return opened;
}

result<bool> mention_index::update(journal& from, const clean_store& store,
                                   const mention_index_options& options) {
  auto folder = safe_folder::make(root_ / folder_name);
  if (!folder) return tl::unexpected(folder.error());
  const auto lock = lock_folder(*folder);
  if (!lock) return tl::unexpected(lock.error());
  if (!lock->is_open()) {
    auto loaded = load(from);
    return loaded ? result<bool>{false} : tl::unexpected(loaded.error());
  }
  bool makes_namespaces = options.renews_namespaces;
  for (bool is_again = false;; is_again = true) {
    if (!is_again || makes_namespaces)
      if (auto loaded = load(from); !loaded) return tl::unexpected(loaded.error());
    auto spaces = namespace_writer::open(*folder, from, makes_namespaces);
    if (!spaces) return tl::unexpected(spaces.error());
    if (spaces->document() < list_.document) {
      // The table was lost, and with it which documents were removed: both are made anew.
      forget();
      if (auto written = write_list(*folder, list_, *options.disk); !written)
        return tl::unexpected(written.error());
    }
    updating now{*folder, list_, *std::move(spaces), options};
    const auto cleared = now.clear();
    auto done = cleared ? now.run(from, store) : result<bool>{tl::unexpected(cleared.error())};
    if (!done && done.error().code == errc::archive_damaged && !is_again) {
      // A run is damaged: all begins anew.
      forget();
      continue;
    }
    if (!done && done.error().code == errc::journal_damaged && !is_again) {
      // It may be the table of namespaces, which is then made anew.
      makes_namespaces = true;
      continue;
    }
    if (!done) return done;
    if (auto loaded = load(from); !loaded) return tl::unexpected(loaded.error());
    return done;
  }
}

void mention_index::forget() {
  list_ = {
      .journal = std::move(list_.journal), .document = 0, .hash = {}, .next_run = list_.next_run, .runs = {}};
  runs_.clear();
}

std::uint64_t mention_index::size() const {
  std::uint64_t sum = 0;
  for (const auto& run : runs_) sum += run.size();
  return sum;
}

result<std::vector<mention>> mention_index::find(std::string_view iri, std::uint32_t document,
                                                 std::size_t limit) const {
  std::vector<mention> all;
  for (const auto& run : runs_) {
    const auto found = run.find(mention_hash(iri), document, limit);
    if (!found) return found;
    all.insert(all.end(), found->begin(), found->end());
  }
  sort_mentions(all);
  if (all.size() > limit) all.resize(limit);
  return all;
}

result<std::uint64_t> mention_index::count(std::string_view iri) const {
  std::uint64_t sum = 0;
  for (const auto& run : runs_) {
    const auto counted = run.count(mention_hash(iri));
    if (!counted) return counted;
    sum += *counted;
  }
  return sum;
}

}  // namespace laundromat
