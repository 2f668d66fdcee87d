// Counts failed tries, and says what became of a notification.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/import_notice.hpp"

#include <optional>
#include <utility>

#include "core/base/count_words.hpp"
#include "core/base/errc.hpp"
#include "core/providers/retry_pause.hpp"

namespace laundromat {

namespace {

/// A problem that begins with the name of an error, as `http_status: …`, with the meaning of the error instead.
std::string problem_in_words(const std::string& problem) {
  const auto colon = problem.find(": ");
  if (colon == problem.npos) return problem;
  const auto code = errc_from_name(std::string_view{problem}.substr(0, colon));
  return code ? std::string{meaning_of(*code)} + problem.substr(colon) : problem;
}

}  // namespace

std::string_view to_string(notice_state state) {
  switch (state) {
    case notice_state::waiting:
      return "waiting";
    case notice_state::sent:
      return "sent";
    case notice_state::unwanted:
      return "unwanted";
    case notice_state::given_up:
      return "given up";
  }
  return "unknown";
}

import_notice notice_after_failure(import_notice before, std::string problem, bool is_final, timestamp now) {
  ++before.tries;
  before.problem = std::move(problem);
  if (is_final || before.tries >= most_notice_tries)
    before.state = notice_state::given_up;
  else
    before.not_before = now + wait_after_failures(before.tries);
  return before;
}

std::string notice_in_words(const import_notice& notice) {
  if (notice.problem.empty()) return {};
  const auto problem = problem_in_words(notice.problem);
  const bool is_given_up = notice.state == notice_state::given_up;
  if (notice.tries == 0)
    return is_given_up ? "given up without a try, because others have failed: " + problem : std::string{};
  const auto failed = number_of(notice.tries, "try has", "tries have") + " failed: " + problem;
  if (is_given_up) return "given up, " + failed;
  if (notice.state != notice_state::waiting) return {};
  return "it is sent again at " + to_iso8601(notice.not_before) + ", " + failed;
}

}  // namespace laundromat
