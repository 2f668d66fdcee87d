// The outcomes of the stages: workers send them, and the journal stores them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "core/base/counter_value.hpp"
#include "core/codec/archive/budget.hpp"
#include "core/discovery/announcement.hpp"
#include "core/rdf/ledger/ledger_row.hpp"
#include "core/rdf/model/rdf_forms.hpp"
#include "core/records/records.hpp"

namespace laundromat {

/// The four stages, each with its pool of workers. Numbers are stored.
enum class stage : std::uint8_t { fetch = 1, unpack = 2, guess = 3, parse = 4, last = parse };

/// All stages, in their order.
inline constexpr std::array all_stages{stage::fetch, stage::unpack, stage::guess, stage::parse};
static_assert(all_stages.size() == static_cast<std::size_t>(stage::last));

[[nodiscard]] std::string_view to_string(stage s);

/// Common to all outcomes: the event to report, and for failures the cause.
struct outcome {
  event on{};
  errc cause = errc::ok;
  std::string detail;
  timestamp begun{};
  timestamp ended{};
  announcements announced = {};  ///< by the header of a body, by a list, or by the statements of a document
};

/// What changed since the previous crawl; both empty when nothing did, or when the delta cannot be made.
struct staged_delta {
  content_digest previous;  ///< the clean document that the delta starts from
  std::string staged;
  segment_place place = {};  ///< set when it is published
};

/// The file of a ledger; both empty when there was nothing to report.
struct staged_ledger {
  content_digest digest;  ///< of its N-Quads, uncompressed
  std::string staged;
  ledger_cut cut = {};       ///< what was left out because of the size limit
  segment_place place = {};  ///< set when it is published
};

struct parse_outcome : outcome {
  clean_record clean;
  /// The file that the journal publishes before it commits; empty when `clean` is already published.
  std::string staged;
  content_digest previous;  ///< as in `parse_job`
  staged_delta delta;       ///< published with it
  staged_ledger ledger;     ///< published with it, or alone when there is no statement
  std::uint64_t read = 0;   ///< statements before duplicates were removed
  std::uint64_t duplicates = 0;
  content_meta decoded;    ///< of the document after decoding and recoding
  bool used_base = false;  ///< its base IRI mattered: with another base the same bytes give other statements
  rdf_forms forms;         ///< of what only RDF 1.2 can say, in `clean`
  span_sums spans;         ///< how its bytes were accounted for
  std::string prefixes;    ///< that the document declares, see `declared_prefixes::lines`
  std::vector<defect> defects;  ///< the first ones, up to a limit of the campaign
  std::vector<defect_count> defect_counts;
  std::vector<counter_value> counters;  ///< of a document of records, see `record_counter::values`
  /// Of the defects counted; unknown and 0 when the outcome was stored.
  std::uint64_t repairs = 0, skips = 0;
};

struct guess_outcome : outcome {
  rdf_format format = rdf_format::unknown;
  std::vector<evidence> formats;
  std::string head;                         ///< the first 1,000 characters of content that is not RDF
  std::optional<parse_outcome> fused = {};  ///< see `fetch_outcome::fused`
};

struct unpack_outcome : outcome {
  laundromat::view content;  ///< with its compression layers; those of a member follow those of its archive
  std::string encoding;      ///< of a leaf: the chosen one
  std::vector<evidence> encodings;      ///< of a leaf
  layer_kind archive{};                 ///< of an archive: the kind of its members
  std::vector<archive_member> members;  ///< of an archive: the whole listing
  std::uint64_t spent_bytes = 0;        ///< decoded for the inspection, or written to scratch
  /// Damage after which the work continued; positions in the compressed bytes.
  std::vector<defect> stream_defects;
  std::optional<guess_outcome> fused = {};  ///< of a leaf, see `fetch_outcome::fused`
};

struct fetch_outcome : outcome {
  std::vector<http_hop> hops;
  std::string raw_path;  ///< of the body in the raw store
  std::string final_uri;
  std::string media_type, charset;
  content_meta wire;                        ///< of the body as stored
  timestamp not_before{};                   ///< for `retry_later` and `put_off`
  std::vector<stream_warning> damage = {};  ///< of its Content-Encoding, see `entry_record`
  decode_chain chain = {};                  ///< its Content-Encodings, where it is stored with them
  record_hash compared_with = {};           ///< of `not_modified`: `kept_crawl::download`
  /// The records of its hops in the segments of a worker node, which sends them to the engine; empty elsewhere.
  std::vector<segment_place> exchanges = {};
  /// The outcome of the next stage, where the worker did that stage as well. It is stored when that stage is due, and no worker is asked.
  std::optional<unpack_outcome> fused = {};
};

/// Visits the names of the staged files of an outcome and of its fused outcomes.
template <class Visit>
void visit_staged(parse_outcome& done, Visit visit) {
  for (auto* name : {&done.staged, &done.delta.staged, &done.ledger.staged})
    if (!name->empty()) visit(*name);
}
template <class Outcome, class Visit>
void visit_staged(Outcome& done, Visit visit) {
  if (done.fused) visit_staged(*done.fused, visit);
}

/// What came of several small jobs: one result each, in their order.
struct unpack_answers {
  std::vector<result<unpack_outcome>> each;
};

/// Sets when the work was done, also in fused outcomes.
template <class Outcome>
void set_times(Outcome& done, timestamp begun, timestamp ended) {
  done.begun = begun;
  done.ended = ended;
  if constexpr (requires { done.fused; })
    if (done.fused) set_times(*done.fused, begun, ended);
}

}  // namespace laundromat
