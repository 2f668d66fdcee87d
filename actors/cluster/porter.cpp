// A window of pieces on their way.
// SPDX-License-Identifier: Apache-2.0
#include "actors/cluster/porter.hpp"

#include <caf/typed_event_based_actor.hpp>
#include <deque>

#include "messages/errors.hpp"

namespace laundromat {

namespace {

/// A piece waits behind others, and the engine's disk may be slow. When the connection ends nobody says so, and the hand that waits is
/// of no use for so long.
constexpr seconds patience{60};

/// The answer to a request. Errors: what the answer says; `cancelled` when there is none.
template <class Answer, class Handle>
result<Answer> answer_to(Handle& asked) {
  result<Answer> got = fail(errc::cancelled, "the engine does not answer");
  asked.receive([&](Answer& answer) { got = std::move(answer); },
                [&](caf::error& e) { got = tl::unexpected(to_failure(e, errc::cancelled)); });
  return got;
}

}  // namespace

porter::porter(caf::actor_system& system, freight_actor freight)
    : self_(system), freight_(std::move(freight)) {}

result<std::uint64_t> porter::bring(const lease_id& lease, bool is_body, byte_sink& to) {
  const auto ask = [&](std::uint64_t offset) {
    return self_->request(freight_, patience, read_atom::value, lease, is_body, offset);
  };
  std::deque<decltype(ask(0))> coming;
  coming.push_back(ask(0));
  content_hasher digest;
  std::uint64_t next = 0, asked = piece_bytes;
  result<std::uint64_t> outcome = 0;
  // Answers that are on their way are taken even behind a failure: nothing is left in the mailbox.
  for (bool is_done = false; !coming.empty();) {
    const auto piece = answer_to<file_piece>(coming.front());
    coming.pop_front();
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
    for (; asked < piece->total_bytes && coming.size() < piece_window; asked += piece_bytes)
      coming.push_back(ask(asked));
  }
  return outcome;
}

/// `give` asks for a piece to be taken.
template <class Give>
result<void> porter::send(byte_source& from, Give give) {
  const auto total = from.size_bytes();
  std::deque<decltype(give({}))> going;
  content_hasher digest;
  result<void> outcome;
  const auto settle_one = [&] {
    const auto taken = answer_to<bool>(going.front());
    going.pop_front();
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
    if (going.size() == piece_window) settle_one();
    going.push_back(give(piece));
    piece.offset_bytes = end;
  } while (outcome && piece.offset_bytes < total);
  while (!going.empty()) settle_one();
  return outcome;
}

result<std::string> porter::deliver(const lease_id& lease, const clean_store& from, std::string_view staged) {
  auto begun = self_->request(freight_, patience, stage_atom::value, lease);
  auto name = answer_to<std::string>(begun);
  if (!name) return name;
  auto parts = from.staged_parts(staged);
  parts.emplace_back();
  for (const auto& part : parts) {
    auto source = from.open_staged_part(staged, part);
    if (!source) return tl::unexpected(source.error());
    const auto sent = send(**source, [&](file_piece piece) {
      return self_->request(freight_, patience, write_atom::value, lease, *name, part, std::move(piece));
    });
    if (!sent) return tl::unexpected(sent.error());
  }
  auto ended = self_->request(freight_, patience, finish_atom::value, lease, *name);
  if (const auto finished = answer_to<bool>(ended); !finished) return tl::unexpected(finished.error());
  return name;
}

result<void> porter::deliver_body(const lease_id& lease, byte_source& from) {
  return send(from, [&](file_piece piece) {
    return self_->request(freight_, patience, body_atom::value, lease, std::move(piece));
  });
}

result<std::string> porter::load_context(std::string_view iri) {
  auto asked = self_->request(freight_, patience, context_atom::value, std::string(iri));
  return answer_to<std::string>(asked);
}

}  // namespace laundromat
