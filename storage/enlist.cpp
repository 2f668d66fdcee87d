// The seed list's front door.
// SPDX-License-Identifier: Apache-2.0
#include "storage/enlist.hpp"

#include "core/web/uri.hpp"

namespace laundromat {

result<enlisted> enlist(journal& db, const seed_request& request, bool allow_file, timestamp now) {
  enlisted out{seed_hash(request.uri), false, classify_seed(request.uri, allow_file)};
  new_seed row{request, out.hash, authority_key(normalize_seed(request.uri)).value_or(""),
               out.verdict.code == errc::relative_uri};
  const auto added = db.add_seed(row, now);
  if (!added) return tl::unexpected(added.error());
  out.is_new = *added;
  if (!out.is_new || out.verdict.code == errc::ok) return out;
  const auto refused = db.apply(
      {record_kind::seed, out.hash, event::refused, now, out.verdict.code, out.verdict.suggestion, {}, {}});
  if (!refused) return tl::unexpected(refused.error());
  return out;
}

}  // namespace laundromat
