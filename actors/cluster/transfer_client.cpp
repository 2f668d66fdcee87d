// Keeps a window of chunks in transfer.
// SPDX-License-Identifier: Apache-2.0
#include "actors/cluster/transfer_client.hpp"

#include <caf/typed_event_based_actor.hpp>

#include "messages/errors.hpp"

namespace laundromat {

namespace {

/// A chunk may wait for others, and the disk of the engine may be slow.
constexpr seconds chunk_timeout{60};

}  // namespace

transfer_client::transfer_client(caf::actor_system& system, file_server_actor file_server)
    : self_(system), file_server_(std::move(file_server)) {
  self_->monitor(file_server_);
}

/// CAF 0.17 does not end a request when its connection ends. So the request and its answer are plain messages, and the end is a down message.
template <class... Words>
void transfer_client::ask(Words&&... words) {
  self_->send(file_server_, std::forward<Words>(words)...);
}

/// Errors: those of the answer; `cancelled` when there is none, and for all later answers.
template <class Answer>
result<Answer> transfer_client::take_answer() {
  result<Answer> got = fail(errc::cancelled, "the engine does not answer");
  if (is_gone_) return got;
  self_->receive([&](Answer& answer) { got = std::move(answer); },
                 [&](caf::error& e) { got = tl::unexpected(to_failure(e, errc::cancelled)); },
                 [&](caf::down_msg&) { is_gone_ = true; },
                 caf::after(chunk_timeout) >> [&] { is_gone_ = true; });
  return got;
}

result<std::uint64_t> transfer_client::receive(const lease_id& lease, bool is_body, byte_sink& to) {
  ask(read_atom::value, lease, is_body, std::uint64_t{0});
  std::size_t coming = 1;
  content_hasher digest;
  std::uint64_t next = 0, asked = chunk_bytes;
  result<std::uint64_t> outcome = 0;
  // After a failure the answers to earlier requests are still received, so that the mailbox is empty at the end.
  for (bool is_done = false; coming > 0; --coming) {
    const auto chunk = take_answer<file_chunk>();
    if (is_done || !outcome) continue;
    if (!chunk) {
      outcome = tl::unexpected(chunk.error());
      continue;
    }
    if (chunk->offset_bytes != next || (chunk->bytes.size() != chunk_bytes && !chunk->is_last())) {
      outcome = fail(errc::io_failed, "a chunk is out of order");
      continue;
    }
    digest.update(chunk->bytes);
    next = chunk->end_bytes();
    if (auto written = to.write(chunk->bytes); !written) {
      outcome = tl::unexpected(written.error());
      continue;
    }
    is_done = chunk->is_last();
    if (is_done)
      outcome = digest.finish() == chunk->digest
                    ? result<std::uint64_t>{next}
                    : fail(errc::io_failed, "a file was changed during its transfer");
    for (; asked < chunk->total_bytes && coming <= chunk_window; asked += chunk_bytes, ++coming)
      ask(read_atom::value, lease, is_body, asked);
  }
  return outcome;
}

/// Sends all of `from` in chunks. `give` sends the request for one chunk.
template <class Give>
result<void> transfer_client::send(byte_source& from, Give give) {
  const auto total = from.size_bytes();
  std::size_t going = 0;
  content_hasher digest;
  result<void> outcome;
  const auto finalise_one = [&] {
    const auto taken = take_answer<bool>();
    --going;
    if (!taken && outcome) outcome = tl::unexpected(taken.error());
  };
  file_chunk chunk{0, total, {}};
  do {
    chunk.bytes.resize(std::min(chunk_bytes, total - chunk.offset_bytes));
    for (std::size_t filled = 0; filled < chunk.bytes.size();) {
      const auto n = from.read(std::span(chunk.bytes).subspan(filled));
      if (!n || *n == 0) {
        outcome = n ? fail(errc::io_failed, "a staged file has become shorter") : tl::unexpected(n.error());
        break;
      }
      filled += *n;
    }
    if (!outcome) break;
    digest.update(chunk.bytes);
    if (chunk.is_last()) chunk.digest = digest.finish();
    const auto end = chunk.end_bytes();
    if (going == chunk_window) finalise_one();
    give(chunk);
    ++going;
    chunk.offset_bytes = end;
  } while (outcome && chunk.offset_bytes < total);
  while (going > 0) finalise_one();  // NOLINT(bugprone-infinite-loop): finalise_one counts `going` down
  return outcome;
}

result<void> transfer_client::deliver(const lease_id& lease, const clean_store& from,
                                      std::string_view staged) {
  const std::string label{staged};
  auto parts = from.staged().parts(staged);
  if (!parts) return tl::unexpected(parts.error());
  parts->emplace_back();
  for (const auto& part : *parts) {
    auto source = from.staged().open(staged, part);
    if (!source) return tl::unexpected(source.error());
    const auto sent = send(
        **source, [&](file_chunk chunk) { ask(write_atom::value, lease, label, part, std::move(chunk)); });
    if (!sent) return sent;
  }
  ask(finish_atom::value, lease, label);
  const auto finished = take_answer<bool>();
  return finished ? result<void>{} : tl::unexpected(finished.error());
}

result<void> transfer_client::deliver_body(const lease_id& lease, byte_source& from) {
  return send(from, [&](file_chunk chunk) { ask(body_atom::value, lease, std::move(chunk)); });
}

result<std::string> transfer_client::load_context(std::string_view iri) {
  ask(context_atom::value, std::string(iri));
  return take_answer<std::string>();
}

}  // namespace laundromat
