// Passes the seed list to the journal, one piece after the other.
// SPDX-License-Identifier: Apache-2.0
#include "actors/enlister.hpp"

#include "actors/commit.hpp"

namespace laundromat {

namespace {

/// The first seeds are stored at once, so that their crawls can begin; later pieces are larger, which costs less a seed.
constexpr std::size_t first_piece = 2'000;

void count(seeds_added& sum, const seeds_added& more) {
  sum = {sum.added + more.added, sum.known + more.known, sum.refused + more.refused};
}

void end_list(enlister_ptr self) {
  auto& s = self->state;
  s.source = nullptr;
  self->send(s.engine, add_atom::value, s.so_far);
  self->quit();
}

void store_piece(enlister_ptr self);

void piece_stored(enlister_ptr self, const seeds_added& more, bool was_last) {
  auto& s = self->state;
  count(s.so_far, more);
  s.is_storing = false;
  if (was_last) return end_list(self);
  if (s.next) store_piece(self);
}

/// Has the journal store the seeds of a piece, then its batch, which also tells which files have ended. Reads the next piece meanwhile.
void store_piece(enlister_ptr self) {
  auto& s = self->state;
  auto piece = *std::exchange(s.next, std::nullopt);
  s.is_storing = true;
  if (!piece.is_last) self->send(self, next_atom::value);
  const auto failed = [self](const caf::error& e) { self->quit(e); };
  const auto store_batch =
      [self, failed, was_last = piece.is_last,
       batch = std::make_shared<seed_batch>(std::move(piece.batch))](const seeds_added& before) {
        if (batch->is_empty()) return piece_stored(self, before, was_last);
        count(self->state.so_far, before);
        self->request(self->state.journal, no_timeout, add_atom::value, batch, was_last)
            .then([self, was_last](const seeds_added& more) { piece_stored(self, more, was_last); }, failed);
      };
  if (piece.seeds.empty()) return store_batch(seeds_added{});
  self->request(s.journal, no_timeout, add_atom::value, std::move(piece.seeds)).then(store_batch, failed);
}

void read_piece(enlister_ptr self) {
  auto& s = self->state;
  auto piece = s.source(s.limit);
  if (!piece) return self->quit(to_error(piece.error()));
  s.limit = seed_batch::next_limit(s.limit, piece->seeds.size() + piece->batch.size());
  s.so_far.known += piece->known;
  s.next = *std::move(piece);
  if (!s.is_storing) store_piece(self);
}

}  // namespace

enlister_actor::behavior_type enlister(enlister_ptr self, seed_source source, journal_actor journal,
                                       engine_actor engine) {
  auto& s = self->state;
  s.source = std::move(source);
  s.limit = first_piece;
  s.journal = std::move(journal);
  s.engine = std::move(engine);
  self->set_exception_handler([](std::exception_ptr& what) { return describe(what, "the enlister"); });
  self->send(self, next_atom::value);
  return {[self](next_atom) { read_piece(self); }};
}

}  // namespace laundromat
