// Starts, restarts and counts the entries of an archive's members.
// SPDX-License-Identifier: Apache-2.0
#include "actors/archive_members.hpp"

#include "actors/commit.hpp"
#include "actors/log.hpp"
#include "core/codec/open_view.hpp"
#include "messages/errors.hpp"
#include "storage/stores/scratch_store.hpp"

namespace laundromat {

namespace {

constexpr std::uint32_t members_at_once = 32;

/// Each archive may have one live member, also above the limit. Otherwise archives inside archives could wait for each other for ever.
bool may_spawn(const entry_state& s) {
  return s.children.empty() || s.env->live_entries < settings_in_force(*s.env).live.entries;
}

void spawn_member(entry_ptr self, entry_record member) {
  auto& s = self->state;
  const auto hash = member.hash;
  ++s.env->live_entries;
  auto child =
      self->spawn<caf::monitored>(entry, s.env, s.services, std::move(member), std::nullopt,
                                  std::vector<change>{}, caf::actor_cast<caf::strong_actor_ptr>(self));
  s.children.emplace(child.address(), live_member{child, hash});
}

void read_more(entry_ptr self) {
  auto& s = self->state;
  s.reading = true;
  self->request(s.services.journal, no_timeout, children_atom::value, s.record.hash, s.next_ordinal,
                members_at_once)
      .then(
          [self](const std::vector<entry_record>& members) {
            auto& state = self->state;
            state.reading = false;
            state.all_read = members.size() < members_at_once;
            if (!members.empty()) state.next_ordinal = members.back().ordinal + 1;
            state.ready.insert(state.ready.end(), members.begin(), members.end());
            tend_members(self);
          },
          [self](const caf::error& e) { self->quit(e); });
}

/// Starts a crashed member again from its row.
void restart_member(entry_ptr self, const record_hash& hash, const caf::error& reason) {
  auto& s = self->state;
  const auto why = to_failure(reason, errc::internal);
  log_error("the actor of entry {} crashed: {}", hash.hex(), to_string(why));
  if (!s.budget.take(now(*s.env, self))) {
    s.left_behind = true;
    return tend_members(self);
  }
  self->request(s.services.journal, no_timeout, lookup_atom::value, hash)
      .then(
          [self](entry_record& member, const unpack_budget&, const content_digest&) {
            if (!is_final(record_kind::entry, member.current) || member.current == status::depleted)
              spawn_member(self, std::move(member));
            tend_members(self);
          },
          [self](const caf::error& e) { self->quit(e); });
}

}  // namespace

void member_ended(entry_ptr self, const caf::down_msg& down) {
  auto& s = self->state;
  const auto found = s.children.find(down.source);
  if (found == s.children.end()) return;
  const auto hash = found->second.hash;
  s.children.erase(found);
  if (!down.reason) return tend_members(self);
  if (down.reason == passivated()) {
    s.left_behind = true;
    return tend_members(self);
  }
  restart_member(self, hash, down.reason);
}

void tend_members(entry_ptr self) {
  auto& s = self->state;
  if (s.env->draining) {
    s.left_behind = s.left_behind || !s.ready.empty() || !s.all_read;
    s.ready.clear();
    s.all_read = true;
  }
  while (!s.ready.empty() && may_spawn(s)) {
    auto member = std::move(s.ready.front());
    s.ready.pop_front();
    spawn_member(self, std::move(member));
  }
  if (s.ready.empty() && !s.all_read && !s.reading) return read_more(self);
  if (!s.children.empty() || !s.ready.empty() || !s.all_read || s.reading) return;
  if (s.left_behind) return self->quit(passivated());
  release_view(s.record.content, *s.env->scratch);
  // Reading a member copies it and all members after it to scratch files, also those that are finished.
  if (s.record.root == s.record.hash) s.env->scratch->remove_all(scratch_prefix(s.record.content.raw_path));
  self->quit();
}

entry_actor::behavior_type archive_behavior(entry_ptr self) {
  return {[=](next_atom) { tend_members(self); },
          [](save_atom) {
            // Everything is stored already.
          },
          [](lost_atom, std::uint64_t, errc) {
            // The outcome of that lease is stored already.
          }};
}

}  // namespace laundromat
