// Merges or sorts the documents of a harvest.
// SPDX-License-Identifier: Apache-2.0
#include "storage/graphs/joined_dump.hpp"

#include "core/codec/compression/block_gzip.hpp"
#include "core/rdf/delta/merge_side.hpp"
#include "core/rdf/sort/line_sorter.hpp"
#include "storage/files/posix_file.hpp"
#include "storage/graphs/clean_lines.hpp"
#include "storage/stores/scratch_runs.hpp"

namespace laundromat {

namespace {

constexpr std::size_t most_merged = 16;
constexpr std::uint64_t sort_memory_bytes = std::uint64_t{256} << 20;

/// Ends with `cancelled` when it is asked to.
class cancellable_source final : public byte_source {
 public:
  cancellable_source(byte_source_ptr source, std::function<bool()> is_cancelled)
      : source_(std::move(source)), is_cancelled_(std::move(is_cancelled)) {}
  result<std::size_t> read(std::span<char> buffer) override {
    if (is_cancelled_ && is_cancelled_()) return fail(errc::cancelled, "the program is stopping");
    return source_->read(buffer);
  }

 private:
  byte_source_ptr source_;
  std::function<bool()> is_cancelled_;
};

/// Reports what was left out when it has been read to its end. Several of one dump may be open at once, each with a count of its own.
class counted_source final : public byte_source {
 public:
  counted_source(byte_source_ptr source, std::shared_ptr<foreign_statements> own,
                 std::shared_ptr<foreign_statements> total)
      : own_(std::move(own)), source_(std::move(source)), total_(std::move(total)) {}
  result<std::size_t> read(std::span<char> buffer) override {
    auto n = source_->read(buffer);
    if (n && *n == 0) *total_ = *own_;
    return n;
  }

 private:
  std::shared_ptr<foreign_statements> own_;
  byte_source_ptr source_;
  std::shared_ptr<foreign_statements> total_;
};

class descriptor_sink final : public byte_sink {
 public:
  explicit descriptor_sink(int fd) : fd_(fd) {}
  result<void> write(std::string_view bytes) override { return write_all(fd_, bytes, "scratch"); }

 private:
  int fd_;
};

using own_lines = std::function<result<byte_source_ptr>(const content_digest&)>;

/// Sorts all lines into an unlinked file.
result<std::shared_ptr<const file_descriptor>> sort_documents(const scratch_store& scratch,
                                                              const std::vector<content_digest>& documents,
                                                              const own_lines& open) {
  const auto runs = make_scratch_runs([&scratch] { return scratch.create_run(); });
  line_sorter sorter{*runs, {sort_memory_bytes, nullptr}};
  for (const auto& document : documents) {
    auto source = open(document);
    if (!source) return tl::unexpected(source.error());
    merge_side lines{**source, "the document " + document.hex()};
    for (;;) {
      if (auto moved = lines.advance(); !moved) return tl::unexpected(moved.error());
      if (!lines.has_line()) break;
      if (auto added = sorter.add(lines.line()); !added) return tl::unexpected(added.error());
    }
  }
  auto file = scratch.create_run();
  if (!file) return tl::unexpected(file.error());
  descriptor_sink out{file->get()};
  block_gzip_sink packed{out};
  auto done = sorter.finish([&](std::string& batch) { return packed.write(batch); });
  if (done) done = packed.finish();
  if (!done) return tl::unexpected(done.error());
  return std::make_shared<const file_descriptor>(*std::move(file));
}

}  // namespace

result<joined_dump> join_documents(const clean_store& store, const scratch_store& scratch,
                                   const std::vector<content_digest>& documents, const std::string& graph,
                                   std::function<bool()> is_cancelled) {
  const auto foreign = std::make_shared<foreign_statements>();
  const auto open_own = [&store, graph](const content_digest& document,
                                        foreign_statements& left_out) -> result<byte_source_ptr> {
    auto lines = open_clean_lines(store, document);
    if (!lines) return lines;
    return make_own_graph_source(*std::move(lines), graph, left_out);
  };
  const auto guarded = [is_cancelled](byte_source_ptr source) -> byte_source_ptr {
    return std::make_unique<cancellable_source>(std::move(source), is_cancelled);
  };
  if (documents.size() > most_merged) {
    const own_lines open_guarded = [&](const content_digest& document) -> result<byte_source_ptr> {
      auto lines = open_own(document, *foreign);
      if (!lines) return lines;
      return guarded(*std::move(lines));
    };
    auto file = sort_documents(scratch, documents, open_guarded);
    if (!file) return tl::unexpected(file.error());
    return joined_dump{[file = *std::move(file), guarded]() -> result<byte_source_ptr> {
                         auto packed = make_file_source(file);
                         if (!packed) return packed;
                         return guarded(make_undamaged_source(*std::move(packed)));
                       },
                       foreign};
  }
  return joined_dump{[documents, open_own, foreign, guarded]() -> result<byte_source_ptr> {
                       const auto own = std::make_shared<foreign_statements>();
                       std::vector<byte_source_ptr> parts;
                       for (const auto& one : documents) {
                         auto lines = open_own(one, *own);
                         if (!lines) return lines;
                         parts.push_back(*std::move(lines));
                       }
                       auto joined =
                           parts.size() == 1 ? std::move(parts.front()) : make_union_source(std::move(parts));
                       return guarded(std::make_unique<counted_source>(std::move(joined), own, foreign));
                     },
                     foreign};
}

}  // namespace laundromat
