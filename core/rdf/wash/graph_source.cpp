// Splits canonical lines without a reader: one space is between two terms, and none within an IRI.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/graph_source.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "core/rdf/model/triple_term.hpp"

namespace laundromat {

namespace {

constexpr std::size_t lines_at_once_bytes = std::size_t{1} << 18;
constexpr auto npos = std::string_view::npos;

class graph_source final : public byte_source {
 public:
  graph_source(byte_source_ptr lines, graph_rule rule, std::string_view graph)
      : lines_(std::move(lines)), rule_(rule), graph_(graph.empty() ? "" : "<" + std::string(graph) + ">") {}

  result<std::size_t> read(std::span<char> buffer) override {
    while (given_ == ready_.size()) {
      if (is_at_end_) return std::size_t{0};
      if (auto filled = fill(); !filled) return tl::unexpected(filled.error());
    }
    const auto n = std::min(buffer.size(), ready_.size() - given_);
    std::memcpy(buffer.data(), ready_.data() + given_, n);
    given_ += n;
    return n;
  }

 private:
  /// Reads a chunk and prepares its whole lines.
  result<void> fill() {
    ready_.clear();
    given_ = 0;
    const auto kept = text_.size();
    text_.resize(kept + lines_at_once_bytes);
    const auto n = lines_->read(std::span(text_).subspan(kept));
    if (!n) return tl::unexpected(n.error());
    text_.resize(kept + *n);
    is_at_end_ = *n == 0;
    if (is_at_end_ && !text_.empty()) return fail(errc::syntax_error, "the last line has no line feed");
    // The rest of the last chunk has no line feed.
    auto rest = std::string_view(text_);
    for (auto end = rest.find('\n', kept); end != npos; end = rest.find('\n')) {
      if (auto done = append_in_graph(ready_, rest.substr(0, end), rule_, graph_); !done) return done;
      rest.remove_prefix(end + 1);
    }
    text_.erase(0, text_.size() - rest.size());
    return {};
  }

  byte_source_ptr lines_;
  graph_rule rule_;
  std::string graph_;
  std::string text_;   ///< read, but not prepared
  std::string ready_;  ///< prepared for `read`, from `given_` on
  std::size_t given_ = 0;
  bool is_at_end_ = false;
};

}  // namespace

result<cut_line> cut_graph(std::string_view line) {
  const auto predicate = line.find(' ');
  const auto object = predicate == npos ? npos : line.find(' ', predicate + 1);
  if (object == npos || object + 1 >= line.size() || line[0] != '<')
    return fail(errc::syntax_error, "a line is not canonical: " + std::string(line.substr(0, 200)));
  const auto end = end_of_spelled_term(line, object + 1);
  const auto rest = line.substr(end);
  if (rest == " .") return cut_line{line.substr(0, end), {}};
  if (!rest.starts_with(" <") || !rest.ends_with("> ."))
    return fail(errc::syntax_error, "a line is not canonical: " + std::string(line.substr(0, 200)));
  return cut_line{line.substr(0, end), rest.substr(1, rest.size() - 3)};
}

std::optional<graph_rule> graph_rule_from_name(std::string_view name) {
  if (name == "document") return graph_rule::document;
  if (name == "own") return graph_rule::own;
  if (name == "none") return graph_rule::none;
  return std::nullopt;
}

result<void> append_in_graph(std::string& out, std::string_view line, graph_rule rule,
                             std::string_view own_graph) {
  const auto cut = cut_graph(line);
  if (!cut) return tl::unexpected(cut.error());
  out.append(cut->triple);
  const auto graph = rule == graph_rule::none                             ? std::string_view{}
                     : rule == graph_rule::document && cut->graph.empty() ? own_graph
                                                                          : cut->graph;
  if (!graph.empty()) out.append(" ").append(graph);
  out.append(" .\n");
  return {};
}

byte_source_ptr make_graph_source(byte_source_ptr lines, graph_rule rule, std::string_view graph) {
  if (rule == graph_rule::own) return lines;
  return std::make_unique<graph_source>(std::move(lines), rule, graph);
}

}  // namespace laundromat
