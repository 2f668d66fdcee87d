// Describes documents by rows of the journal.
// SPDX-License-Identifier: Apache-2.0
#include "app/published/catalogue_feed.hpp"

#include <algorithm>
#include <charconv>

#include "app/api/api_service.hpp"
#include "app/api/http_answers.hpp"
#include "app/publish/list_document.hpp"
#include "app/published/document_form.hpp"
#include "app/published/own_url.hpp"
#include "app/published/published_path.hpp"
#include "app/published/served_data.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/http/query_text.hpp"
#include "core/metadata/describe_catalogue.hpp"
#include "core/metadata/description.hpp"
#include "core/rdf/wash/convert.hpp"
#include "core/rdf/write/canonical.hpp"
#include "storage/journal/segment_rows.hpp"

namespace laundromat {

namespace {

constexpr std::string_view whole_path = ".well-known/void", feed_path = "feed";
constexpr std::uint32_t rows_of_a_page = 100, most_sources = 100;
constexpr std::string_view tree = "https://w3id.org/tree#", ldes = "https://w3id.org/ldes#",
                           type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

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

/// A document as the catalogue describes it; empty for one that only older crawls have.
result<std::string> describe(served_data& data, const content_digest& hash, const catalogue_facts& whole) {
  journal_reader reader{data.from};
  const auto clean = reader.clean(hash);
  if (!clean) return tl::unexpected(clean.error());
  const auto sources = reader.sources(hash, crawl_scope::present, most_sources);
  if (!sources) return tl::unexpected(sources.error());
  if (sources->empty() || to_ms(clean->removed) != 0) return std::string{};
  const auto own = whole.base + "id/" + hash.hex();
  auto listed =
      list_document(data.from, *clean, *sources, crawl_scope::present, {own + ".nq.gz", own + "/metadata"});
  if (!listed) return tl::unexpected(listed.error());
  // A damaged document costs its licences, and not the page with all the others.
  (void)add_licences(*listed, data.store);
  return to_nquads(describe_listed(whole, *listed, data.published.names()), {});
}

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
  catalogue_facts whole;
  whole.title = data->published.publisher.name.empty() ? "LOD Laundromat" : data->published.publisher.name;
  whole.publisher = data->published.publisher;
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
  auto data = open_served_data(data_);
  if (!data) return data.error();
  const auto page = segment_rows{data->from}.documents(*place, rows_of_a_page);
  if (!page) return fault_answer(page.error());
  catalogue_facts whole;
  whole.base = base;
  const auto names = data->published.names();
  const auto stream = iri(base, "feed#stream"), own = iri(page_url(base, *place));
  auto lines = line(stream, iri(type), iri(ldes, "EventStream")) +
               line(stream, iri(tree, "view"), iri(page_url(base, 0))) +
               line(own, iri(type), iri(tree, "Node"));
  for (const auto& one : page->rows) {
    if (one.is_removed) continue;
    const auto described = describe(*data, one.hash, whole);
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
