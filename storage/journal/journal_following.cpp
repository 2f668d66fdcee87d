// Remembers what decides about announced URIs, and what may have been refused that is followed now.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/campaign/following.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

std::string lines_of(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& one : words) out.append(one).append("\n");
  return out;
}

std::vector<std::string> words_of(std::string_view lines) {
  std::vector<std::string> out;
  while (!lines.empty()) {
    const auto end = std::min(lines.find('\n'), lines.size());
    out.emplace_back(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return out;
}

}  // namespace

result<known_following> announcement_reader::following(errc cause) {
  return answered([&] {
    auto c = state_->db.query("SELECT since_ms, words FROM following WHERE cause = ?1", cause);
    return c.next() ? known_following{c.time(0), words_of(c.text(1))} : known_following{};
  });
}

result<std::vector<errc>> journal::note_following(const std::vector<following_terms>& terms, timestamp now) {
  return answered([&] {
    auto& db = state_->db;
    std::vector<errc> lifted;
    for (const auto& one : terms) {
      const auto words = lines_of(one.words);
      std::optional<std::string> known;
      {
        auto c = db.query("SELECT words FROM following WHERE cause = ?1", one.cause);
        if (c.next()) known = c.text(0);
      }
      if (known == words) continue;
      const bool is_lifted = known && may_follow_more(one, words_of(*known));
      db.run(
          "INSERT INTO following (cause, since_ms, words) VALUES (?1, iif(?3, ?2, 0), ?4) ON CONFLICT "
          "(cause) DO UPDATE SET since_ms = iif(?3, ?2, since_ms), words = ?4",
          one.cause, now, is_lifted, words);
      if (is_lifted) lifted.push_back(one.cause);
    }
    return lifted;
  });
}

}  // namespace laundromat
