// Converts rows of the journal to the facts and tables of a record.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/describe_record.hpp"

#include "app/records/record_advice.hpp"
#include "app/terminal/terminal.hpp"
#include "app/terminal/timestamp_text.hpp"
#include "core/discovery/sitemap/uri_space.hpp"
#include "core/records/body_path.hpp"
#include "core/records/cause_name.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "storage/journal/host_list.hpp"
#include "storage/journal/steering_store.hpp"

namespace laundromat {
namespace {

std::string text_of(errc code) {
  return code == errc::ok ? std::string{} : std::string{to_string(code)};
}
/// What a cause means, in words; empty for `ok`.
std::string meaning_in_words(errc cause) {
  return cause == errc::ok ? std::string{} : std::string{meaning_of(cause)};
}
std::string text_of(rdf_format format) {
  return format == rdf_format::unknown ? std::string{} : std::string{to_string(format)};
}
template <class Digest>
std::string text_of_digest(const Digest& digest) {
  return digest.is_null() ? std::string{} : digest.hex();
}
std::string name_of(auto value) {
  return std::string{to_string(value)};
}

/// Positions in a stream have neither line nor column.
json_fact if_any(std::uint64_t number) {
  return number == 0 ? json_fact{} : json_fact(number);
}

/// Fills a table from a result of the journal, one row per element.
template <class T, class Row>
result<record_section> section_of(std::string name, std::vector<std::string> columns,
                                  const result<std::vector<T>>& found, Row row) {
  if (!found) return tl::unexpected(found.error());
  record_section section{std::move(name), std::move(columns), {}};
  for (const auto& element : *found) section.rows.push_back(row(element));
  return section;
}

using cells = std::vector<json_fact>;

result<record_section> entries_section(std::string name, const result<std::vector<entry_record>>& found) {
  return section_of(std::move(name), {"hash", "status", "cause", "format", "clean", "begun", "path"}, found,
                    [](const entry_record& e) {
                      return cells{e.hash.hex(),
                                   name_of(e.current),
                                   cause_name(e.cause, e.detail),
                                   text_of(e.format),
                                   text_of_digest(e.clean),
                                   timestamp_text(e.begun),
                                   e.path};
                    });
}

result<record_section> hops_section(journal_reader& reader, const record_hash& entry) {
  return section_of(
      "http_hops",
      {"status", "version", "wire_bytes", "decoded_bytes", "ms", "address", "error", "note", "uri"},
      reader.hops(entry), [](const http_hop& h) {
        const auto version = h.version_major == 0
                                 ? std::string{}
                                 : std::to_string(h.version_major) + "." + std::to_string(h.version_minor);
        return cells{h.status,
                     version,
                     h.wire_bytes,
                     h.decoded_bytes,
                     static_cast<std::uint64_t>(h.walltime.count() / 1'000),
                     h.address,
                     h.error == errc::ok ? std::string{} : to_string(failure{h.error, h.detail}),
                     h.error == errc::ok ? h.detail : std::string{},
                     h.uri};
      });
}

result<record_section> contents_section(journal_reader& reader, const record_ref& record) {
  return section_of(
      "content", {"of", "bytes", "chars", "lines", "newline", "digest"}, reader.contents(record),
      [](const content_row& c) {
        const auto* place = c.taken == content_row::place::wire      ? "body as received"
                            : c.taken == content_row::place::decoded ? "document as UTF-8"
                                                                     : "clean N-Quads";
        return cells{
            place, c.meta.bytes, c.meta.chars, c.meta.lines, name_of(c.meta.newline), c.meta.digest.hex()};
      });
}

result<record_section> evidence_section(journal_reader& reader, const record_hash& entry) {
  return section_of("evidence", {"of", "rank", "source", "value", "chosen", "note"},
                    reader.evidence_of(entry), [](const evidence& e) {
                      return cells{e.kind == evidence_kind::encoding ? "encoding" : "format",
                                   std::uint64_t{e.rank},
                                   e.source,
                                   e.value,
                                   e.chosen,
                                   e.note};
                    });
}

result<record_section> warnings_section(journal_reader& reader, const record_hash& entry) {
  return section_of("warnings", {"stage", "rule", "count", "meaning"}, reader.defect_counts(entry),
                    [](const defect_count_row& d) {
                      return cells{name_of(d.found_by), name_of(d.counted.rule), d.counted.count,
                                   std::string{meaning_of(d.counted.rule)}};
                    });
}

result<record_section> counters_section(journal_reader& reader, const record_hash& entry) {
  return section_of("counters", {"specification", "counter", "count"}, reader.record_counts(entry),
                    [](const counter_value& one) {
                      return cells{one.spec, one.name, one.count};
                    });
}

result<record_section> defects_section(journal_reader& reader, const record_hash& entry, std::size_t limit) {
  return section_of("first_defects",
                    {"stage", "line", "column", "offset_bytes", "length_bytes", "rule", "done", "message",
                     "before", "after"},
                    reader.defects(entry, limit), [](const defect_row& d) {
                      return cells{name_of(d.found_by),   if_any(d.found.line), if_any(d.found.column),
                                   d.found.offset_bytes,  d.found.length_bytes, name_of(d.found.rule),
                                   name_of(d.found.done), d.found.message,      d.found.before,
                                   d.found.after};
                    });
}

/// The account of the bytes of a document that was read.
result<record_section> account_section(journal_reader& reader, const record_hash& entry) {
  const auto sums = reader.spans(entry);
  if (!sums) return tl::unexpected(sums.error());
  const auto cut = reader.ledger_left_out(entry);
  if (!cut) return tl::unexpected(cut.error());
  record_section section{"account", {"statement_bytes", "syntax_bytes", "quarantine_bytes"}, {}};
  if (!cut->is_none())
    section.columns.insert(section.columns.end(), {"ledger_rows_left_out", "ledger_bytes_left_out"});
  if (*sums == span_sums{}) return section;
  section.rows.push_back({sums->statement_bytes, sums->syntax_bytes, sums->quarantine_bytes});
  if (!cut->is_none())
    section.rows.back().insert(section.rows.back().end(), {cut->rows_left_out, cut->bytes_left_out});
  return section;
}

result<record_section> attempts_section(journal_reader& reader, const record_hash& entry) {
  return section_of("attempts", {"stage", "attempt", "begun", "ended", "error", "meaning", "what_happened"},
                    reader.attempts(entry), [](const attempt_row& a) {
                      return cells{name_of(a.of),
                                   std::uint64_t{a.attempt},
                                   timestamp_text(a.begun),
                                   a.ended ? timestamp_text(*a.ended) : "running",
                                   cause_name(a.code, a.description),
                                   meaning_in_words(a.code),
                                   a.description};
                    });
}

result<record_section> members_section(journal_reader& reader, const record_hash& archive,
                                       std::size_t limit) {
  return section_of("listing", {"ordinal", "kind", "size_bytes", "modified", "skipped", "path"},
                    reader.members(archive, std::nullopt, limit), [](const archive_member& m) {
                      return cells{m.ordinal,          name_of(m.kind),
                                   m.size_bytes,       timestamp_text(m.modified),
                                   text_of(m.skipped), m.path};
                    });
}

std::string kind_of(announced_as kind) {
  return std::string{to_string(kind)};
}

/// Who announces a seed.
result<record_section> announcers_section(journal& from, const record_hash& seed, std::size_t limit) {
  return section_of("announced_by", {"as", "via", "dataset", "seed", "first", "last", "uri"},
                    announcement_reader{from}.announcers(seed, limit), [](const announcement_row& a) {
                      return cells{kind_of(a.kind),
                                   a.via,
                                   a.dataset,
                                   text_of_digest(a.announcer),
                                   timestamp_text(a.first),
                                   timestamp_text(a.last),
                                   a.announcer_uri};
                    });
}

/// What the documents of a seed announce.
result<record_section> announced_section(journal& from, const record_hash& seed, std::size_t limit) {
  return section_of("announces", {"as", "via", "dataset", "seed", "last", "uri"},
                    announcement_reader{from}.announced_by(seed, limit), [](const announcement_row& a) {
                      return cells{kind_of(a.kind),        a.via, a.dataset, a.seed.hex(),
                                   timestamp_text(a.last), a.uri};
                    });
}

/// The datasets that the documents of a seed announce, and which way is taken to each.
result<record_section> datasets_section(journal& from, const record_hash& seed, std::size_t limit) {
  std::vector<dataset_row> rows;
  const auto read = announcement_reader{from}.each_dataset(seed, [&](const dataset_row& row) {
    rows.push_back(row);
    return rows.size() < limit;
  });
  if (!read) return tl::unexpected(read.error());
  return section_of("datasets", {"dataset", "way", "last", "why"}, result<std::vector<dataset_row>>{rows},
                    [](const dataset_row& row) {
                      const auto& d = row.dataset;
                      return cells{d.label.empty() ? d.key : d.label,
                                   row.taken ? std::string{to_string(row.taken->way)} : std::string{},
                                   timestamp_text(row.last), row.taken ? row.taken->why : std::string{}};
                    });
}

/// What became of the URIs that an entry announces.
result<record_section> announced_sums_section(journal& from, const record_hash& entry) {
  return section_of("announced_uris", {"became", "count", "meaning", "kept"},
                    announcement_reader{from}.sums(entry), [](const announced_sum& a) {
                      const bool is_seed = a.cause == errc::ok;
                      return cells{is_seed ? std::string{"seed"} : name_of(a.cause), a.count,
                                   meaning_in_words(a.cause), std::uint64_t{a.refused_uris.size()}};
                    });
}

/// Some of the URIs that an entry announces and that are not followed.
result<record_section> refused_uris_section(journal& from, const record_hash& entry) {
  const auto sums = announcement_reader{from}.sums(entry);
  if (!sums) return tl::unexpected(sums.error());
  record_section section{"refused_uris", {"became", "as", "uri"}, {}};
  for (const auto& sum : *sums)
    for (const auto& one : sum.refused_uris)
      section.rows.push_back({name_of(sum.cause), kind_of(one.kind), one.uri});
  return section;
}

/// The chain from the seed to the entry.
result<record_section> chain_section(journal& from, const entry_record& entry) {
  constexpr int longest = 64;
  record_section section{"chain", {"kind", "hash", "status", "name"}, {}};
  auto current = entry;
  for (int step = 0; step < longest; ++step) {
    const bool download = current.hash == current.root;
    section.rows.insert(section.rows.begin(),
                        cells{download ? "download" : "entry", current.hash.hex(), name_of(current.current),
                              download ? current.uri : current.path});
    if (download) break;
    auto parent = from.entry(current.parent);
    if (!parent) return tl::unexpected(parent.error());
    current = *std::move(parent);
  }
  const auto seed = from.seed(entry.seed);
  if (!seed) return tl::unexpected(seed.error());
  section.rows.insert(section.rows.begin(),
                      cells{"seed", seed->hash.hex(), name_of(seed->current), seed->uri});
  if (!entry.clean.is_null()) section.rows.push_back({"clean", entry.clean.hex(), "cleaned", std::string{}});
  return section;
}

/// Adds tables until one fails.
class section_list {
 public:
  explicit section_list(record_view& into) : into_(into) {}
  section_list& add(result<record_section> section) {
    if (!section)
      problem_ = problem_ ? problem_ : section.error();
    else
      into_.sections.push_back(*std::move(section));
    return *this;
  }
  [[nodiscard]] result<record_view> finish() {
    if (problem_) return tl::unexpected(*problem_);
    return std::move(into_);
  }

 private:
  record_view& into_;
  std::optional<failure> problem_;
};

/// The rule that excludes a seed, with the reason of the operator; empty for other seeds.
result<std::string> exclusion_of(journal& from, const seed_record& seed) {
  if (seed.current != status::refused || seed.cause != errc::excluded) return std::string{};
  auto rules = steering_store{from}.rules();
  if (!rules) return tl::unexpected(rules.error());
  const auto verdict = steering_rules{*std::move(rules)}.judge(seed.uri);
  return verdict.code == errc::excluded ? verdict.detail : std::string{};
}

/// When the last crawl ended. A seed that was made due since has an earlier time in its row, from which it is due.
timestamp end_of_last_crawl(const seed_row& row) {
  return row.seed.crawls > 0 ? std::max(row.seed.processed, row.received) : row.seed.processed;
}

/// Who publishes the documents of a seed, as its sitemap says: `sc:authority`; empty where none is known.
result<std::string> publisher_of(journal& from, const record_hash& seed) {
  announcement_reader reader{from};
  const auto address = reader.address(seed);
  if (!address) return tl::unexpected(address.error());
  const auto known = reader.sitemaps_around(*address);
  if (!known) return tl::unexpected(known.error());
  return std::string(uri_spaces{claims_of(*known)}.publisher_of(*address));
}

result<record_view> describe_seed(journal& from, const record_hash& hash, timestamp now,
                                  const record_limits& limits) {
  journal_reader reader{from};
  const auto row = reader.listed_seed(hash);
  if (!row) return tl::unexpected(row.error());
  const auto* seed = &row->seed;
  const auto standing = standing_of(*seed, row->crawled, now);
  const auto used_budget = seed->current == status::added ? host_lister{from}.used_budget_at(seed->authority)
                                                          : result<std::string>{};
  if (!used_budget) return tl::unexpected(used_budget.error());
  const auto origin = announcement_reader{from}.origin(hash);
  if (!origin) return tl::unexpected(origin.error());
  const auto exclusion = exclusion_of(from, *seed);
  if (!exclusion) return tl::unexpected(exclusion.error());
  const auto publisher = publisher_of(from, hash);
  if (!publisher) return tl::unexpected(publisher.error());
  const auto advice = advice_on_seed(reader, hash);
  if (!advice) return tl::unexpected(advice.error());
  const auto revisits = from.revisits_of(hash);
  if (!revisits) return tl::unexpected(revisits.error());
  record_view shown;
  shown.facts = {{"kind", "seed"},
                 {"hash", seed->hash.hex()},
                 {"uri", seed->uri},
                 {"status", name_of(seed->current)},
                 {"standing", name_of(standing.is)},
                 {"since", timestamp_text(standing.since)},
                 {"cause", cause_name(standing.cause, standing.detail)},
                 {"meaning", meaning_in_words(standing.cause)},
                 {"detail", exclusion->empty() ? standing.detail : *exclusion},
                 {"advice", *advice},
                 {"newest_document", row->has_document ? row->document.hex() : std::string{}},
                 {"relative", seed->relative},
                 {"authority", seed->authority},
                 {"added", timestamp_text(seed->added)},
                 {"used_budget", *used_budget},
                 {"processed", timestamp_text(end_of_last_crawl(*row))},
                 {"interval_s", static_cast<std::uint64_t>(seed->interval.count())},
                 {"priority", seed->priority},
                 {"crawls", seed->crawls},
                 {"etag", revisits->etag},
                 {"last_modified", revisits->last_modified},
                 {"fresh_until", timestamp_text(revisits->fresh_until)},
                 {"visits", revisits->visits},
                 {"changes", revisits->changes},
                 {"found_as", origin->found_as ? kind_of(*origin->found_as) : std::string{}},
                 {"depth", std::uint64_t{origin->depth}},
                 {"published_by", *publisher}};
  return section_list{shown}
      .add(entries_section("downloads", reader.downloads(hash, limits.rows)))
      .add(announcers_section(from, hash, limits.rows))
      .add(announced_section(from, hash, limits.rows))
      .add(datasets_section(from, hash, limits.rows))
      .finish();
}

result<record_view> describe_entry(journal& from, const record_hash& hash, const record_limits& limits) {
  const auto entry = from.entry(hash);
  if (!entry) return tl::unexpected(entry.error());
  journal_reader reader{from};
  const auto head = reader.head(hash);
  if (!head) return tl::unexpected(head.error());
  const auto advice = advice_on_entry(reader, *entry);
  if (!advice) return tl::unexpected(advice.error());
  const auto delta_from = reader.delta_from(hash);
  if (!delta_from) return tl::unexpected(delta_from.error());
  const auto reading = reader.reading_of(hash);
  if (!reading) return tl::unexpected(reading.error());
  const auto is_present = reader.is_present(hash);
  if (!is_present) return tl::unexpected(is_present.error());
  const auto ledger = reader.ledger(hash);
  if (!ledger) return tl::unexpected(ledger.error());
  const auto publisher = publisher_of(from, entry->seed);
  if (!publisher) return tl::unexpected(publisher.error());
  const auto removed = removal_of_body(entry->content.raw_path);
  record_view shown;
  shown.facts = {{"kind", entry->hash == entry->root ? "download" : "entry"},
                 {"hash", entry->hash.hex()},
                 {"uri", entry->uri},
                 {"status", name_of(entry->current)},
                 {"cause", cause_name(entry->cause, entry->detail)},
                 {"meaning", meaning_in_words(entry->cause)},
                 {"detail", entry->detail},
                 {"advice", *advice},
                 {"present", *is_present},
                 {"path", entry->path},
                 {"base_uri", entry->base_uri == entry->uri ? std::string{} : entry->base_uri},
                 {"base_mattered", reading->used_base},
                 {"triple_term_form", name_unless_kept(reading->forms.triple_terms)},
                 {"direction_form", name_unless_kept(reading->forms.directions)},
                 {"published_by", *publisher},
                 {"media_type", entry->media_type},
                 {"charset", entry->charset},
                 {"raw_path", removed ? std::string{} : entry->content.raw_path},
                 {"body_removed", removed ? timestamp_text(removed->at) : std::string{}},
                 {"decode_chain", to_string(entry->content.chain)},
                 {"encoding", entry->encoding},
                 {"format", text_of(entry->format)},
                 {"clean", text_of_digest(entry->clean)},
                 {"delta_from", text_of_digest(*delta_from)},
                 {"ledger", text_of_digest(*ledger)},
                 {"size_bytes", entry->size_bytes},
                 {"attempt", std::uint64_t{entry->attempt}},
                 {"crashes", std::uint64_t{entry->crashes}},
                 {"begun", timestamp_text(entry->begun)},
                 {"ended", timestamp_text(entry->ended)},
                 {"not_before", timestamp_text(entry->not_before)},
                 {"head", *head}};
  return section_list{shown}
      .add(chain_section(from, *entry))
      .add(hops_section(reader, hash))
      .add(evidence_section(reader, hash))
      .add(contents_section(reader, {record_kind::entry, hash, {}}))
      .add(account_section(reader, hash))
      .add(announced_sums_section(from, hash))
      .add(refused_uris_section(from, hash))
      .add(warnings_section(reader, hash))
      .add(defects_section(reader, hash, limits.defects))
      .add(counters_section(reader, hash))
      .add(attempts_section(reader, hash))
      .add(members_section(reader, hash, limits.rows))
      .add(entries_section("children", reader.children(hash, std::nullopt, limits.rows)))
      .finish();
}

result<record_view> describe_clean(journal& from, const content_digest& digest) {
  journal_reader reader{from};
  const auto clean = reader.clean(digest);
  if (!clean) return tl::unexpected(clean.error());
  record_view shown;
  shown.facts = {{"kind", "clean"},
                 {"hash", clean->hash.hex()},
                 {"statements", clean->statements},
                 {"quads", clean->quads},
                 {"bytes", clean->content.bytes},
                 {"compressed_bytes", clean->compressed_bytes},
                 {"written", timestamp_text(clean->written)},
                 {"removed", timestamp_text(clean->removed)},
                 {"identity", text_of_digest(clean->identity.digest)},
                 {"identity_is", name_of(clean->identity.kind)}};
  return section_list{shown}
      .add(section_of("sources", {"entry", "read", "duplicates", "present", "uri"}, reader.sources(digest),
                      [](const clean_source& s) {
                        return cells{s.entry.hex(), s.read, s.duplicates, s.is_present, s.uri};
                      }))
      .add(section_of("deltas", {"entry", "from", "to"}, reader.changes_of(digest),
                      [](const kept_change& d) {
                        return cells{d.entry.hex(), d.from.hex(), d.to.hex()};
                      }))
      .add(section_of("may_be_same_data", {"clean", "same"}, reader.same_data(digest),
                      [](const content_digest& other) {
                        return cells{other.hex(), name_of(identity_kind::candidate)};
                      }))
      .add(contents_section(reader, {record_kind::clean, {}, digest}))
      .finish();
}

}  // namespace

result<record_view> describe_record(journal& from, const record_ref& record, timestamp now,
                                    record_limits limits) {
  switch (record.kind) {
    case record_kind::seed:
      return describe_seed(from, record.record, now, limits);
    case record_kind::entry:
      return describe_entry(from, record.record, limits);
    case record_kind::clean:
      break;
  }
  return describe_clean(from, record.clean);
}

result<record_view> describe_history(journal& from, const record_ref& record) {
  journal_reader reader{from};
  record_view shown;
  shown.facts = {{"kind", name_of(record.kind)}, {"hash", record.hex()}};
  return section_list{shown}
      .add(section_of("transitions", {"at", "from", "event", "to", "attempt", "cause", "meaning", "detail"},
                      reader.history(record),
                      [](const history_row& h) {
                        return cells{timestamp_text(h.at),
                                     name_of(h.change.from),
                                     name_of(h.change.on),
                                     name_of(h.change.to),
                                     std::uint64_t{h.change.attempt},
                                     cause_name(h.cause, h.detail),
                                     meaning_in_words(h.cause),
                                     h.detail};
                      }))
      .finish();
}

}  // namespace laundromat
