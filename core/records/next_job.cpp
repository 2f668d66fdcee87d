// Makes jobs from records.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/next_job.hpp"

#include "core/rdf/guess/guess.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

/// The name that its extension is taken from.
const std::string& name_of(const entry_record& r) {
  return r.path.empty() ? r.base_uri : r.path;
}

std::uint64_t input_of(const entry_record& r) {
  return r.root == r.hash || r.root.is_null() ? r.size_bytes : r.share_bytes;
}

bool leads_on(status from, const parse_outcome& found) {
  const auto rule = find_rule(record_kind::entry, from, found.on);
  return rule && is_final(record_kind::entry, rule->to);
}
template <class Outcome>
bool leads_on(status from, const Outcome& found) {
  if (found.on == event::children_found) return false;  // its members are read from that body
  const auto rule = find_rule(record_kind::entry, from, found.on);
  if (!rule || is_final(record_kind::entry, rule->to)) return rule && !found.fused;
  const auto next = find_rule(record_kind::entry, rule->to, event::claimed);
  return next && found.fused && leads_on(next->to, *found.fused);
}

}  // namespace

bool leads_to_final(const fetch_outcome& found) {
  return leads_on(status::downloading, found);
}

unpack_job make_unpack_job(const entry_record& r, const unpack_budget& left, const content_digest& previous) {
  const auto known = r.size_bytes <= most_fused_bytes ? previous : content_digest{};
  return {0,       r.hash,       r.content,     r.charset,
          left,    r.media_type, name_of(r),    std::string{base_of(r.base_uri)},
          known,   r.attempt,    r.damage,      input_of(r),
          r.begun, r.is_sitemap, r.described_by};
}

guess_job make_guess_job(const entry_record& r) {
  return {0,
          r.hash,
          r.content,
          r.encoding,
          r.media_type,
          name_of(r),
          r.attempt,
          std::string{base_of(r.base_uri)},
          r.begun,
          r.is_sitemap};
}

parse_job make_parse_job(const entry_record& r, const content_digest& previous) {
  return {0,
          r.hash,
          r.content,
          r.encoding,
          r.format,
          std::string{base_of(r.base_uri)},
          known_media_type(r.media_type, name_of(r)),
          previous,
          r.charset,
          r.attempt,
          r.damage,
          input_of(r),
          name_of(r),
          r.described_by};
}

bool lacks_delta(const parse_outcome& found, const content_digest& previous) {
  return found.on == event::statements_stored && !previous.is_null() && previous != found.previous &&
         previous != found.clean.hash;
}

status status_after(status from, const std::vector<change>& all) {
  for (const auto& one : all) {
    const auto rule = find_rule(record_kind::entry, from, one.on);
    if (!rule) return status::none;
    from = rule->to;
  }
  return from;
}

bool ends_crawl(const entry_record& r, status last) {
  return r.parent == r.seed && last != status::none && last != status::depleted &&
         is_final(record_kind::entry, last);
}

}  // namespace laundromat
