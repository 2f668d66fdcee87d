// Reads documents from a place on until a page is full or the time is over.
// SPDX-License-Identifier: Apache-2.0
#include "app/fragments/fragment_source.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <memory>

#include "app/fragments/document_walk.hpp"
#include "app/records/clean_document.hpp"
#include "core/fragments/pattern_reader.hpp"
#include "core/rdf/wash/graph_source.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

namespace {

using steady = std::chrono::steady_clock;

/// A page with more ends early, because literals may be long.
constexpr std::size_t most_page_bytes = std::size_t{4} << 20;

tl::unexpected<failure> no_place(const std::string& text) {
  return fail(errc::invalid_argument,
              "`from` is `" + text + "`, which no page has named: leave it out, and say `page`");
}

tl::unexpected<failure> too_far() {
  return fail(errc::invalid_argument,
              "this page is too far behind to be found by counting: follow `hydra:next` from the first one");
}

std::optional<std::uint64_t> number_from(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional{number} : std::nullopt;
}

/// Fills a page.
class page_filler {
 public:
  page_filler(const fragment_request& wanted, steady::time_point over)
      : wanted_(wanted), over_(over), skip_(wanted.from.empty() ? (wanted.number - 1) * wanted.size : 0) {}

  /// Reads a document from an offset on; graphs are set as `append_in_graph` does. Returns the offset to go on at where the page is full, or the time is over; nothing at the end of the document.
  result<std::optional<std::uint64_t>> read(const clean_store& store, const content_digest& document,
                                            const line_matcher& matcher, std::uint64_t from,
                                            graph_rule graphs, std::string_view own_graph = {}) {
    const auto index = store.read_index(document);
    if (!index) return tl::unexpected(index.error());
    const auto text = open_stored(store, document);
    if (!text) return tl::unexpected(text.error());
    pattern_reader reader{*index, **text, matcher, from};
    reader.go_on_while([this] { return steady::now() < over_; });
    for (auto place = from;; place = reader.place()) {
      const auto line = reader.next();
      if (!line) return tl::unexpected(line.error());
      if (!*line) return reader.is_stopped() ? std::optional{reader.place()} : std::nullopt;
      if (skip_ > 0) {
        --skip_;
        continue;
      }
      if (is_full()) return std::optional{place};
      if (auto done = append_in_graph(page.lines, **line, graphs, own_graph); !done)
        return tl::unexpected(done.error());
      ++page.statements;
    }
  }
  /// Whether the time was over before the page was found by counting.
  [[nodiscard]] bool is_lost() const { return skip_ > 0 && steady::now() >= over_; }
  [[nodiscard]] bool is_full() const {
    return page.statements >= wanted_.size || page.lines.size() >= most_page_bytes;
  }
  [[nodiscard]] bool is_late() const { return steady::now() >= over_; }

  found_page page;

 private:
  const fragment_request& wanted_;
  steady::time_point over_;
  std::uint64_t skip_;  ///< matches of the pages before
};

/// What was counted, extended to all bytes.
std::uint64_t estimate(const match_count& counted, std::uint64_t all_bytes) {
  if (counted.read_bytes == 0) return 0;
  return static_cast<std::uint64_t>(static_cast<double>(counted.matches) * static_cast<double>(all_bytes) /
                                    static_cast<double>(counted.read_bytes));
}

/// Counts in one document until a time. Errors: those of the store.
result<match_count> count_in(const clean_store& store, const content_digest& document,
                             const line_matcher& matcher, steady::time_point over) {
  const auto index = store.read_index(document);
  if (!index) return tl::unexpected(index.error());
  worker_pool workers{1};
  return count_matches(
      *index, [&] { return open_stored(store, document); }, matcher, workers,
      [&] { return steady::now() < over; });
}

std::string spelled(std::string_view iri) {
  std::string out;
  append_canonical_term(out, {term_kind::iri, iri, {}, {}});
  return out;
}

}  // namespace

result<found_page> find_in_document(const clean_store& store, const clean_record& document,
                                    const fragment_request& wanted, match_counts& counts,
                                    const fragment_times& times) {
  const auto offset = wanted.from.empty() ? std::optional<std::uint64_t>{0} : number_from(wanted.from);
  if (!offset) return no_place(wanted.from);
  if (document.statements == 0) return found_page{};
  const line_matcher matcher{wanted.pattern};
  page_filler filler{wanted, steady::now() + times.search};
  const auto next = filler.read(store, document.hash, matcher, *offset, graph_rule::own);
  if (!next)
    return next.error().code == errc::invalid_argument ? no_place(wanted.from)
                                                       : result<found_page>{tl::unexpected(next.error())};
  if (filler.is_lost()) return too_far();
  auto& page = filler.page;
  if (*next) page.next = std::to_string(**next);
  const auto name = document.hash.hex();
  if (wanted.pattern.is_open()) {
    page.matches = document.statements;
  } else if (const auto known = counts.find(name, wanted.pattern)) {
    page.matches = *known;
  } else if (wanted.number == 1 && wanted.from.empty() && page.next.empty()) {
    page.matches = page.statements;
  } else {
    const auto counted = count_in(store, document.hash, matcher, steady::now() + times.count);
    if (!counted) return tl::unexpected(counted.error());
    page.matches = counted->is_whole ? counted->matches : estimate(*counted, document.content.bytes);
    if (counted->is_whole) counts.keep(name, wanted.pattern, page.matches);
  }
  // A client must never think that there is nothing behind a page that names a next one.
  page.matches = std::max(page.matches, page.statements + (page.next.empty() ? 0U : 1U));
  return std::move(page);
}

namespace {

/// The document whose graph a pattern names; null: the pattern names no document.
content_digest document_of_graph(const std::string& graph, const metadata_names& names) {
  const auto begin = spelled(names.id(""));
  const auto base = std::string_view{begin}.substr(0, begin.size() - 1);
  if (!graph.starts_with(base) || !graph.ends_with('>')) return {};
  const auto digest =
      content_digest::from_hex(std::string_view{graph}.substr(base.size(), graph.size() - base.size() - 1));
  return digest.value_or(content_digest{});
}

class wardrobe_search {
 public:
  wardrobe_search(journal& from, const clean_store& store, const mention_index& index,
                  const metadata_names& names, const fragment_request& wanted)
      : from_(from),
        store_(store),
        index_(index),
        names_(names),
        wanted_(wanted),
        only_(document_of_graph(wanted.pattern.of(position::graph), names)),
        matcher_(pattern_of_documents()) {}

  result<found_page> find(steady::time_point over) {
    const auto begin = read_place();
    if (!begin) return tl::unexpected(begin.error());
    const auto [row, offset] = *begin;
    page_filler filler{wanted_, over};
    const auto documents = walk(row);
    for (auto document = documents.next();; document = documents.next()) {
      if (!document) return tl::unexpected(document.error());
      if (!*document) break;
      const auto number = std::to_string((*document)->clean);
      if (filler.is_full() || (filler.is_late() && has_read_)) {
        filler.page.next = number + ".0";
        break;
      }
      has_read_ = true;
      const auto graph = spelled(names_.id((*document)->hash.hex()));
      const auto next =
          filler.read(store_, (*document)->hash, matcher_, (*document)->clean == row ? offset : 0,
                      is_union() ? graph_rule::none : graph_rule::document, graph);
      if (!next && next.error().code == errc::invalid_argument) return no_place(wanted_.from);
      // A document that was removed meanwhile has no file.
      if (!next && next.error().code != errc::not_found) return tl::unexpected(next.error());
      if (next && *next) {
        filler.page.next = number + '.' + std::to_string(**next);
        break;
      }
    }
    if (filler.is_lost()) return too_far();
    return std::move(filler.page);
  }

  /// The number of matches in all documents, or an estimate when the time is over; `all_bytes`: of all documents.
  struct total {
    std::uint64_t matches = 0;
    bool is_exact = true;
  };
  result<total> count(steady::time_point over, std::uint64_t all_bytes) {
    match_count all;
    std::uint64_t documents = 0;
    const auto walked = walk(0);
    for (;;) {
      const auto document = walked.next();
      if (!document) return tl::unexpected(document.error());
      if (!*document) return total{all.matches, true};
      const auto counted = count_in(store_, (*document)->hash, matcher_, over);
      if (!counted && counted.error().code == errc::not_found) continue;
      if (!counted) return tl::unexpected(counted.error());
      ++documents;
      all.matches += counted->matches;
      all.read_bytes += counted->read_bytes;
      if (counted->is_whole && steady::now() < over) continue;
      if (!counted->is_whole || !walked.named()) return total{estimate(all, all_bytes), false};
      return total{all.matches * std::max(*walked.named(), documents) / documents, false};
    }
  }

 private:
  struct place {
    std::int64_t row = 0;
    std::uint64_t offset = 0;
  };

  [[nodiscard]] result<place> read_place() const {
    if (wanted_.from.empty()) return place{};
    const auto dot = wanted_.from.find('.');
    const auto row = number_from(std::string_view{wanted_.from}.substr(0, dot));
    const auto offset =
        dot == std::string::npos ? std::nullopt : number_from(std::string_view{wanted_.from}.substr(dot + 1));
    if (!row || !offset || *row >= most_mentioning_documents) return no_place(wanted_.from);
    return place{static_cast<std::int64_t>(*row), *offset};
  }

  /// Names documents from a row on: the only one of which the pattern names the graph, or those that may match.
  struct walked_documents {
    std::function<result<std::optional<numbered_document>>()> next;
    std::function<std::optional<std::uint64_t>()> named;
  };
  [[nodiscard]] walked_documents walk(std::int64_t row) const {
    if (!only_.is_null()) {
      const auto only =
          std::make_shared<std::optional<numbered_document>>(numbered_document{row, only_, false});
      return {
          [only]() -> result<std::optional<numbered_document>> { return std::exchange(*only, std::nullopt); },
          [] { return std::optional<std::uint64_t>{1}; }};
    }
    const auto documents =
        std::make_shared<document_walk>(from_, index_, matcher_.pattern(), std::max<std::int64_t>(row, 1));
    return {[documents] { return documents->next(); }, [documents] { return documents->named(); }};
  }

  [[nodiscard]] bool is_union() const { return wanted_.pattern.of(position::graph) == no_named_graph; }

  [[nodiscard]] quad_pattern pattern_of_documents() const {
    auto pattern = wanted_.pattern;
    if (is_union()) pattern.of(position::graph).clear();
    if (!only_.is_null()) pattern.of(position::graph) = no_named_graph;
    return pattern;
  }

  journal& from_;
  const clean_store& store_;
  const mention_index& index_;
  const metadata_names& names_;
  const fragment_request& wanted_;
  content_digest only_;
  line_matcher matcher_;
  bool has_read_ = false;
};

}  // namespace

result<found_page> find_in_wardrobe(journal& from, const clean_store& store, const mention_index& index,
                                    const metadata_names& names, const fragment_request& wanted,
                                    match_counts& counts, const fragment_times& times) {
  wardrobe_search search{from, store, index, names, wanted};
  auto page = search.find(steady::now() + times.search);
  if (!page) return page;
  const auto sums = journal_reader{from}.totals();
  if (!sums) return tl::unexpected(sums.error());
  auto all = wanted.pattern;
  if (all.of(position::graph) == no_named_graph) all.of(position::graph).clear();
  // Documents come and go: a count holds as long as the sums are the same.
  const auto name = "all " + std::to_string(sums->documents) + ' ' + std::to_string(sums->statements);
  if (all.is_open()) {
    page->matches = sums->statements;
  } else if (const auto known = counts.find(name, wanted.pattern)) {
    page->matches = *known;
  } else if (wanted.number == 1 && wanted.from.empty() && page->next.empty()) {
    page->matches = page->statements;
  } else {
    const auto counted = search.count(steady::now() + times.count, sums->bytes);
    if (!counted) return tl::unexpected(counted.error());
    page->matches = counted->matches;
    if (counted->is_exact) counts.keep(name, wanted.pattern, page->matches);
  }
  page->matches = std::max(page->matches, page->statements + (page->next.empty() ? 0U : 1U));
  return page;
}

}  // namespace laundromat
