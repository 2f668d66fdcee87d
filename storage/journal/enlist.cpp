// Adds URIs to the seed list.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/enlist.hpp"

#include "core/web/uri.hpp"

namespace laundromat {

namespace {

seed_answer answer_for(bool is_new, errc verdict) {
  if (!is_new) return seed_answer::known;
  if (verdict == errc::ok) return seed_answer::added;
  return verdict == errc::relative_uri ? seed_answer::relative : seed_answer::refused;
}

}  // namespace

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

result<enlisted> enlist(journal& db, const seed_request& request, allowed_schemes allowed, timestamp now) {
  enlisted out{seed_hash(request.uri), {}, classify_seed(request.uri, allowed)};
  if (out.verdict.code == errc::ok)
    if (auto excluded = db.exclusion_of(request.uri); excluded.code != errc::ok)
      out.verdict = {excluded.code, std::move(excluded.detail)};
  const auto authority = authority_key(normalize_seed(request.uri)).value_or("");
  const auto is_new =
      db.add_seed({request, out.hash, authority, out.verdict.code == errc::relative_uri}, now);
  if (!is_new) return tl::unexpected(is_new.error());
  out.answer = answer_for(*is_new, out.verdict.code);
  if (out.answer == seed_answer::added || out.answer == seed_answer::known) return out;
  const change refusal{
      record_kind::seed, out.hash, event::refused, now, out.verdict.code, out.verdict.suggestion, {}, {}};
  if (const auto done = db.apply(refusal); !done) return tl::unexpected(done.error());
  return out;
}

}  // namespace laundromat
