// Filters the lines of a dump by their graph, and joins several dumps.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/merge/named_graph_lines.hpp"

#include <algorithm>

#include "core/rdf/delta/merge_side.hpp"
#include "core/rdf/merge/line_buffer_source.hpp"
#include "core/rdf/wash/graph_source.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

namespace {

class own_graph_lines final : public line_buffer_source {
 public:
  own_graph_lines(byte_source_ptr document, std::string graph, foreign_statements& foreign)
      : source_(std::move(document)), lines_(*source_, "the dump"), foreign_(foreign) {
    append_canonical_term(graph_, {term_kind::iri, graph, {}, {}});
  }

 private:
  result<bool> add_lines(std::string& to) override {
    if (auto moved = lines_.advance(); !moved) return tl::unexpected(moved.error());
    if (!lines_.has_line()) return false;
    const auto line = lines_.line();
    const auto cut = cut_graph(line.substr(0, line.size() - 1));
    if (!cut) return tl::unexpected(cut.error());
    if (!cut->graph.empty() && cut->graph != graph_) {
      if (foreign_.count++ == 0) foreign_.first_graph = cut->graph;
      return true;
    }
    // Between a triple and the same with this graph there are only lines of other graphs, so that the order stays.
    if (cut->triple == last_) return true;
    last_ = cut->triple;
    to.append(last_).append(" .\n");
    return true;
  }

  byte_source_ptr source_;
  merge_side lines_;
  foreign_statements& foreign_;
  std::string graph_, last_;
};

class joined_lines final : public line_buffer_source {
 public:
  explicit joined_lines(std::vector<byte_source_ptr> documents) : sources_(std::move(documents)) {
    for (auto& one : sources_) sides_.push_back(std::make_unique<merge_side>(*one, "a dump"));
  }

 private:
  static bool is_after(const merge_side* one, const merge_side* other) { return one->line() > other->line(); }

  result<bool> add_lines(std::string& to) override {
    if (!has_begun_) {
      has_begun_ = true;
      for (auto& one : sides_)
        if (auto entered = enter(one.get()); !entered) return tl::unexpected(entered.error());
    }
    if (waiting_.empty()) return false;
    std::ranges::pop_heap(waiting_, is_after);
    auto* const next = waiting_.back();
    waiting_.pop_back();
    if (next->line() != last_) to += last_ = next->line();
    if (auto entered = enter(next); !entered) return tl::unexpected(entered.error());
    return true;
  }

  result<void> enter(merge_side* side) {
    if (auto moved = side->advance(); !moved || !side->has_line()) return moved;
    waiting_.push_back(side);
    std::ranges::push_heap(waiting_, is_after);
    return {};
  }

  std::vector<byte_source_ptr> sources_;
  std::vector<std::unique_ptr<merge_side>> sides_;
  std::vector<merge_side*> waiting_;  ///< a heap, the next line in front
  std::string last_;
  bool has_begun_ = false;
};

}  // namespace

byte_source_ptr make_own_graph_source(byte_source_ptr document, std::string graph,
                                      foreign_statements& foreign) {
  return std::make_unique<own_graph_lines>(std::move(document), std::move(graph), foreign);
}

byte_source_ptr make_union_source(std::vector<byte_source_ptr> documents) {
  return std::make_unique<joined_lines>(std::move(documents));
}

}  // namespace laundromat
