// Builds descriptions from the journal and the clean store.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/describe_metadata.hpp"

#include <algorithm>
#include <limits>

#include "app/records/clean_document.hpp"
#include "app/records/document_files.hpp"
#include "core/campaign/campaign.hpp"
#include "core/codec/codec_version.hpp"
#include "core/rdf/wash/convert.hpp"
#include "core/rdf/wash/graph_source.hpp"
#include "core/washing/document_metadata.hpp"
#include "core/web/uri.hpp"
#include "net/response_head.hpp"

namespace laundromat {

namespace {

constexpr auto all_rows = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());

/// Stores a value, or the first failure.
class gathering {
 public:
  template <class T, class Into>
  gathering& take(result<T> found, Into into) {
    if (!found)
      problem_ = problem_ ? problem_ : found.error();
    else
      into(*std::move(found));
    return *this;
  }
  [[nodiscard]] const std::optional<failure>& problem() const { return problem_; }

 private:
  std::optional<failure> problem_;
};

/// The last attempt of each stage.
std::vector<stage_times> last_times(const std::vector<attempt_row>& attempts) {
  std::vector<stage_times> all;
  for (const auto& one : attempts) {
    std::erase_if(all, [&](const stage_times& before) { return before.of == one.of; });
    all.push_back({one.of, one.begun, one.ended.value_or(timestamp{})});
  }
  return all;
}

void take_contents(entry_account& known, const std::vector<content_row>& rows) {
  for (const auto& row : rows) {
    if (row.taken == content_row::place::wire) known.wire = row.meta;
    if (row.taken == content_row::place::decoded) known.decoded = row.meta;
  }
}

/// Merges the rows of a rule that two stages found.
std::vector<defect_count> sum_of(const std::vector<defect_count_row>& rows) {
  std::vector<defect_count> all;
  for (const auto& row : rows) {
    const auto same = std::ranges::find(all, row.counted.rule, &defect_count::rule);
    if (same == all.end())
      all.push_back(row.counted);
    else
      same->count += row.counted.count;
  }
  return all;
}

/// Writes N-Quads lines as Turtle, without their graphs.
result<std::string> to_turtle(const std::string& lines) {
  string_sink turtle;
  const auto open = [&]() -> result<byte_source_ptr> {
    return make_graph_source(make_memory_source(lines), graph_rule::none, {});
  };
  if (const auto written = convert_clean(open, rdf_format::turtle, turtle); !written)
    return tl::unexpected(written.error());
  return std::move(turtle.text);
}

/// Reads a metadata file of the document.
result<std::string> read_kept(const clean_store& store, const content_digest& digest, std::size_t file) {
  warning_log warnings;
  const auto bytes = open_sidecar(store, digest, metadata_file_names[file], warnings);
  if (!bytes) return tl::unexpected(bytes.error());
  auto text = read_all(**bytes, most_metadata_bytes);
  if (text && !warnings.rows().empty())
    return fail(warnings.rows().front().code,
                store.path_of(digest).replace_filename(metadata_file_names[file]).string() + " is damaged");
  return text;
}

/// What depends on the content of a document only, as N-Quads or JSON.
result<std::string> content_metadata(journal& from, const clean_store& store, const content_digest& digest,
                                     metadata_format format, const metadata_names& names) {
  const auto clean = journal_reader{from}.clean(digest);
  if (!clean) return tl::unexpected(clean.error());
  if (clean->statements == 0)  // it has no file in the store
    return print_description(describe_document({clean->content,
                                                0,
                                                clean->identity,
                                                {},
                                                std::string(program_version),
                                                std::string(codec_version())},
                                               names),
                             format, names);
  if (is_small_document(clean->compressed_bytes,
                        clean->content.bytes)) {  // the metadata of a small document are not stored
    const auto facts = measure_document(store, *clean);
    return facts ? print_description(describe_document(*facts, names), format, names)
                 : tl::unexpected(facts.error());
  }
  auto kept = read_kept(store, digest, format == metadata_format::json ? 1 : 0);
  if (!kept) return kept;
  return renamed_metadata(*std::move(kept), digest.hex(), names);
}

/// From which entries a document was made, and how.
result<description> made_from(journal& from, const content_digest& digest, const metadata_names& names) {
  constexpr std::uint32_t most_sources = 100;
  const auto sources = journal_reader{from}.sources(digest, crawl_scope::all, most_sources);
  if (!sources) return tl::unexpected(sources.error());
  description document{names.id(digest.hex())};
  for (const auto& source : *sources) {
    const auto washed = washing_of(from, source.entry);
    if (!washed) return tl::unexpected(washed.error());
    document.add_iri(vocabulary::source_of, source.uri, fact_shape::many);
    add_washing(document, *washed, names);
  }
  return document;
}

/// The lines of both texts in byte order.
std::string merged_lines(std::string_view one, std::string_view other) {
  std::vector<std::string_view> lines;
  for (auto text : {one, other})
    while (!text.empty()) {
      const auto end = std::min(text.find('\n'), text.size() - 1) + 1;
      lines.push_back(text.substr(0, end));
      text.remove_prefix(end);
    }
  std::ranges::sort(lines);
  std::string out;
  for (const auto line : lines) out += line;
  return out;
}

result<std::string> clean_metadata(journal& from, const clean_store& store, const content_digest& digest,
                                   metadata_format format, const metadata_names& names) {
  if (format == metadata_format::json) return content_metadata(from, store, digest, format, names);
  const auto content = content_metadata(from, store, digest, metadata_format::n_quads, names);
  if (!content) return content;
  const auto made = made_from(from, digest, names);
  if (!made) return tl::unexpected(made.error());
  auto text = merged_lines(*content, to_nquads(*made, names.graph));
  return format == metadata_format::turtle ? to_turtle(text) : text;
}

/// Reads the headers of the last answer, which the journal does not have when they are stored with the body.
void add_stored_head(entry_account& known, warc_store* bodies) {
  const bool is_download = bodies && known.entry.root == known.entry.hash;
  if (!is_download || known.hops.empty() || !known.hops.back().headers.empty()) return;
  const auto capture = warc_capture_of(known.entry.content.raw_path);
  if (!capture) return;
  const auto head = bodies->head(*capture);
  if (!head) return;
  known.hops.back().headers = read_stored_head(*head).headers;
}

}  // namespace

std::optional<metadata_format> metadata_format_from(std::string_view name) {
  if (name == "nq" || name == "n-quads") return metadata_format::n_quads;
  if (name == "ttl" || name == "turtle") return metadata_format::turtle;
  if (name == "json") return metadata_format::json;
  return std::nullopt;
}

result<std::string> print_description(const description& described, metadata_format format,
                                      const metadata_names& names) {
  if (format == metadata_format::json) return to_json(described);
  if (format == metadata_format::n_quads) return to_nquads(described, names.graph);
  return to_turtle(to_nquads(described, {}));
}

result<washing_facts> washing_of(journal& from, const record_hash& entry) {
  journal_reader reader{from};
  washing_facts washed{entry, {}, {}, {}};
  const auto attempts = reader.attempts(entry);
  if (!attempts) return tl::unexpected(attempts.error());
  // A small document was washed while it was unpacked.
  for (const auto of : {stage::unpack, stage::parse})
    for (const auto& one : *attempts)
      if (one.of == of) washed.begun = one.begun, washed.ended = one.ended.value_or(timestamp{});
  if (washed.begun == timestamp{}) return washed;
  auto version = reader.version_at(washed.begun);
  if (!version) return tl::unexpected(version.error());
  washed.version = *std::move(version);
  return washed;
}

result<entry_account> gather_account(journal& from, warc_store* bodies, const record_hash& hash) {
  auto entry = from.entry(hash);
  if (!entry) return tl::unexpected(entry.error());
  entry_account known;
  known.entry = *std::move(entry);
  journal_reader reader{from};
  gathering gathered;
  gathered.take(from.seed(known.entry.seed), [&](auto seed) { known.seed = std::move(seed); })
      .take(reader.hops(hash), [&](auto hops) { known.hops = std::move(hops); })
      .take(reader.evidence_of(hash), [&](auto evidence) { known.all_evidence = std::move(evidence); })
      .take(reader.contents({record_kind::entry, hash, {}}), [&](auto rows) { take_contents(known, rows); })
      .take(reader.members(hash, std::nullopt, all_rows), [&](auto rows) { known.members = std::move(rows); })
      .take(reader.children(hash, std::nullopt, all_rows),
            [&](auto rows) { known.children = std::move(rows); })
      .take(reader.attempts(hash), [&](auto rows) { known.times = last_times(rows); })
      .take(reader.spans(hash), [&](auto sums) { known.spans = sums; })
      .take(reader.reading_of(hash),
            [&](const document_reading& read) {
              known.base = read.used_base ? base_of(known.entry.base_uri) : "";
              known.forms = read.forms;
            })
      .take(reader.defect_counts(hash), [&](auto rows) { known.defect_counts = sum_of(rows); })
      .take(reader.head(hash), [&](auto head) { known.head = std::move(head); });
  if (!known.times.empty())
    gathered.take(reader.version_at(known.times.back().begun),
                  [&](auto version) { known.version = std::move(version); });
  if (!known.entry.clean.is_null()) {
    gathered.take(reader.clean(known.entry.clean), [&](auto clean) { known.clean = std::move(clean); })
        .take(reader.sources(known.entry.clean), [&](const auto& sources) {
          for (const auto& source : sources)
            if (source.entry == hash) known.read = source.read, known.duplicates = source.duplicates;
        });
  }
  if (gathered.problem()) return tl::unexpected(*gathered.problem());
  add_stored_head(known, bodies);
  return known;
}

result<std::string> metadata_of(journal& from, const clean_store& store, warc_store* bodies,
                                const record_ref& record, metadata_format format) {
  const auto published = from.published_as();
  if (!published) return tl::unexpected(published.error());
  const auto names = published->names();
  if (record.kind == record_kind::clean) return clean_metadata(from, store, record.clean, format, names);
  if (record.kind == record_kind::seed)
    return fail(
        errc::invalid_argument,
        record.hex() + " is a seed and has no metadata: name one of its downloads, which `show` lists");
  const auto known = gather_account(from, bodies, record.record);
  if (!known) return tl::unexpected(known.error());
  return print_description(describe_entry(*known, names), format, names);
}

}  // namespace laundromat
