// Passes the seed list to the journal, one piece after the other.
// SPDX-License-Identifier: Apache-2.0
#include "actors/enlister.hpp"

#include "actors/commit.hpp"

namespace laundromat {

namespace {

/// The journal commits a piece in some 50 ms, for which the commits of documents wait.
constexpr std::size_t piece_size = 2'000;

void go_on(enlister_ptr self, bool was_last) {
  auto& s = self->state;
  if (!was_last) return self->send(self, next_atom::value);
  s.source = nullptr;
  self->send(s.engine, add_atom::value, s.so_far);
  self->quit();
}

void read_piece(enlister_ptr self) {
  auto& s = self->state;
  auto piece = s.source(piece_size);
  if (!piece) return self->quit(to_error(piece.error()));
  s.so_far.known += piece->known;
  if (piece->seeds.empty()) return go_on(self, piece->is_last);
  self->request(s.journal, no_timeout, add_atom::value, std::move(piece->seeds))
      .then(
          [self, was_last = piece->is_last](const seeds_added& more) {
            auto& sum = self->state.so_far;
            sum = {sum.added + more.added, sum.known + more.known, sum.refused + more.refused};
            go_on(self, was_last);
          },
          [self](const caf::error& e) { self->quit(e); });
}

}  // namespace

enlister_actor::behavior_type enlister(enlister_ptr self, seed_source source, journal_actor journal,
                                       engine_actor engine) {
  auto& s = self->state;
  s.source = std::move(source);
  s.journal = std::move(journal);
  s.engine = std::move(engine);
  self->set_exception_handler([](std::exception_ptr& what) { return describe(what, "the enlister"); });
  self->send(self, next_atom::value);
  return {[self](next_atom) { read_piece(self); }};
}

}  // namespace laundromat
