// The serialized fields of jobs, outcomes and what these contain; those of leases and campaigns: cluster_messages.hpp.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "messages/engine_messages.hpp"
#include "messages/inspect_once.hpp"

namespace laundromat {

template <class Inspector, class Tag, std::size_t Size>
typename Inspector::result_type inspect(Inspector& f, digest<Tag, Size>& x) {
  return f(x.bytes);
}

/// One byte for whether there is a value, then the value.
template <class Inspector, class Value>
typename Inspector::result_type inspect(Inspector& f, std::optional<Value>& x) {
  bool is_there = x.has_value();
  if constexpr (Inspector::reads_state) {
    return is_there ? f(is_there, *x) : f(is_there);
  } else {
    x.reset();
    if (auto failed = f(is_there); failed || !is_there) return failed;
    return f(x.emplace());
  }
}

/// Inspects fields, then calls `read` where they were read.
template <class Inspector, class Read, class... Fields>
typename Inspector::result_type inspect_and(Inspector& f, Read read, Fields&... fields) {
  if constexpr (Inspector::reads_state) {
    return f(fields...);
  } else {
    auto failed = f(fields...);
    if (!failed) read();
    return failed;
  }
}

/// An interval is written in seconds, a priority in thousandths, because the shape has no fractions; -1 stands for none.
template <class Inspector>
typename Inspector::result_type inspect(Inspector& f, announcement& x) {
  std::int64_t interval_s = x.change_interval ? x.change_interval->count() : -1;
  std::int64_t thousandths = x.priority ? std::llround(std::clamp(*x.priority, 0.0, 1.0) * 1'000) : -1;
  const auto read = [&] {
    if (interval_s >= 0) x.change_interval = seconds{interval_s};
    if (thousandths >= 0) x.priority = static_cast<double>(thousandths) / 1'000;
  };
  return inspect_and(f, read, x.uri, x.kind, x.dataset, x.media_type, x.by, x.modified, interval_s,
                     thousandths, x.size_bytes, x.line, x.context, x.is_withdrawn);
}
template <class Inspector>
typename Inspector::result_type inspect(Inspector& f, announced_dataset& x) {
  std::int64_t interval_s = x.change_interval ? x.change_interval->count() : -1;
  const auto read = [&] {
    if (interval_s >= 0) x.change_interval = seconds{interval_s};
  };
  return inspect_and(f, read, x.key, x.iri, x.label, x.dumps, x.samples, x.descriptions, x.prefixes,
                     x.endpoints, interval_s, x.modified, x.licence, x.publisher, x.triples, x.entities,
                     x.documents, x.dump_bytes, x.line, x.features, x.other_files, x.more_licences, x.version,
                     x.other_versions, x.mirrors);
}

// clang-format off
LAUNDROMAT_INSPECT(layer, x.kind, x.ordinal)
LAUNDROMAT_INSPECT(view, x.raw_path, x.chain)
LAUNDROMAT_INSPECT(content_meta, x.newline, x.bytes, x.chars, x.lines, x.digest)
LAUNDROMAT_INSPECT(defect, x.rule, x.offset_bytes, x.length_bytes, x.line, x.column, x.message, x.done, x.before, x.after)
LAUNDROMAT_INSPECT(stream_warning, x.code, x.offset_bytes, x.message, x.line, x.column)
LAUNDROMAT_INSPECT(span_sums, x.statement_bytes, x.syntax_bytes, x.quarantine_bytes)
LAUNDROMAT_INSPECT(defect_count, x.rule, x.count)
LAUNDROMAT_INSPECT(counter_value, x.spec, x.name, x.count)
LAUNDROMAT_INSPECT(http_header, x.name, x.value)
LAUNDROMAT_INSPECT(http_hop, x.uri, x.status, x.version_major, x.version_minor, x.headers, x.begun, x.walltime, x.wire_bytes,
                   x.decoded_bytes, x.address, x.error, x.detail)
LAUNDROMAT_INSPECT(archive_member, x.ordinal, x.path, x.kind, x.size_bytes, x.modified, x.permissions, x.skipped,
                   x.damage, x.base_iri, x.media_type, x.charset, x.is_revisit,
                   x.original)
LAUNDROMAT_INSPECT(evidence, x.kind, x.source, x.value, x.rank, x.chosen, x.note)
LAUNDROMAT_INSPECT(dataset_identity, x.digest, x.kind)
LAUNDROMAT_INSPECT(staged_delta, x.previous, x.staged)
LAUNDROMAT_INSPECT(clean_record, x.hash, x.statements, x.quads, x.content, x.compressed_bytes, x.written, x.identity, x.removed)
LAUNDROMAT_INSPECT(unpack_budget, x.bytes, x.entries, x.depth, x.filters, x.ratio)
LAUNDROMAT_INSPECT(kept_crawl, x.download, x.uri, x.etag, x.last_modified, x.body, x.media_type, x.charset)
LAUNDROMAT_INSPECT(fetch_job, x.lease, x.entry, x.uri, x.begun, x.attempt, x.previous, x.permit, x.place,
                   x.may_be_repeated, x.kept, x.is_found, x.is_sitemap)
LAUNDROMAT_INSPECT(unpack_job, x.lease, x.entry, x.content, x.charset, x.budget, x.media_type, x.name, x.base_iri, x.previous,
                   x.attempt, x.damage, x.input_bytes, x.at, x.is_sitemap, x.described_by)
LAUNDROMAT_INSPECT(guess_job, x.lease, x.entry, x.content, x.encoding, x.media_type, x.name, x.attempt, x.base_iri, x.at,
                   x.is_sitemap)
LAUNDROMAT_INSPECT(parse_job, x.lease, x.entry, x.content, x.encoding, x.format, x.base_iri, x.media_type, x.previous,
                   x.charset, x.attempt, x.damage, x.input_bytes, x.name, x.described_by)
LAUNDROMAT_INSPECT(robots_job, x.uri, x.place)
LAUNDROMAT_INSPECT(robots_outcome, x.cause, x.status, x.redirects, x.body, x.detail, x.address, x.found_no_room,
                   x.retry_after)
LAUNDROMAT_INSPECT(segment_place, x.serial, x.offset_bytes, x.length_bytes)
LAUNDROMAT_INSPECT(linked_data_prefix, x.prefix, x.slicing)
LAUNDROMAT_INSPECT(related_dataset, x.uri, x.by)
LAUNDROMAT_INSPECT(announced_endpoint, x.uri, x.graph, x.slicing)
LAUNDROMAT_INSPECT(announcement_defect, x.rule, x.line, x.message)
LAUNDROMAT_INSPECT(announcements, x.uris, x.datasets, x.defects, x.defects_found, x.left_out, x.defect_counts, x.authority)
LAUNDROMAT_INSPECT(fetch_outcome, x.on, x.cause, x.detail, x.begun, x.ended, x.announced, x.hops, x.raw_path, x.final_uri, x.media_type, x.charset,
                   x.wire, x.chain, x.not_before, x.damage, x.compared_with, x.exchanges, x.fused)
LAUNDROMAT_INSPECT(unpack_outcome, x.on, x.cause, x.detail, x.begun, x.ended, x.announced, x.content, x.encoding, x.encodings, x.archive, x.members,
                   x.spent_bytes, x.stream_defects, x.fused)
LAUNDROMAT_INSPECT(guess_outcome, x.on, x.cause, x.detail, x.begun, x.ended, x.announced, x.format, x.formats, x.head, x.fused)
LAUNDROMAT_INSPECT(ledger_cut, x.rows_left_out, x.bytes_left_out, x.copied_to, x.mixed_bytes)
LAUNDROMAT_INSPECT(staged_ledger, x.digest, x.staged, x.cut)
LAUNDROMAT_INSPECT(parse_outcome, x.on, x.cause, x.detail, x.begun, x.ended, x.announced, x.clean, x.staged, x.previous, x.delta, x.ledger, x.read, x.duplicates, x.decoded, x.used_base, x.forms.triple_terms, x.forms.directions, x.spans,
                   x.prefixes, x.defects, x.defect_counts, x.counters)
// clang-format on

}  // namespace laundromat
