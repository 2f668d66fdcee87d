// Reads the pattern of a request, and writes the page in the format that the client wants.
// SPDX-License-Identifier: Apache-2.0
#include "app/fragments/fragment_service.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "app/api/api_service.hpp"
#include "app/api/http_answers.hpp"
#include "app/published/document_form.hpp"
#include "app/published/own_url.hpp"
#include "app/published/published_path.hpp"
#include "app/published/served_data.hpp"
#include "core/fragments/fragment_page.hpp"
#include "core/http/query_text.hpp"
#include "core/rdf/wash/convert.hpp"
#include "core/rdf/wash/graph_source.hpp"

namespace laundromat {

namespace {

constexpr std::string_view name_of_service = "fragments";

/// A query as sent, with percent-encoding for what no URL may have, and some clients send.
std::string valid_query(std::string_view query) {
  constexpr std::string_view digits = "0123456789ABCDEF", never = "\"<>\\^`{|}";
  std::string out;
  for (const char c : query) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7F && never.find(c) == never.npos)
      out.push_back(c);
    else
      out.append({'%', digits[byte >> 4U], digits[byte & 15U]});
  }
  return out;
}

tl::unexpected<failure> wrong(std::string why) {
  return fail(errc::invalid_argument, std::move(why));
}

result<fragment_request> read_wanted(std::string_view query) {
  const auto pairs = parse_query(query);
  if (!pairs) return wrong("the query cannot be read: " + pairs.error().detail);
  requested_pattern pattern;
  fragment_request wanted;
  std::string page;
  const std::array<std::pair<std::string_view, std::string*>, 6> parameters{
      {{"subject", &pattern.subject},
       {"predicate", &pattern.predicate},
       {"object", &pattern.object},
       {"graph", &pattern.graph},
       {"page", &page},
       {"from", &wanted.from}}};
  for (const auto& [name, value] : *pairs) {
    const auto* const found =
        std::ranges::find(parameters, name, &std::pair<std::string_view, std::string*>::first);
    if (found == parameters.end())
      return wrong("there is no parameter `" + name +
                   "`: there are subject, predicate, object, graph, page and from");
    *found->second = value;
  }
  if (!page.empty()) {
    const auto [end, error] = std::from_chars(page.data(), page.data() + page.size(), wanted.number);
    constexpr std::uint64_t most_pages = 1'000'000'000'000;
    if (error != std::errc{} || end != page.data() + page.size() || wanted.number < 1 ||
        wanted.number > most_pages)
      return wrong("`page` must be a number from 1 on");
  }
  auto read = read_requested(pattern);
  if (!read) return tl::unexpected(read.error());
  wanted.pattern = *std::move(read);
  return wanted;
}

/// TriG first: the description has a graph of its own.
std::vector<document_form> fragment_forms() {
  std::vector<document_form> forms;
  for (const auto format : {rdf_format::trig, rdf_format::n_quads, rdf_format::turtle, rdf_format::n_triples,
                            rdf_format::json_ld})
    forms.push_back(*std::ranges::find(document_forms(), format, &document_form::format));
  return forms;
}

result<std::string> written(const found_page& page, const fragment_page& description, rdf_format format) {
  const bool has_own_graph = has_graphs(format);
  auto own =
      make_graph_source(make_view_source(page.lines), has_own_graph ? graph_rule::own : graph_rule::none, {});
  auto lines = read_all(*own, page.lines.size());
  if (!lines) return tl::unexpected(lines.error());
  lines->append(describe_page(description, has_own_graph));
  string_sink out;
  auto done =
      convert_clean([&]() -> result<byte_source_ptr> { return make_view_source(*lines); }, format, out);
  return done ? result<std::string>{std::move(out.text)} : tl::unexpected(done.error());
}

}  // namespace

fragment_service::fragment_service(std::filesystem::path data, std::string public_base)
    : data_(std::move(data)), public_base_(std::move(public_base)), base_path_(path_of_base(public_base_)) {}

std::optional<http_response> fragment_service::answer(const http_request& request) {
  for (const auto below : paths_below(request.path, base_path_)) {
    if (!below.starts_with(name_of_service)) continue;
    const auto rest = below.substr(name_of_service.size());
    if (!rest.empty() && rest.front() != '/') continue;
    if (auto other = answer_other_methods(request)) return *std::move(other);
    return answer_page(request, below, rest.empty() ? rest : rest.substr(1));
  }
  return std::nullopt;
}

http_response fragment_service::answer_page(const http_request& request, std::string_view below_base,
                                            std::string_view hash) {
  const auto wanted = read_wanted(request.query);
  if (!wanted) return problem_answer(wanted.error());
  const auto forms = fragment_forms();
  const auto form = choose_form(forms, {}, request.field("accept"));
  if (!form) return problem_answer(406, "there is: " + list_forms(forms));
  auto data = open_served_data(data_);
  if (!data) return data.error();
  auto& from = data->from;
  const auto& store = data->store;
  fragment_page description;
  const auto page = [&]() -> result<found_page> {
    if (hash.empty()) {
      description.title = "All clean documents";
      const auto index = mention_index::open(data_, from);
      if (!index) return tl::unexpected(index.error());
      return find_in_wardrobe(from, store, *index, data->published.names(), *wanted, counts_);
    }
    const auto digest = content_digest::from_hex(hash);
    if (!digest)
      return fail(errc::not_found,
                  "`" + std::string{hash} + "` is no hash of a clean document, which has 64 digits");
    const auto clean = journal_reader{from}.clean(*digest);
    if (!clean && clean.error().code == errc::not_found)
      return fail(errc::not_found, "there is no clean document " + std::string{hash});
    if (!clean) return tl::unexpected(clean.error());
    if (to_ms(clean->removed) != 0) return fail(errc::cancelled, "");
    description.title = "Clean document " + std::string{hash};
    return find_in_document(store, *clean, *wanted, counts_);
  }();
  if (!page && page.error().code == errc::cancelled)
    return problem_answer(410, "document " + std::string{hash} + " was removed");
  if (!page) return problem_answer(page.error());
  description.dataset = own_url(request, public_base_, below_base);
  description.url =
      request.query.empty() ? description.dataset : description.dataset + '?' + valid_query(request.query);
  description.pattern = wanted->pattern;
  description.fragment = fragment_url(description.dataset, wanted->pattern);
  description.matches = page->matches;
  description.page_size = wanted->size;
  if (wanted->number > 1)
    description.previous = fragment_url(description.dataset, wanted->pattern, wanted->number - 1);
  if (!page->next.empty())
    description.next = fragment_url(description.dataset, wanted->pattern, wanted->number + 1, page->next);
  const auto text = written(*page, description, form->format);
  if (!text && text.error().code == errc::triple_term_out_of_place)
    return problem_answer(
        406, "the page has triple terms, which JSON-LD 1.1 does not have: ask for TriG or N-Quads");
  if (!text) return problem_answer(text.error());
  auto answer = text_answer(request, *text, form->media_type);
  for (auto& field : answer.fields)
    if (field.name == "Vary") field.value = "Accept, Accept-Encoding";
  return answer;
}

}  // namespace laundromat
