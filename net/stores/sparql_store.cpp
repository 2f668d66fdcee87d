// Requests of the Graph Store Protocol and of SPARQL Update.
// SPDX-License-Identifier: Apache-2.0
#include "net/stores/sparql_store.hpp"

#include <charconv>
#include <limits>

#include "core/base/count_words.hpp"
#include "core/endpoints/endpoint_answer.hpp"
#include "core/web/uri_characters.hpp"
#include "net/stores/graph_pages.hpp"

namespace laundromat {

namespace {

constexpr std::string_view triples_type = "application/n-triples", update_type = "application/sparql-update",
                           form_type = "application/x-www-form-urlencoded";
/// A store that refuses so many requests from the first one on, or in a row later, refuses more than their statements.
constexpr std::uint64_t enough_first_refusals = 64, enough_refusals = 256;

store_result<void> check_graph(std::string_view graph) {
  if (is_sendable_iri(graph)) return {};
  return fail_locally({errc::invalid_argument, std::string(graph) + " is no absolute IRI of a graph"});
}

void append_encoded(std::string& out, std::string_view text) {
  for (const char c : text)
    if (is_unreserved(c))
      out.push_back(c);
    else
      append_percent_encoded(out, c);
}

/// Counts the statements of N-Triples, and passes them on.
class counting_sink final : public byte_sink {
 public:
  explicit counting_sink(byte_sink& to) : to_(to) {}
  result<void> write(std::string_view bytes) override {
    for (const char c : bytes) {
      if (is_at_begin_ && c != '\n' && c != '\r' && c != ' ' && c != '\t') {
        statements_ += c == '#' ? 0 : 1;
        is_at_begin_ = false;
      }
      if (c == '\n') is_at_begin_ = true;
    }
    return to_.write(bytes);
  }
  [[nodiscard]] std::uint64_t statements() const { return statements_; }

 private:
  byte_sink& to_;
  std::uint64_t statements_ = 0;
  bool is_at_begin_ = true;
};

/// The size of a document as it is sent, at most `limit` and a chunk.
result<std::uint64_t> bytes_to_send(const document_opener& document, std::string_view graph,
                                    std::uint64_t limit, batch_totals& totals) {
  auto opened = document();
  if (!opened) return tl::unexpected(opened.error());
  const auto source = make_sendable_source(*std::move(opened), std::string(graph), totals);
  std::string buffer(std::size_t{64} << 10, '\0');
  std::uint64_t bytes = 0;
  while (bytes <= limit) {
    const auto n = source->read(buffer);
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) break;
    bytes += *n;
  }
  return bytes;
}

}  // namespace

/// Sends the batches of one call.
class sparql_store::sending {
 public:
  /// `uri` is that of the graph in its graph store; empty: batches are sent by SPARQL Update. `replaces`: the first request replaces the graph.
  sending(sparql_store& store, std::string_view graph, std::string uri, bool replaces)
      : store_(store), graph_(graph), uri_(std::move(uri)), replaces_(replaces) {}

  /// Sends a batch, and calls `keep`. False after a fault.
  bool take(const statement_batch& batch, const cursor_keeper& keep) {
    auto sent = send(batch, 0, batch.size());
    if (sent && replaces_)  // then it is not the statements: the graph stays as it is
      sent = fail_store(store_fault::refused_statements, errc::http_status,
                        "the store refuses every statement: " + refused_.examples.front().detail);
    if (sent && keep)
      if (auto kept = keep(batch.number + 1); !kept) sent = fail_locally(kept.error());
    if (!sent) fault_ = std::move(sent.error());
    return !fault_;
  }

  template <class Cut>
  store_result<sent_statements> run(const cursor_keeper& keep, const Cut& cut) {
    auto totals = cut([&](const statement_batch& batch) -> result<void> {
      return take(batch, keep) ? result<void>{} : fail(errc::cancelled);
    });
    if (fault_) return tl::unexpected(*std::move(fault_));
    if (!totals) return fail_locally(totals.error());
    out_.totals = *std::move(totals);
    for (const auto& one : refused_.examples) out_.totals.unsent.note(one.why, one.statement, one.detail);
    out_.totals.unsent.counts[static_cast<std::size_t>(unsendable::refused)] = refused_.sum();
    out_.totals.removed -= refused_removals_;
    out_.totals.added -= refused_.sum() - refused_removals_;
    return std::move(out_);
  }

 private:
  store_result<void> send(const statement_batch& batch, std::size_t first, std::size_t last) {
    auto answer = request(batch, first, last);
    if (!answer) return tl::unexpected(answer.error());
    ++out_.requests;
    if (answer->is_success()) {
      replaces_ = false;
      refused_in_a_row_ = 0;
      return {};
    }
    ++out_.refused_requests;
    ++refused_in_a_row_;
    auto why = failure_of(*answer, what());
    const auto most = out_.refused_requests == out_.requests ? enough_first_refusals : enough_refusals;
    const bool refuses_all = refused_in_a_row_ >= most;
    if (!refuses_content(*answer) || refuses_all) return tl::unexpected(std::move(why));
    if (last - first == 1) return refuse(batch, first, std::move(why));
    const auto middle = first + (last - first) / 2;
    if (auto sent = send(batch, first, middle); !sent) return sent;
    return send(batch, middle, last);
  }

  store_result<void> refuse(const statement_batch& batch, std::size_t at, store_failure why) {
    auto line = batch.lines(at, at + 1);
    refused_.note(unsendable::refused, line.substr(0, line.size() - 1), why.cause.detail);
    if (batch.sign == delta_sign::removed) ++refused_removals_;
    if (refused_.sum() <= store_.limits_.refused_statements) return {};
    why.fault = store_fault::refused_statements;
    why.cause.detail = "more than " + number_of(store_.limits_.refused_statements, "statement") +
                       " refused; the last one: " + why.cause.detail;
    return tl::unexpected(std::move(why));
  }

  [[nodiscard]] std::string what() const {
    return uri_.empty() ? store_.place_.update : (replaces_ ? "PUT " : "POST ") + uri_;
  }

  store_result<store_answer> request(const statement_batch& batch, std::size_t first, std::size_t last) {
    store_request out;
    if (uri_.empty()) {
      out.method = "POST";
      out.uri = store_.place_.update;
      return store_.client_.send(
          with_body(std::move(out), std::string(update_type), update_of(batch, graph_, first, last)));
    }
    const auto lines = batch.lines(first, last);
    out.method = replaces_ ? "PUT" : "POST";
    out.uri = uri_;
    out.media_type = triples_type;
    out.body = [lines]() -> result<byte_source_ptr> { return make_view_source(lines); };
    out.body_bytes = lines.size();
    return store_.client_.send(out);
  }

  sparql_store& store_;
  std::string_view graph_;
  std::string uri_;
  bool replaces_;
  sent_statements out_;
  unsent_statements refused_;
  std::uint64_t refused_removals_ = 0, refused_in_a_row_ = 0;
  std::optional<store_failure> fault_;
};

sparql_store::sparql_store(store_place place, store_client_options options, store_limits limits)
    : place_(std::move(place)),
      limits_(limits),
      is_stopping_(options.is_stopping),
      client_(std::move(options)) {}

store_result<std::string> sparql_store::uri_of_graph(std::string_view graph) const {
  if (place_.graph_parameter.empty()) {
    if (graph.starts_with(place_.graph_store)) return std::string(graph);
    return fail_locally({errc::invalid_argument, std::string(graph) + " is not below " + place_.graph_store +
                                                     ", as its own address must be"});
  }
  auto out = place_.graph_store;
  out.append(out.find('?') == out.npos ? "?" : "&").append(place_.graph_parameter).append("=");
  append_encoded(out, graph);
  return out;
}

store_result<sent_statements> sparql_store::put_graph(std::string_view graph, const document_opener& document,
                                                      std::uint64_t first, const cursor_keeper& keep) {
  if (auto good = check_graph(graph); !good) return tl::unexpected(good.error());
  std::string uri;
  if (!place_.graph_store.empty()) {
    auto named = uri_of_graph(graph);
    if (!named) return tl::unexpected(named.error());
    uri = *std::move(named);
  }
  if (first == 0) {
    sent_statements whole;
    const auto bytes = bytes_to_send(document, graph, uri.empty() ? 0 : limits_.whole_bytes, whole.totals);
    if (!bytes) return fail_locally(bytes.error());
    if (uri.empty() || *bytes == 0)
      if (auto dropped = drop_graph(graph); !dropped) return tl::unexpected(dropped.error());
    if (!uri.empty() && *bytes > 0 && *bytes <= limits_.whole_bytes) {
      auto answer = put_whole(uri, graph, document, *bytes);
      if (!answer) return tl::unexpected(answer.error());
      if (!answer->is_success() && !refuses_content(*answer))
        return tl::unexpected(failure_of(*answer, "PUT " + uri));
      whole.was_whole = answer->is_success();
      whole.requests = whole.totals.batches = 1;
    }
    if (whole.was_whole) {
      if (keep)
        if (auto kept = keep(1); !kept) return fail_locally(kept.error());
      return whole;
    }
  }
  const auto& limits = uri.empty() ? limits_.update : limits_.piece;
  sending parts{*this, graph, uri, !uri.empty() && first == 0};
  return parts.run(keep, [&](const batch_consumer& take) -> result<batch_totals> {
    auto opened = document();
    if (!opened) return tl::unexpected(opened.error());
    return cut_document(**opened, graph, limits, first, take);
  });
}

store_result<store_answer> sparql_store::put_whole(const std::string& uri, std::string_view graph,
                                                   const document_opener& document, std::uint64_t bytes) {
  store_request request;
  request.method = "PUT";
  request.uri = uri;
  request.media_type = triples_type;
  request.body_bytes = bytes;
  batch_totals counted;
  request.body = [&]() -> result<byte_source_ptr> {
    auto opened = document();
    if (!opened) return tl::unexpected(opened.error());
    return make_sendable_source(*std::move(opened), std::string(graph), counted);
  };
  return client_.send(request);
}

store_result<sent_statements> sparql_store::apply(std::string_view graph, const delta_source& changes,
                                                  std::uint64_t first, const cursor_keeper& keep) {
  if (auto good = check_graph(graph); !good) return tl::unexpected(good.error());
  if (place_.update.empty())
    return fail_locally({errc::invalid_argument, "the store has no address of SPARQL Update"});
  sending batches{*this, graph, {}, false};
  return batches.run(keep, [&](const batch_consumer& take) {
    return cut_delta(changes, graph, limits_.update, first, take);
  });
}

store_result<void> sparql_store::drop_graph(std::string_view graph) {
  if (auto good = check_graph(graph); !good) return good;
  if (place_.graph_store.empty()) return update("DROP SILENT GRAPH <" + std::string(graph) + ">");
  const auto uri = uri_of_graph(graph);
  if (!uri) return tl::unexpected(uri.error());
  store_request request;
  request.method = "DELETE";
  request.uri = *uri;
  const auto answer = client_.send(request);
  if (!answer) return tl::unexpected(answer.error());
  if (answer->is_success() || answer->status == 404) return {};
  return tl::unexpected(failure_of(*answer, "DELETE " + *uri));
}

store_result<void> sparql_store::update(std::string text) {
  store_request request;
  request.method = "POST";
  request.uri = place_.update;
  if (request.uri.empty())
    return fail_locally({errc::invalid_argument, "the store has no address of SPARQL Update"});
  const auto answer = client_.send(with_body(std::move(request), std::string(update_type), std::move(text)));
  if (!answer) return tl::unexpected(answer.error());
  if (answer->is_success()) return {};
  return tl::unexpected(failure_of(*answer, place_.update));
}

store_result<store_answer> sparql_store::query(const std::string& text, const std::string& accept,
                                               byte_sink* into) {
  if (place_.query.empty())
    return fail_locally({errc::invalid_argument, "the store has no address for SPARQL queries"});
  store_request request;
  request.method = "POST";
  request.uri = place_.query;
  request.accept = accept;
  std::string form = "query=";
  append_encoded(form, text);
  return client_.send(with_body(std::move(request), std::string(form_type), std::move(form)), into);
}

store_result<std::uint64_t> sparql_store::count(std::string_view graph) {
  if (auto good = check_graph(graph); !good) return tl::unexpected(good.error());
  string_sink body;
  const auto answer = query(
      "SELECT (COUNT(*) AS ?n) WHERE { GRAPH <" + std::string(graph) + "> { ?s ?p ?o } }", "text/csv", &body);
  if (!answer) return tl::unexpected(answer.error());
  if (!answer->is_success()) return tl::unexpected(failure_of(*answer, place_.query));
  const auto rows = read_csv(body.text, {"n"});
  std::uint64_t out = 0;
  if (rows && rows->size() == 1) {
    const auto& number = rows->front().at("n");
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), out);
    if (error == std::errc{} && end == number.data() + number.size()) return out;
  }
  return fail_store(store_fault::failed, errc::bad_response,
                    place_.query + ": the count is no number in CSV");
}

store_result<void> sparql_store::read_at_once(std::string_view graph, run_store& pages, read_graph& got) {
  auto run = pages.create();
  if (!run) return fail_locally(run.error());
  counting_sink sink{**run};
  store_result<store_answer> answer;
  std::string what = place_.query;
  if (place_.graph_store.empty()) {
    answer = query("CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <" + std::string(graph) + "> { ?s ?p ?o } }",
                   std::string(triples_type), &sink);
  } else {
    const auto uri = uri_of_graph(graph);
    if (!uri) return tl::unexpected(uri.error());
    store_request request;
    request.uri = *uri;
    request.accept = triples_type;
    answer = client_.send(request, &sink);
    what = "GET " + *uri;
  }
  if (!answer) return tl::unexpected(answer.error());
  if (!answer->is_success() && answer->status != 404) return tl::unexpected(failure_of(*answer, what));
  const auto& type = answer->media_type;
  if (answer->is_success() && type != triples_type && type != "text/plain" && !type.empty())
    return fail_store(store_fault::refused_request, errc::bad_response, what + ": not N-Triples but " + type);
  got.runs = {0};
  got.statements = sink.statements();
  return {};
}

store_result<read_graph> sparql_store::read(std::string_view graph, run_store& pages) {
  read_graph got;
  const auto counted = count(graph);
  if (!counted) return tl::unexpected(counted.error());
  got.counted = *counted;
  if (auto read = read_at_once(graph, pages, got); !read) return tl::unexpected(read.error());
  got.is_complete = got.statements >= got.counted;
  got.detail = number_of(got.statements, "statement") + " in one answer";
  if (got.is_complete) return got;
  got.was_cut = true;
  pages.remove(0);
  const auto send = [this](const std::string& text, const std::string& accept, byte_sink* into) {
    return query(text, accept, into);
  };
  if (auto read = read_graph_pages(send, graph, limits_.page_rows, pages, 1, is_stopping_, got); !read)
    return tl::unexpected(read.error());
  return got;
}

store_result<store_differences> sparql_store::check(std::string_view graph, const document_opener& document,
                                                    run_store& pages, run_store& sorting,
                                                    const answer_check_options& options) {
  batch_totals unused;
  const auto bytes = bytes_to_send(document, graph, std::numeric_limits<std::uint64_t>::max() - 1, unused);
  if (!bytes) return fail_locally(bytes.error());
  const auto most = *bytes * limits_.answer_times + limits_.answer_bytes;
  const auto bounded = make_bounded_run_store(pages, most,
                                              "the store answers with more than " + number_of(most, "byte") +
                                                  ", and the graph has " + std::to_string(*bytes));
  const auto got = read(graph, *bounded);
  if (!got) return tl::unexpected(got.error());
  if (!got->is_complete)
    return fail_store(store_fault::incomplete, errc::endpoint_limit,
                      std::string(graph) + " cannot be read whole: " + got->detail);
  auto sent = document();
  if (!sent) return fail_locally(sent.error());
  auto checked = check_answer(
      **sent, graph, [&]() -> result<byte_source_ptr> { return make_runs_source(pages, got->runs); },
      rdf_format::n_triples, sorting, options);
  if (!checked) return fail_locally(checked.error());
  return *std::move(checked);
}

}  // namespace laundromat
