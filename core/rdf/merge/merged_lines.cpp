// Merges two sorted documents.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/merge/merged_lines.hpp"

namespace laundromat {

namespace {

/// With the space behind it, so that it is the beginning of no other subject.
std::string_view subject_of(std::string_view line) {
  return line.substr(0, line.find(' ') + 1);
}

}  // namespace

merged_lines::merged_lines(byte_source_ptr graph, byte_source_ptr dump)
    : graph_source_(std::move(graph)),
      dump_source_(std::move(dump)),
      graph_(*graph_source_, "the graph"),
      dump_(*dump_source_, "the dump") {}

result<merged_lines> merged_lines::open(const document_opener& graph, const document_opener& dump) {
  auto one = graph();
  if (!one) return tl::unexpected(one.error());
  auto other = dump();
  if (!other) return tl::unexpected(other.error());
  return merged_lines{std::move(*one), std::move(*other)};
}

result<bool> merged_lines::advance() {
  if (where_ != origin::dump)
    if (auto done = graph_.advance(); !done) return tl::unexpected(done.error());
  if (where_ != origin::graph) {
    if (dump_.has_line()) last_subject_ = subject_of(dump_.line());
    if (auto done = dump_.advance(); !done) return tl::unexpected(done.error());
  }
  if (!graph_.has_line() && !dump_.has_line()) return false;
  const auto order = compare_sides(graph_, dump_);
  where_ = order < 0 ? origin::graph : order > 0 ? origin::dump : origin::both;
  return true;
}

std::string_view merged_lines::line() const {
  return (where_ == origin::dump ? dump_ : graph_).line();
}

bool merged_lines::is_subject_of_dump() const {
  if (where_ != origin::graph) return true;
  const auto line = graph_.line();
  return (!last_subject_.empty() && line.starts_with(last_subject_)) ||
         (dump_.has_line() && line.starts_with(subject_of(dump_.line())));
}

}  // namespace laundromat
