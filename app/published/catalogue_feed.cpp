// Describes documents by rows of the journal.
// SPDX-License-Identifier: Apache-2.0
#include "app/published/catalogue_feed.hpp"

#include <algorithm>
#include <charconv>

#include "app/api/api_service.hpp"
#include "app/api/http_answers.hpp"
#include "app/publish/document_licences.hpp"
#include "app/published/document_form.hpp"
#include "app/published/own_url.hpp"
#include "app/published/published_path.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/http/query_text.hpp"
#include "core/metadata/describe_catalogue.hpp"
#include "core/metadata/description.hpp"
#include "core/rdf/wash/convert.hpp"
#include "core/rdf/write/canonical.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/segment_rows.hpp"
#include "storage/stores/data_stores.hpp"

namespace laundromat {

namespace {

constexpr std::string_view whole_path = ".well-known/void", feed_path = "feed";
constexpr std::uint32_t rows_of_a_page = 100, most_sources = 100;
constexpr std::string_view tree = "https://w3id.org/tree#", ldes = "https://w3id.org/ldes#",
                           type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

http_response fault_answer(const failure& f) {
  return problem_answer(f.code == errc::no_descriptors ? 503 : 500, std::string{meaning_of(f.code)});
}

std::string iri(std::string_view space, std::string_view local = {}) {
  std::string out, text{space};
  append_canonical_term(out, {term_kind::iri, text.append(local), {}, {}});
  return out;
}

std::string line(const std::string& subject, const std::string& predicate, const std::string& object) {
  return subject + ' ' + predicate + ' ' + object + " .\n";
}

std::string page_url(const std::string& base, std::int64_t after) {
  return base + std::string{feed_path} + (after == 0 ? "" : "?after=" + std::to_string(after));
}

/// The place of a page; nothing for a query that is none.
std::optional<std::int64_t> place_in(std::string_view query) {
  if (query.empty()) return 0;
  const auto pairs = parse_query(query);
  if (!pairs || pairs->size() != 1 || pairs->front().first != "after") return std::nullopt;
  const auto& text = pairs->front().second;
  std::int64_t place = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), place);
  return error == std::errc{} && end == text.data() + text.size() && place >= 0 ? std::optional{place}
                                                                                : std::nullopt;
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

/// A document as the catalogue describes it; nothing for one that only older crawls have.
result<std::string> describe(journal& from, const clean_store& store, const content_digest& hash,
                             const catalogue_facts& whole, const metadata_names& names) {
  journal_reader reader{from};
  const auto clean = reader.clean(hash);
  if (!clean) return tl::unexpected(clean.error());
  const auto sources = reader.sources(hash, crawl_scope::present, most_sources);
  if (!sources) return tl::unexpected(sources.error());
  if (sources->empty() || to_ms(clean->removed) != 0) return std::string{};
  const auto own = whole.base + "id/" + hash.hex();
  listed_document listed{*clean, {}, {}, {}, {}, own + ".nq.gz", own + "/metadata"};
  std::vector<std::string> uris;
  for (const auto& source : *sources) {
    listed.sources.push_back({source.entry, source.uri});
    uris.push_back(source.uri);
  }
  if (const auto licences = licences_of(store, hash, uris))
    listed.licences.assign(licences->begin(), licences->end());
  return to_nquads(describe_listed(whole, listed, names), {});
}

}  // namespace

catalogue_feed::catalogue_feed(std::filesystem::path data, std::string public_base)
    : data_(std::move(data)), public_base_(std::move(public_base)), base_path_(path_of_base(public_base_)) {}

std::optional<http_response> catalogue_feed::answer(const http_request& request) const {
  for (const auto& own : {base_path_, std::string{"/"}}) {
    if (!request.path.starts_with(own)) continue;
    const auto below = std::string_view{request.path}.substr(own.size());
    if (below != whole_path && below != feed_path) continue;
    if (request.method == "OPTIONS") return options_answer({"GET"});
    if (request.method != "GET") return wrong_method(request, {"GET"});
    auto base = own_url(request, public_base_, below);
    base.resize(base.size() - below.size());
    return below == feed_path ? answer_page(request, base) : answer_whole(request, base);
  }
  return std::nullopt;
}

http_response catalogue_feed::answer_whole(const http_request& request, const std::string& base) const {
  if (!request.query.empty()) return problem_answer(400, request.path + " has no parameters");
  auto from = open_journal_to_read(data_);
  if (!from)
    return problem_answer(503, "the journal cannot be read: " + std::string{to_string(from.error().code)});
  const auto published = from->published_as();
  if (!published) return fault_answer(published.error());
  const auto sums = journal_reader{*from}.totals();
  if (!sums) return fault_answer(sums.error());
  catalogue_facts whole;
  whole.title = published->publisher.name.empty() ? "LOD Laundromat" : published->publisher.name;
  whole.publisher = published->publisher;
  if (whole.publisher.name.empty()) whole.publisher = {whole.title, {}};
  whole.documents = sums->documents;
  whole.statements = sums->statements;
  whole.made = wall_now();
  whole.base = base;
  auto lines = to_nquads(describe_catalogue(whole), {});
  const auto stream = iri(base, "feed#stream");
  lines += line(stream, iri(type), iri(ldes, "EventStream")) +
           line(stream, iri(tree, "view"), iri(page_url(base, 0)));
  return answer_lines(request, lines, "no-cache");
}

http_response catalogue_feed::answer_page(const http_request& request, const std::string& base) const {
  const auto place = place_in(request.query);
  if (!place)
    return problem_answer(400,
                          "a page of the feed is `after=` and the number that the page before has named");
  auto from = open_journal_to_read(data_);
  if (!from)
    return problem_answer(503, "the journal cannot be read: " + std::string{to_string(from.error().code)});
  const auto store = open_documents_to_read(data_);
  if (!store) return fault_answer(store.error());
  const auto published = from->published_as();
  if (!published) return fault_answer(published.error());
  const auto page = segment_rows{*from}.documents(*place, rows_of_a_page);
  if (!page) return fault_answer(page.error());
  catalogue_facts whole;
  whole.base = base;
  const auto names = published->names();
  const auto stream = iri(base, "feed#stream"), own = iri(page_url(base, *place));
  auto lines = line(stream, iri(type), iri(ldes, "EventStream")) +
               line(stream, iri(tree, "view"), iri(page_url(base, 0))) +
               line(own, iri(type), iri(tree, "Node"));
  for (const auto& one : page->rows) {
    if (one.is_removed) continue;
    const auto described = describe(*from, *store, one.hash, whole, names);
    if (!described) return fault_answer(described.error());
    if (described->empty()) continue;
    lines += *described + line(stream, iri(tree, "member"), iri(names.id(one.hash.hex())));
  }
  const bool is_full = !page->is_last;
  if (is_full)
    lines += line(own, iri(tree, "relation"), "_:next") + line("_:next", iri(type), iri(tree, "Relation")) +
             line("_:next", iri(tree, "node"), iri(page_url(base, page->last)));
  // What was found later is on a later page; what is removed may still be cached for a day.
  return answer_lines(request, lines, is_full ? "max-age=86400" : "no-cache");
}

}  // namespace laundromat
