// Reads and writes files in ordered chunks, with a running digest for each file.
// SPDX-License-Identifier: Apache-2.0
#include "storage/sharing/remote_files.hpp"

#include <algorithm>

namespace laundromat {

namespace {

tl::unexpected<failure> refuse_access(std::string what) {
  return fail(errc::invalid_argument, "not granted by this lease: " + std::move(what));
}

}  // namespace

/// A file being sent.
struct remote_files::outgoing {
  byte_source_ptr source;
  std::uint64_t total_bytes = 0, next_bytes = 0;
  content_hasher digest;
};

/// Checks the order and the digest of received chunks.
struct remote_files::incoming {
  std::uint64_t next_bytes = 0;
  bool is_over = false;   ///< no more chunks are accepted: complete or failed
  bool is_whole = false;  ///< complete, with the correct digest
  content_hasher digest;

  /// Passes the next chunk to `write`. After a failure the file never becomes complete.
  template <class Write>
  [[nodiscard]] result<void> take(const file_chunk& chunk, Write write) {
    if (is_over || chunk.offset_bytes != next_bytes || chunk.bytes.size() > chunk_bytes)
      return refuse_access("chunk out of order");
    digest.update(chunk.bytes);
    next_bytes = chunk.end_bytes();
    auto taken = write(chunk.bytes);
    if (taken && chunk.is_last() && digest.finish() != chunk.digest)
      taken = fail(errc::io_failed, "a file changed in transfer");
    is_over = !taken || chunk.is_last();
    is_whole = taken && chunk.is_last();
    return taken;
  }
};

struct remote_files::document {
  struct part {
    file_descriptor file;
    incoming state;
  };
  std::unique_ptr<clean_descriptor> staged;
  incoming state;
  std::map<std::string, part, std::less<>> sidecars;
};

remote_files::remote_files(transfer_grant grant, raw_store& raw, const clean_store& clean)
    : grant_(std::move(grant)), raw_(raw), clean_(clean) {}

remote_files::~remote_files() {
  for (const auto& name : finished_) clean_.drop(name);
}

result<file_chunk> remote_files::read(std::unique_ptr<outgoing>& from, std::uint64_t offset_bytes) {
  auto& file = *from;
  if (offset_bytes != file.next_bytes) return refuse_access("chunk out of order");
  file_chunk chunk{offset_bytes, file.total_bytes, {}};
  chunk.bytes.resize(std::min(chunk_bytes, file.total_bytes - offset_bytes));
  std::size_t filled = 0;
  while (filled < chunk.bytes.size()) {
    const auto n = file.source->read(std::span(chunk.bytes).subspan(filled));
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) return fail(errc::io_failed, "a stored file was truncated");
    filled += *n;
  }
  file.digest.update(chunk.bytes);
  file.next_bytes = chunk.end_bytes();
  if (chunk.is_last()) {
    chunk.digest = file.digest.finish();
    from.reset();
  }
  return chunk;
}

result<file_chunk> remote_files::read_body(std::uint64_t offset_bytes) {
  if (grant_.raw_path.empty() || grant_.brings_body) return refuse_access("a body");
  if (offset_bytes == 0) {
    auto source = raw_.open(grant_.raw_path);
    if (!source) return tl::unexpected(source.error());
    body_ = std::make_unique<outgoing>();
    body_->total_bytes = (*source)->size_bytes();
    body_->source = std::move(*source);
  }
  return body_ ? read(body_, offset_bytes) : refuse_access("chunk out of order");
}

result<file_chunk> remote_files::read_clean(std::uint64_t offset_bytes) {
  if (grant_.clean.is_null()) return refuse_access("a clean document");
  if (offset_bytes == 0) {
    auto source = clean_.open(grant_.clean);
    if (!source) return tl::unexpected(source.error());
    published_ = std::make_unique<outgoing>();
    published_->total_bytes = (*source)->size_bytes();
    published_->source = std::move(*source);
  }
  return published_ ? read(published_, offset_bytes) : refuse_access("chunk out of order");
}

result<std::string> remote_files::stage() {
  constexpr std::size_t most_staged = 8;
  if (documents_.size() + finished_.size() >= most_staged) return refuse_access("too many files");
  auto staged = clean_.stage();
  if (!staged) return tl::unexpected(staged.error());
  auto name = (*staged)->name();
  auto made = std::make_unique<document>();
  made->staged = std::move(*staged);
  documents_.emplace(name, std::move(made));
  return name;
}

result<void> remote_files::write(std::string_view staged, std::string_view part, const file_chunk& chunk) {
  const auto found = documents_.find(staged);
  if (found == documents_.end()) return refuse_access(std::string(staged));
  auto& to = *found->second;
  if (part.empty())
    return to.state.take(chunk, [&](const std::string& bytes) { return to.staged->write(bytes); });
  auto sidecars = to.sidecars.find(part);
  if (sidecars == to.sidecars.end()) {
    auto made = to.staged->create_sidecar(part);
    if (!made) return tl::unexpected(made.error());
    sidecars = to.sidecars.try_emplace(std::string(part)).first;
    sidecars->second.file = std::move(*made);
  }
  const auto file = sidecars->second.file.get();
  return sidecars->second.state.take(
      chunk, [&](const std::string& bytes) { return write_all(file, bytes, std::string(part)); });
}

result<void> remote_files::finish(std::string_view staged) {
  const auto found = documents_.find(staged);
  if (found == documents_.end()) return refuse_access(std::string(staged));
  auto& to = *found->second;
  const bool is_whole = to.state.is_whole && std::ranges::all_of(to.sidecars, [](const auto& p) {
                          return p.second.state.is_whole;
                        });
  if (!is_whole) return refuse_access("incomplete file");
  auto finished = to.staged->finish({});
  if (!finished) return tl::unexpected(finished.error());
  finished_.insert(std::move(*finished));
  documents_.erase(found);
  return {};
}

result<void> remote_files::write_body(const file_chunk& chunk) {
  if (!grant_.brings_body || grant_.raw_path.empty()) return refuse_access("a body");
  if (chunk.offset_bytes == 0) {
    auto file = raw_.stage(grant_.raw_path);
    if (!file) return tl::unexpected(file.error());
    new_body_ = std::move(*file);
    new_body_state_ = std::make_unique<incoming>();
  }
  if (!new_body_) return refuse_access("chunk out of order");
  auto taken =
      new_body_state_->take(chunk, [&](const std::string& bytes) { return new_body_->write(bytes); });
  if (!new_body_state_->is_whole) return taken;
  auto kept = new_body_->commit();
  new_body_.reset();
  return kept;
}

bool remote_files::adopt(std::string_view staged) {
  const auto found = finished_.find(staged);
  if (found == finished_.end()) return false;
  finished_.erase(found);
  return true;
}

}  // namespace laundromat
