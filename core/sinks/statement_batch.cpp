// Fills batches up to their limits, and writes them as SPARQL Update or N-Triples.
// SPDX-License-Identifier: Apache-2.0
#include "core/sinks/statement_batch.hpp"

#include <algorithm>

#include "core/rdf/delta/line_stream.hpp"

namespace laundromat {

namespace {

class batch_cutter {
 public:
  batch_cutter(std::string_view graph, const batch_limits& limits, std::uint64_t first,
               const batch_consumer& take)
      : graph_(graph), limits_(limits), first_(first), take_(take) {}

  /// Errors: `syntax_error`; those of the consumer.
  result<void> add(delta_sign sign, std::string_view line) {
    const auto judged = judge_sendable(line, graph_);
    if (!judged) return tl::unexpected(judged.error());
    if (judged->why != unsendable::none) {
      totals_.unsent.note(judged->why, line.substr(0, line.size() - 1));
      return {};
    }
    const auto longest = judged->triple.size() + 3;
    const bool is_full =
        batch_.size() >= limits_.statements || batch_.triples.size() + longest > limits_.bytes;
    if (batch_.size() > 0 && (is_full || batch_.sign != sign))
      if (auto passed = pass(); !passed) return passed;
    batch_.sign = sign;
    append_sendable(batch_.triples, judged->triple);
    batch_.ends.push_back(batch_.triples.size());
    ++(sign == delta_sign::added ? totals_.added : totals_.removed);
    return {};
  }

  result<batch_totals> finish() {
    if (batch_.size() > 0)
      if (auto passed = pass(); !passed) return tl::unexpected(passed.error());
    return std::move(totals_);
  }

 private:
  result<void> pass() {
    batch_.number = totals_.batches++;
    auto passed = batch_.number >= first_ ? take_(batch_) : result<void>{};
    batch_.triples.clear();
    batch_.ends.clear();
    return passed;
  }

  std::string_view graph_;
  const batch_limits& limits_;
  std::uint64_t first_;
  const batch_consumer& take_;
  statement_batch batch_;
  batch_totals totals_;
};

class sendable_source final : public byte_source {
 public:
  sendable_source(byte_source_ptr document, std::string graph, batch_totals& totals)
      : document_(std::move(document)),
        lines_(*document_, "the document", line_stream::order::rising),
        graph_(std::move(graph)),
        totals_(totals) {}

  result<std::size_t> read(std::span<char> buffer) override {
    if (given_ == ready_.size())
      if (auto filled = fill(); !filled) return tl::unexpected(filled.error());
    const auto n = std::min(buffer.size(), ready_.size() - given_);
    ready_.copy(buffer.data(), n, given_);
    given_ += n;
    return n;
  }

 private:
  result<void> fill() {
    constexpr std::size_t enough = std::size_t{64} << 10;
    ready_.clear();
    given_ = 0;
    while (ready_.size() < enough) {
      const auto more = lines_.advance();
      if (!more) return tl::unexpected(more.error());
      if (!*more) return {};
      const auto judged = judge_sendable(lines_.line(), graph_);
      if (!judged) return tl::unexpected(judged.error());
      if (judged->why == unsendable::none) {
        append_sendable(ready_, judged->triple);
        ++totals_.added;
      } else {
        totals_.unsent.note(judged->why, lines_.line().substr(0, lines_.line().size() - 1));
      }
    }
    return {};
  }

  byte_source_ptr document_;
  line_stream lines_;
  std::string graph_;
  batch_totals& totals_;
  std::string ready_;
  std::size_t given_ = 0;
};

}  // namespace

std::string_view statement_batch::lines(std::size_t first, std::size_t last) const {
  const auto begin = first == 0 ? 0 : ends[first - 1];
  return std::string_view(triples).substr(begin, (last == 0 ? 0 : ends[last - 1]) - begin);
}

result<batch_totals> cut_delta(const delta_source& changes, std::string_view graph,
                               const batch_limits& limits, std::uint64_t first, const batch_consumer& take) {
  batch_cutter cutter{graph, limits, first, take};
  for (const auto wanted : {delta_sign::removed, delta_sign::added}) {
    auto done = changes([&](delta_sign sign, std::string_view line) -> result<void> {
      return sign == wanted ? cutter.add(sign, line) : result<void>{};
    });
    if (!done) return tl::unexpected(done.error());
  }
  return cutter.finish();
}

result<batch_totals> cut_document(byte_source& document, std::string_view graph, const batch_limits& limits,
                                  std::uint64_t first, const batch_consumer& take) {
  batch_cutter cutter{graph, limits, first, take};
  line_stream lines{document, "the document"};
  while (true) {
    const auto more = lines.advance();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return cutter.finish();
    if (auto added = cutter.add(delta_sign::added, lines.line()); !added)
      return tl::unexpected(added.error());
  }
}

std::string update_of(const statement_batch& batch, std::string_view graph, std::size_t first,
                      std::size_t last) {
  const auto lines = batch.lines(first, last);
  std::string out;
  out.reserve(lines.size() + graph.size() + 64);
  out.append(batch.sign == delta_sign::added ? "INSERT" : "DELETE").append(" DATA { GRAPH <").append(graph);
  return out.append("> {\n").append(lines).append("} }\n");
}

std::string update_of(const statement_batch& batch, std::string_view graph) {
  return update_of(batch, graph, 0, batch.size());
}

byte_source_ptr make_sendable_source(byte_source_ptr document, std::string graph, batch_totals& totals) {
  return std::make_unique<sendable_source>(std::move(document), std::move(graph), totals);
}

}  // namespace laundromat
