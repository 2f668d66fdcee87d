// Judges seeds before they enter the journal.
// SPDX-License-Identifier: Apache-2.0
#include "app/seed_list.hpp"

#include "core/web/uri.hpp"

namespace laundromat {

std::string_view to_string(seed_answer answer) {
  switch (answer) {
    case seed_answer::added:
      return "new";
    case seed_answer::known:
      return "known";
    case seed_answer::relative:
      return "relative";
    case seed_answer::refused:
      return "refused";
  }
  return "unknown";
}

new_seed make_new_seed(seed_request request) {
  const auto normalized = normalize_seed(request.uri);
  new_seed seed;
  seed.hash = seed_hash(request.uri);
  seed.relative = is_relative_reference(normalized);
  seed.authority = seed.relative ? std::string{} : authority_key(normalized).value_or(std::string{});
  seed.request = std::move(request);
  return seed;
}

result<seed_report> add_to_seed_list(journal& to, const seed_request& request, timestamp now) {
  auto seed = make_new_seed(request);
  seed_report report{request.uri, seed.hash, seed_answer::refused, classify_seed(request.uri, true)};
  const auto code = report.verdict.code;
  if (code != errc::ok && code != errc::relative_uri) return report;
  const auto is_new = to.add_seed(seed, now);
  if (!is_new) return tl::unexpected(is_new.error());
  report.answer = !*is_new                     ? seed_answer::known
                  : code == errc::relative_uri ? seed_answer::relative
                                               : seed_answer::added;
  return report;
}

}  // namespace laundromat
