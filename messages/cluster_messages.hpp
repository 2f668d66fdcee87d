// The structs that engines and worker nodes send each other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/campaign/campaign.hpp"
#include "core/leases/file_transfer.hpp"
#include "core/leases/protocol.hpp"
#include "messages/inspect.hpp"

namespace laundromat {

/// The settings of a campaign that the work of a node depends on. Folders are not among them: each node has its own.
struct washing_terms {
  std::string isolation;
  campaign::contact_info contact;
  campaign::network_limits network;
  campaign::washing_settings washing;
  campaign::document_limits limits;
  campaign::raw_settings raw;
  timestamp now{};                              ///< by the clock of the engine, which the journal uses
  shared_policy addresses;                      ///< the limits for all hosts at one network address together
  campaign::discovery_settings discovery = {};  ///< only `follow`, `predicates` and `scope`
  campaign::robots_settings robots = {};        ///< only whether directives are obeyed
  std::vector<campaign::host_override> hosts =
      {};  ///< with their passwords: nodes are connected by mutual TLS
  std::string public_base =
      {};  ///< what the engine publishes itself is not fetched, see `judge_redirect_of_found`
  std::string record_specs = {};  ///< as in `campaign`

  /// True for the terms of one campaign, at any time.
  friend bool operator==(const washing_terms& a, const washing_terms& b) {
    return std::tie(a.isolation, a.contact, a.network, a.washing, a.limits, a.raw, a.addresses, a.discovery,
                    a.robots, a.hosts, a.public_base, a.record_specs) ==
           std::tie(b.isolation, b.contact, b.network, b.washing, b.limits, b.raw, b.addresses, b.discovery,
                    b.robots, b.hosts, b.public_base, b.record_specs);
  }
};

/// How a job ended: the bytes of its outcome, or why there is none.
struct work_result {
  lease_id lease;
  std::string outcome;  ///< see `bytes.hpp`; empty: the job failed
  errc cause = errc::ok;
  std::string detail;
};

// clang-format off
template <class Inspector, class Tag>
typename Inspector::result_type inspect(Inspector& f, numbered<Tag>& x) {
  return f(x.epoch, x.number);
}

LAUNDROMAT_INSPECT(campaign::contact_info, x.product, x.url, x.mail)
LAUNDROMAT_INSPECT(campaign::network_limits, x.allow, x.connect_timeout_s, x.first_byte_timeout_s, x.low_speed_bytes, x.low_speed_s,
                   x.total_timeout_s, x.max_redirects, x.max_body_mib, x.retries_s, x.resumes, x.ftp)
LAUNDROMAT_INSPECT(campaign::washing_settings, x.profile, x.triple_terms, x.directions, x.contexts, x.fetch_contexts, x.threads)
LAUNDROMAT_INSPECT(campaign::document_limits, x.memory_mib, x.unpack_gib, x.entries, x.depth, x.filters, x.ratio, x.statement_ratio, x.lease_s)
LAUNDROMAT_INSPECT(campaign::raw_settings, x.layout, x.requests, x.keep)
LAUNDROMAT_INSPECT(campaign::discovery_settings, x.follow, x.predicates, x.scope)
LAUNDROMAT_INSPECT(campaign::robots_settings, x.directives)
LAUNDROMAT_INSPECT(campaign::host_override, x.host, x.headers, x.user, x.password, x.proxy, x.bandwidth_kib, x.any_certificate)
LAUNDROMAT_INSPECT(shared_policy, x.connections, x.delay)
LAUNDROMAT_INSPECT(washing_terms, x.isolation, x.contact, x.network, x.washing, x.limits, x.raw, x.now, x.addresses, x.discovery, x.robots, x.hosts, x.public_base, x.record_specs)
LAUNDROMAT_INSPECT(permit_answer, x.verdict, x.detail, x.not_before, x.permit, x.engine_stops, x.later, x.place)
LAUNDROMAT_INSPECT(request_end, x.permit, x.took, x.error, x.status, x.retry_after, x.address, x.found_no_room)
LAUNDROMAT_INSPECT(node_handshake, x.name, x.build, x.output_version, x.slots, x.free_memory_bytes)
LAUNDROMAT_INSPECT(node_report, x.number, x.last_grant, x.room, x.held)
LAUNDROMAT_INSPECT(lease_grant, x.id, x.node, x.which, x.record, x.attempt, x.deadline, x.longest)
LAUNDROMAT_INSPECT(work_result, x.lease, x.outcome, x.cause, x.detail)
LAUNDROMAT_INSPECT(file_chunk, x.offset_bytes, x.total_bytes, x.bytes, x.digest)
// clang-format on

}  // namespace laundromat
