// A window of pieces on their way.
// SPDX-License-Identifier: Apache-2.0
#include "actors/cluster/transfer_client.hpp"

#include <caf/typed_event_based_actor.hpp>

#include "messages/errors.hpp"

namespace laundromat {

namespace {

/// A piece waits behind others, and the engine's disk may be slow.
constexpr seconds patience{60};

}  // namespace

porter::porter(caf::actor_system& system, freight_actor freight)
    : self_(system), freight_(std::move(freight)) {
  self_->monitor(freight_);
}

/// A request would not learn that the connection ended: what is asked is a message, and so are its answer and the end.
template <class... Words>
void porter::ask(Words&&... words) {
  self_->send(freight_, std::forward<Words>(words)...);
}

/// Errors: what the answer says; `cancelled` when there is none, and then for ever.
template <class Answer>
result<Answer> porter::take_answer() {
  result<Answer> got = fail(errc::cancelled, "the engine does not answer");
  if (is_gone_) return got;
  self_->receive([&](Answer& answer) { got = std::move(answer); },
                 [&](caf::error& e) { got = tl::unexpected(to_failure(e, errc::cancelled)); },
                 [&](caf::down_msg&) { is_gone_ = true; }, caf::after(patience) >> [&] { is_gone_ = true; });
  return got;
}

result<std::uint64_t> porter::bring(const lease_id& lease, bool is_body, byte_sink& to) {
  ask(read_atom::value, lease, is_body, std::uint64_t{0});
  std::size_t coming = 1;
  content_hasher digest;
  std::uint64_t next = 0, asked = piece_bytes;
  result<std::uint64_t> outcome = 0;
  // Answers that are on their way are taken even behind a failure: nothing is left in the mailbox.
  for (bool is_done = false; coming > 0; --coming) {
    const auto piece = take_answer<file_piece>();
    if (is_done || !outcome) continue;
    if (!piece) {
      outcome = tl::unexpected(piece.error());
      continue;
    }
    if (piece->offset_bytes != next || (piece->bytes.size() != piece_bytes && !piece->is_last())) {
      outcome = fail(errc::io_failed, "a piece out of order");
      continue;
    }
    digest.update(piece->bytes);
    next = piece->end_bytes();
    if (auto written = to.write(piece->bytes); !written) {
      outcome = tl::unexpected(written.error());
      continue;
    }
    is_done = piece->is_last();
    if (is_done)
      outcome = digest.finish() == piece->digest ? result<std::uint64_t>{next}
                                                 : fail(errc::io_failed, "a file changed on its way");
    for (; asked < piece->total_bytes && coming <= piece_window; asked += piece_bytes, ++coming)
      ask(read_atom::value, lease, is_body, asked);
  }
  return outcome;
}

/// `give` asks for a piece to be taken.
template <class Give>
result<void> porter::send(byte_source& from, Give give) {
  const auto total = from.size_bytes();
  std::size_t going = 0;
  content_hasher digest;
  result<void> outcome;
  const auto settle_one = [&] {
    const auto taken = take_answer<bool>();
    --going;
    if (!taken && outcome) outcome = tl::unexpected(taken.error());
  };
  file_piece piece{0, total, {}};
  do {
    piece.bytes.resize(std::min(piece_bytes, total - piece.offset_bytes));
    for (std::size_t filled = 0; filled < piece.bytes.size();) {
      const auto n = from.read(std::span(piece.bytes).subspan(filled));
      if (!n || *n == 0) {
        outcome =
            n ? fail(errc::io_failed, "a staged file is shorter than it was") : tl::unexpected(n.error());
        break;
      }
      filled += *n;
    }
    if (!outcome) break;
    digest.update(piece.bytes);
    if (piece.is_last()) piece.digest = digest.finish();
    const auto end = piece.end_bytes();
    if (going == piece_window) settle_one();
    give(piece);
    ++going;
    piece.offset_bytes = end;
  } while (outcome && piece.offset_bytes < total);
  while (going > 0) settle_one();
  return outcome;
}

result<std::string> porter::deliver(const lease_id& lease, const clean_store& from, std::string_view staged) {
  ask(stage_atom::value, lease);
  auto name = take_answer<std::string>();
  if (!name) return name;
  auto parts = from.staged_parts(staged);
  if (!parts) return tl::unexpected(parts.error());
  parts->emplace_back();
  for (const auto& part : *parts) {
    auto source = from.open_staged_part(staged, part);
    if (!source) return tl::unexpected(source.error());
    const auto sent = send(
        **source, [&](file_piece piece) { ask(write_atom::value, lease, *name, part, std::move(piece)); });
    if (!sent) return tl::unexpected(sent.error());
  }
  ask(finish_atom::value, lease, *name);
  if (const auto finished = take_answer<bool>(); !finished) return tl::unexpected(finished.error());
  return name;
}

result<void> porter::deliver_body(const lease_id& lease, byte_source& from) {
  return send(from, [&](file_piece piece) { ask(body_atom::value, lease, std::move(piece)); });
}

result<std::string> porter::load_context(std::string_view iri) {
  ask(context_atom::value, std::string(iri));
  return take_answer<std::string>();
}

}  // namespace laundromat
