// Compares two readings of a campaign.
// SPDX-License-Identifier: Apache-2.0
#include "core/campaign/reload.hpp"

#include <type_traits>

namespace laundromat {

namespace {

/// A part that needs a restart.
struct fixed_part {
  const char* key;
  bool (*differs)(const campaign& a, const campaign& b);
  void (*keep)(const campaign& from, campaign& to);
};

/// A part that is the members `FIELDS` of a campaign.
template <auto... Fields>
constexpr fixed_part part(const char* key) {
  return {key, [](const campaign& a, const campaign& b) { return ((Fields(a) != Fields(b)) || ...); },
          [](const campaign& from, campaign& to) {
            ((const_cast<std::remove_cvref_t<decltype(Fields(to))>&>(Fields(to)) = Fields(from)), ...);
          }};
}

#define LAUNDROMAT_FIELD(NAME)           \
  [](const campaign& c) -> const auto& { \
    return c.NAME;                       \
  }

const fixed_part fixed_parts[] = {
    part<LAUNDROMAT_FIELD(data)>("data"),
    part<LAUNDROMAT_FIELD(isolation)>("isolation"),
    part<LAUNDROMAT_FIELD(public_base)>("public_base"),
    part<LAUNDROMAT_FIELD(contact.product), LAUNDROMAT_FIELD(contact.url), LAUNDROMAT_FIELD(contact.mail)>(
        "contact"),
    part<LAUNDROMAT_FIELD(files.roots)>("files"),
    part<LAUNDROMAT_FIELD(network)>("network"),
    part<LAUNDROMAT_FIELD(politeness.address_connections), LAUNDROMAT_FIELD(politeness.address_delay_s)>(
        "politeness.address_…"),
    part<LAUNDROMAT_FIELD(politeness.domain_connections), LAUNDROMAT_FIELD(politeness.domain_delay_s)>(
        "politeness.domain_…"),
    part<LAUNDROMAT_FIELD(discovery.predicates)>("discovery.predicates"),
    part<LAUNDROMAT_FIELD(robots.directives)>("robots.directives"),
    part<LAUNDROMAT_FIELD(washing)>("washing"),
    part<LAUNDROMAT_FIELD(records), LAUNDROMAT_FIELD(record_specs)>("records"),
    part<LAUNDROMAT_FIELD(ledger)>("ledger"),
    part<LAUNDROMAT_FIELD(raw.layout), LAUNDROMAT_FIELD(raw.requests), LAUNDROMAT_FIELD(raw.keep)>("raw"),
    part<LAUNDROMAT_FIELD(wardrobe.versions), LAUNDROMAT_FIELD(wardrobe.compact)>("wardrobe"),
    part<LAUNDROMAT_FIELD(limits)>("limits"),
    part<LAUNDROMAT_FIELD(disk.reserve_mib), LAUNDROMAT_FIELD(disk.segment_kib)>("disk"),
    part<LAUNDROMAT_FIELD(serve.folder), LAUNDROMAT_FIELD(serve.rules), LAUNDROMAT_FIELD(serve.port)>(
        "serve"),
    part<LAUNDROMAT_FIELD(harvest)>("harvest"),
    part<LAUNDROMAT_FIELD(webhooks)>("webhooks"),
    part<LAUNDROMAT_FIELD(listen.address), LAUNDROMAT_FIELD(listen.port), LAUNDROMAT_FIELD(listen.bundle)>(
        "listen"),
    part<LAUNDROMAT_FIELD(http.address), LAUNDROMAT_FIELD(http.port), LAUNDROMAT_FIELD(http.token_file),
         LAUNDROMAT_FIELD(http.behind_proxy), LAUNDROMAT_FIELD(http.requests_per_second),
         LAUNDROMAT_FIELD(http.event_streams), LAUNDROMAT_FIELD(http.labels)>("http"),
    part<LAUNDROMAT_FIELD(index)>("index"),
};

#undef LAUNDROMAT_FIELD

}  // namespace

std::vector<std::string> keys_that_need_a_restart(const campaign& before, const campaign& after) {
  std::vector<std::string> keys;
  for (const auto& one : fixed_parts)
    if (one.differs(before, after)) keys.emplace_back(one.key);
  return keys;
}

campaign reloadable_part(const campaign& before, campaign after) {
  for (const auto& one : fixed_parts) one.keep(before, after);
  return after;
}

}  // namespace laundromat
