// Reads and writes files in ordered chunks, with a running digest for each file.
// SPDX-License-Identifier: Apache-2.0
#include "storage/sharing/remote_files.hpp"

#include <algorithm>

#include "core/codec/warc/check_exchanges.hpp"

namespace laundromat {

namespace {

tl::unexpected<failure> refuse_access(std::string what) {
  return fail(errc::invalid_argument, "not granted by this lease: " + std::move(what));
}

/// Whether the exchanges are of the hops of a download, in their order, and the last one has its body. A hop without a record has a URI that
/// no record can have.
bool are_those_of(const std::vector<checked_exchange>& exchanges, const named_files& named) {
  auto hop = named.uris.begin();
  for (const auto& one : exchanges) {
    hop = std::find(hop, named.uris.end(), one.head.target_uri);
    if (hop == named.uris.end()) return false;
    ++hop;
  }
  if (named.body.is_null()) return true;
  const auto type = exchanges.empty() ? warc_record_type::other : exchanges.back().head.type;
  return (type == warc_record_type::response || type == warc_record_type::resource) &&
         exchanges.back().payload == named.body && exchanges.back().body_bytes == named.body_bytes;
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

/// The document itself and its sidecar files, by the names of the parts.
struct remote_files::incoming_document {
  struct part {
    incoming state;
    file_descriptor file;  ///< of a sidecar file of several chunks
  };
  std::map<std::string, part, std::less<>> parts;
};

remote_files::remote_files(transfer_grant grant, raw_store& raw, const clean_store& clean)
    : grant_(std::move(grant)), raw_(raw), clean_(clean), documents_(clean) {}

remote_files::~remote_files() {
  if (grant_.brings_exchanges && has_body_) raw_.remove(grant_.raw_path);
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

result<void> remote_files::write(std::string_view label, std::string_view part, const file_chunk& chunk) {
  if (label.size() > staged_documents::longest_label || !(part.empty() || staged_files::is_part_name(part)))
    return refuse_access("a file of this name");
  if (!incoming_.contains(label) && incoming_.size() >= staged_documents::most_documents)
    return refuse_access("too many documents");
  auto& document = incoming_[std::string(label)];
  if (!document) document = std::make_unique<incoming_document>();
  auto& to = document->parts[std::string(part)];
  return to.state.take(chunk, [&](const std::string& bytes) -> result<void> {
    if (part.empty()) return documents_.write(label, bytes);
    if (chunk.is_last() && !to.file.is_open()) return documents_.write_part(label, part, bytes);
    if (!to.file.is_open()) {
      auto made = documents_.create_part(label, part);
      if (!made) return tl::unexpected(made.error());
      to.file = std::move(*made);
    }
    return write_all(to.file.get(), bytes, std::string(part));
  });
}

result<void> remote_files::finish(std::string_view label) {
  const auto found = incoming_.find(label);
  if (found == incoming_.end()) return refuse_access(std::string(label));
  const auto& parts = found->second->parts;
  const bool is_whole =
      parts.contains("") && std::ranges::all_of(parts, [](const auto& p) { return p.second.state.is_whole; });
  if (!is_whole) return refuse_access("incomplete file");
  incoming_.erase(found);
  return documents_.finish(label);
}

result<void> remote_files::write_body(const file_chunk& chunk) {
  if (!grant_.brings_body || grant_.raw_path.empty()) return refuse_access("a body");
  if (grant_.brings_exchanges && chunk.offset_bytes == 0 && chunk.is_last()) {
    incoming whole;
    return whole.take(chunk, [&](const std::string& bytes) {
      exchanges_ = bytes;
      return result<void>{};
    });
  }
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
  has_body_ = kept.has_value();
  return kept;
}

adopted_files remote_files::adopt(const named_files& named) {
  adopted_files out;
  for (const auto& label : named.labels)
    if (auto name = documents_.adopt(label)) out.names.push_back(std::move(*name));
  if (!grant_.brings_exchanges) {
    if (has_body_) out.body = grant_.raw_path;
    return out;
  }
  const bool may_lack = named.body.is_null();  // there was no hop
  auto body = has_body_ || exchanges_ || !may_lack ? adopt_exchanges(named) : result<std::string>{""};
  if (body)
    out.body = std::move(*body);
  else
    out.fault = tl::unexpected(body.error());
  return out;
}

/// Checks all exchanges before the first of them is appended. Returns the path of the body, empty when there is none.
result<std::string> remote_files::adopt_exchanges(const named_files& named) {
  const auto open = [this]() -> result<byte_source_ptr> {
    return exchanges_ ? make_view_source(*exchanges_) : raw_.open(grant_.raw_path);
  };
  const auto exchanges = check_exchanges(open);
  if (!exchanges) return tl::unexpected(exchanges.error());
  if (!are_those_of(*exchanges, named)) return refuse_access("exchanges of another download");
  const auto file = open();
  if (!file) return tl::unexpected(file.error());
  warc_capture last;
  for (const auto& one : *exchanges) {
    const auto kept = raw_.segments().append_checked(**file, one, grant_.seed);
    raw_.segments().let_go(last);  // only the last one may have the body
    if (!kept) return tl::unexpected(kept.error());
    last = *kept;
  }
  if (!named.body.is_null()) return last.path();
  raw_.segments().let_go(last);
  return std::string{};
}

}  // namespace laundromat
