// Compares what is followed with what the journal remembers.
// SPDX-License-Identifier: Apache-2.0
#include "actors/journal/note_following.hpp"

#include "actors/log.hpp"
#include "core/campaign/following.hpp"

namespace laundromat::upkeep {

void note_following(journal_writer_ptr self) {
  auto& s = self->state;
  std::vector<std::string> excluded;
  const auto rules = steering_of(*s.env);
  for (const auto& one : rules->all())
    if (is_exclusion(one.kind)) excluded.push_back(std::string{to_string(one.kind)} + ' ' + one.what);
  s.is_following_noted = false;
  if (!s.db->begin()) return;
  const auto lifted = s.db->note_following(following_terms_of(settings_in_force(*s.env), std::move(excluded)),
                                           now(*s.env, self));
  if (!lifted || !s.db->commit()) return s.db->roll_back();
  s.is_following_noted = true;
  std::string causes;
  for (const auto cause : *lifted)
    if (cause != errc::ok) causes.append(causes.empty() ? "" : ", ").append(to_string(cause));
  if (!lifted->empty())
    log_info("more is followed than before{}: what announced it is read again when it is due",
             causes.empty() ? "" : " (" + causes + ")");
}

}  // namespace laundromat::upkeep
