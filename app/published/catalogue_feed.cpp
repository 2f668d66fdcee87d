// Describes documents by rows of the journal.
// SPDX-License-Identifier: Apache-2.0
#include "app/published/catalogue_feed.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "app/api/api_service.hpp"
#include "app/api/http_answers.hpp"
#include "app/publish/list_document.hpp"
#include "app/published/document_form.hpp"
#include "app/published/own_url.hpp"
#include "app/published/published_path.hpp"
#include "app/published/served_data.hpp"
#include "app/records/describe_metadata.hpp"
#include "core/http/query_text.hpp"
#include "core/metadata/describe_catalogue.hpp"
#include "core/metadata/description.hpp"
#include "core/rdf/wash/convert.hpp"
#include "core/rdf/write/canonical.hpp"
#include "storage/journal/segment_rows.hpp"

namespace laundromat {

namespace {

constexpr std::string_view whole_path = ".well-known/void", feed_path = "feed";
constexpr std::uint32_t rows_of_a_page = 100;
constexpr std::string_view tree = "https://w3id.org/tree#", ldes = "https://w3id.org/ldes#",
                           activities = "https://www.w3.org/ns/activitystreams#",
                           type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

std::string iri(std::string_view space, std::string_view local = {}) {
  std::string out, text{space};
  append_canonical_term(out, {term_kind::iri, text.append(local), {}, {}});
  return out;
}

std::string iri(const vocabulary::property& of) {
  return iri(of.space, of.local);
}

std::string line(const std::string& subject, const std::string& predicate, const std::string& object) {
  return subject + ' ' + predicate + ' ' + object + " .\n";
}

/// Which page of the feed: documents after a row, or removals after one.
struct feed_place {
  std::int64_t after = 0;
  timestamp since{};  ///< no document of the page is in the stream since an earlier time
  std::optional<removal> removed;
};

std::string page_url(const std::string& base, const feed_place& place) {
  auto url = base + std::string{feed_path};
  if (place.removed)
    return url + "?removed=" + std::to_string(place.removed->removed_ms) + '-' +
           std::to_string(place.removed->clean);
  if (place.after == 0) return url;
  return url + "?after=" + std::to_string(place.after) + "&since=" + std::to_string(to_ms(place.since));
}

std::optional<std::int64_t> number_in(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc{} && end == text.data() + text.size() && number >= 0;
  return is_number ? std::optional{number} : std::nullopt;
}

/// The place that a query names; nothing for a query that is none.
std::optional<feed_place> place_in(std::string_view query) {
  constexpr std::int64_t latest_ms = 253'402'300'799'999;  // the end of the year 9999
  feed_place place;
  if (query.empty()) return place;
  const auto pairs = parse_query(query);
  if (!pairs || pairs->empty() || pairs->size() > 2) return std::nullopt;
  const auto& [name, text] = pairs->front();
  if (name == "removed" && pairs->size() == 1) {
    const auto cut = text.find('-');
    const auto at_ms = number_in(std::string_view{text}.substr(0, cut));
    const auto clean = cut == text.npos ? std::nullopt : number_in(std::string_view{text}.substr(cut + 1));
    if (!at_ms || !clean) return std::nullopt;
    place.removed = removal{*at_ms, *clean};
    return place;
  }
  const auto after = number_in(text);
  if (name != "after" || !after) return std::nullopt;
  place.after = *after;
  if (pairs->size() == 1) return place;
  const auto since = number_in(pairs->back().second);
  if (pairs->back().first != "since" || !since || *since > latest_ms) return std::nullopt;
  place.since = from_ms(*since);
  return place;
}

/// What the stream says of itself, at each place where it is named.
std::string describe_stream(const std::string& base) {
  const auto stream = iri(base, "feed#stream");
  return line(stream, iri(type), iri(ldes, "EventStream")) +
         line(stream, iri(tree, "view"), iri(page_url(base, {}))) +
         line(stream, iri(tree, "shape"), iri(base, "feed#shape")) +
         line(stream, iri(ldes, "timestampPath"), iri(vocabulary::issued)) +
         line(stream, iri(ldes, "versionOfPath"), iri(vocabulary::version_of)) +
         line(stream, iri(ldes, "versionDeleteObject"), iri(activities, "Delete"));
}

/// What the first page says of all: what a member has, which members are left out, and where removals are.
std::string describe_view(const std::string& base) {
  constexpr std::string_view sh = "http://www.w3.org/ns/shacl#",
                             rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  const auto view = iri(page_url(base, {})), gone = iri(base, "feed#gone"), kept = iri(base, "feed#kept"),
             shape = iri(base, "feed#shape");
  auto lines = line(view, iri(ldes, "retentionPolicy"), kept) +
               line(kept, iri(type), iri(ldes, "LatestVersionSubset")) +
               line(kept, iri(ldes, "amount"), "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>") +
               line(kept, iri(ldes, "versionKey"), "_:key") +
               line("_:key", iri(rdf, "first"), iri(vocabulary::version_of)) +
               line("_:key", iri(rdf, "rest"), iri(rdf, "nil")) + line(view, iri(tree, "relation"), gone) +
               line(gone, iri(type), iri(tree, "Relation")) +
               line(gone, iri(tree, "node"), iri(page_url(base, {0, {}, removal{}})));
  lines += line(shape, iri(type), iri(sh, "NodeShape"));
  const auto has = [&](const std::string& whole, const vocabulary::property& path, std::string_view name,
                       std::string_view part, bool is_always) {
    const auto one = iri(base, "feed#shape-" + std::string{name});
    lines += line(whole, iri(sh, "property"), one) + line(one, iri(sh, "path"), iri(path));
    if (is_always)
      lines += line(one, iri(sh, "minCount"), "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>");
    if (!part.empty()) lines += line(one, iri(sh, "node"), iri(base, part));
  };
  const auto file = iri(base, "feed#file"), activity = iri(base, "feed#activity");
  lines += line(file, iri(type), iri(sh, "NodeShape")) + line(activity, iri(type), iri(sh, "NodeShape"));
  has(shape, vocabulary::version_of, "source", {}, true);
  has(shape, vocabulary::issued, "time", {}, true);
  has(shape, vocabulary::has_distribution, "distribution", "feed#file", false);
  has(shape, vocabulary::was_generated_by, "generation", "feed#activity", false);
  has(file, vocabulary::download_url, "download", {}, true);
  has(activity, vocabulary::ended_at, "end", {}, false);
  return lines;
}

std::vector<document_form> feed_forms() {
  std::vector<document_form> forms;
  for (const auto format : {rdf_format::turtle, rdf_format::trig, rdf_format::n_triples, rdf_format::n_quads,
                            rdf_format::json_ld})
    forms.push_back(*std::ranges::find(document_forms(), format, &document_form::format));
  return forms;
}

http_response answer_lines(const http_request& request, const std::string& lines, std::string_view cached) {
  const auto forms = feed_forms();
  const auto form = choose_form(forms, {}, request.field("accept"));
  if (!form) return problem_answer(406, "there is: " + list_forms(forms));
  string_sink out;
  const auto done =
      convert_clean([&]() -> result<byte_source_ptr> { return make_view_source(lines); }, form->format, out);
  if (!done) return fault_answer(done.error());
  auto answer = text_answer(request, std::move(out.text), form->media_type);
  for (auto& field : answer.fields) {
    if (field.name == "Vary") field.value = "Accept, Accept-Encoding";
    if (field.name == "Cache-Control") field.value = cached;
  }
  return answer;
}

/// One page while it is made.
class feed_page {
 public:
  feed_page(served_data& data, const std::string& base, const feed_place& place)
      : data_(data), base_(base), names_(data.published.names()), place_(place) {
    whole_.base = base;
    whole_.publisher = data.published.publisher;
    if (whole_.publisher.name.empty()) whole_.publisher.name = "LOD Laundromat";
    lines_ = describe_stream(base) + line(own(), iri(type), iri(tree, "Node")) +
             to_nquads(describe_publisher(whole_), {});
    if (place.after == 0 && !place.removed) lines_ += describe_view(base);
  }

  /// The documents behind the place, without what is removed, and what only older crawls have.
  result<void> add_documents() {
    const auto page = segment_rows{data_.from}.documents(place_.after, rows_of_a_page);
    if (!page) return tl::unexpected(page.error());
    auto since = place_.since;
    for (const auto& one : page->rows) {
      since = std::max(since, one.written);
      if (one.is_removed) continue;
      if (auto done = add_document(one.hash, since); !done) return done;
    }
    if (!page->is_last) lead_to({page->last, since, {}}, since);
    return {};
  }

  result<void> add_removals() {
    const auto page = segment_rows{data_.from}.removed(*place_.removed, rows_of_a_page);
    if (!page) return tl::unexpected(page.error());
    for (const auto& one : page->rows) add_removal(one);
    if (!page->is_last)
      lead_to({0, {}, page->rows.back().place}, from_ms(page->rows.back().place.removed_ms));
    return {};
  }

  [[nodiscard]] const std::string& lines() const { return lines_; }
  /// All its places are taken: what comes later is on a later page.
  [[nodiscard]] bool is_full() const { return is_full_; }

 private:
  [[nodiscard]] std::string own() const { return iri(page_url(base_, place_)); }

  /// Says only what stays as it is: the first source, and nothing of other documents.
  result<void> add_document(const content_digest& hash, timestamp since) {
    journal_reader reader{data_.from};
    auto clean = reader.clean(hash);
    if (!clean) return tl::unexpected(clean.error());
    const auto present = reader.sources(hash, crawl_scope::present, 1);
    if (!present) return tl::unexpected(present.error());
    if (present->empty() || to_ms(clean->removed) != 0) return {};
    const auto sources = reader.sources(hash, crawl_scope::all, 1);
    if (!sources) return tl::unexpected(sources.error());
    const auto& first = sources->front();
    auto washed = washing_of(data_.from, first.entry);
    if (!washed) return tl::unexpected(washed.error());
    clean->written = since;
    const auto own_path = base_ + "id/" + hash.hex();
    listed_document listed{*std::move(clean),   {{first.entry, first.uri}}, {}, {}, {},
                           own_path + ".nq.gz", own_path + "/metadata"};
    // A damaged document costs its licences, and not the page with all the others.
    (void)add_licences(listed, data_.store);
    listed.washed = *std::move(washed);
    auto member = describe_listed(whole_, listed, names_);
    member.add_iri(vocabulary::version_of, first.uri);
    add_member(iri(names_.id(hash.hex())),
               to_nquads(member, {}) + to_nquads(describe_subset(whole_, hash, names_), {}));
    return {};
  }

  /// A version of the document itself: the source of what was taken down is not named.
  void add_removal(const removed_document& one) {
    const auto hex = one.hash.hex();
    const auto at = from_ms(one.place.removed_ms);
    description event{base_ + "feed#removed-" + hex + '-' + std::to_string(one.place.removed_ms),
                      {{activities, "Delete"}}};
    const iri_value document{names_.id(hex)};
    event.add({"object", activities, "object"}, document).add(vocabulary::version_of, document);
    event.add(vocabulary::issued, at);
    const auto gone = describe_removed(whole_, one.hash, at, base_ + "id/" + hex + ".nq.gz", names_);
    add_member(iri(event.iri()), to_nquads(event, {}) + to_nquads(gone, {}));
  }

  void add_member(const std::string& member, const std::string& described) {
    lines_ += described + line(iri(base_, "feed#stream"), iri(tree, "member"), member);
  }

  void lead_to(const feed_place& next, timestamp since) {
    is_full_ = true;
    description relation{page_url(base_, place_) + "#next", {{tree, "GreaterThanOrEqualToRelation"}}};
    relation.add({"path", tree, "path"}, iri_value{vocabulary::issued.iri()});
    relation.add({"value", tree, "value"}, since);
    relation.add({"node", tree, "node"}, iri_value{page_url(base_, next)});
    lines_ += line(own(), iri(tree, "relation"), iri(relation.iri())) + to_nquads(relation, {});
  }

  served_data& data_;
  const std::string& base_;
  metadata_names names_;
  feed_place place_;
  catalogue_facts whole_;
  std::string lines_;
  bool is_full_ = false;
};

}  // namespace

catalogue_feed::catalogue_feed(std::filesystem::path data, std::string public_base)
    : data_(std::move(data)), public_base_(std::move(public_base)), base_path_(path_of_base(public_base_)) {}

std::optional<http_response> catalogue_feed::answer(const http_request& request) const {
  for (const auto below : paths_below(request.path, base_path_)) {
    if (below != whole_path && below != feed_path) continue;
    if (auto other = answer_other_methods(request)) return *std::move(other);
    auto base = own_url(request, public_base_, below);
    base.resize(base.size() - below.size());
    return below == feed_path ? answer_page(request, base) : answer_whole(request, base);
  }
  return std::nullopt;
}

http_response catalogue_feed::answer_whole(const http_request& request, const std::string& base) const {
  if (!request.query.empty()) return problem_answer(400, request.path + " has no parameters");
  auto data = open_served_data(data_);
  if (!data) return data.error();
  const auto sums = journal_reader{data->from}.totals();
  if (!sums) return fault_answer(sums.error());
  const auto changed = segment_rows{data->from}.last_change();
  if (!changed) return fault_answer(changed.error());
  catalogue_facts whole;
  whole.title = data->published.publisher.name.empty() ? "LOD Laundromat" : data->published.publisher.name;
  whole.publisher = data->published.publisher;
  if (whole.publisher.name.empty()) whole.publisher = {whole.title, {}};
  whole.documents = sums->documents;
  whole.statements = sums->statements;
  whole.made = *changed;
  whole.base = base;
  const auto lines = to_nquads(describe_catalogue(whole), {}) + describe_stream(base);
  return answer_lines(request, lines, "no-cache");
}

http_response catalogue_feed::answer_page(const http_request& request, const std::string& base) const {
  const auto place = place_in(request.query);
  if (!place)
    return problem_answer(400,
                          "a page of the feed is `after=` or `removed=` with what the page before has named");
  auto data = open_served_data(data_);
  if (!data) return data.error();
  feed_page page{*data, base, *place};
  if (const auto done = place->removed ? page.add_removals() : page.add_documents(); !done)
    return fault_answer(done.error());
  return answer_lines(request, page.lines(), page.is_full() ? immutable_for_a_day : "no-cache");
}

}  // namespace laundromat
