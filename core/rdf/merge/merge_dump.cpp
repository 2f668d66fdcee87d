// Finds what the removed statements leave behind, then writes the merged graph.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/merge/merge_dump.hpp"

#include "core/rdf/merge/detached_nodes.hpp"

namespace laundromat {

namespace {

using origin = merged_lines::origin;

class dump_merge {
 public:
  dump_merge(const document_opener& graph, const document_opener& dump, absent_subjects absent)
      : graph_(graph), dump_(dump), absent_(absent) {}

  [[nodiscard]] result<void> find_detached() {
    if (absent_ == absent_subjects::removed) return {};
    auto done = visit([&](const merged_lines& at) -> result<void> {
      if (is_replaced(at)) nodes_.take_removed(at.line());
      return {};
    });
    if (!done || !nodes_.has_candidates()) return done;
    done = visit([&](const merged_lines& at) -> result<void> {
      if (!is_replaced(at)) nodes_.take_other(at.line(), at.where() != origin::graph);
      return {};
    });
    nodes_.finish();
    return done;
  }

  [[nodiscard]] result<merged_dump> write(byte_sink& out, const delta_consumer& take) {
    delta_counts counts;
    const auto done = visit([&](const merged_lines& at) -> result<void> {
      if (is_replaced(at) || (at.where() == origin::graph && nodes_.is_detached(at.line()))) {
        ++counts.removed;
        return take(delta_sign::removed, at.line());
      }
      ++(at.where() == origin::dump ? counts.added : counts.kept);
      if (at.where() == origin::dump)
        if (auto taken = take(delta_sign::added, at.line()); !taken) return taken;
      return out.write(at.line());
    });
    if (!done) return tl::unexpected(done.error());
    return merged_dump{counts, !nodes_.has_given_up()};
  }

 private:
  template <class Visit>
  [[nodiscard]] result<void> visit(Visit each) {
    auto lines = merged_lines::open(graph_, dump_);
    if (!lines) return tl::unexpected(lines.error());
    for (;;) {
      const auto more = lines->advance();
      if (!more) return tl::unexpected(more.error());
      if (!*more) return {};
      if (auto done = each(*lines); !done) return done;
    }
  }

  /// Whether a statement of the graph is not one of the dump, which would have it.
  [[nodiscard]] bool is_replaced(const merged_lines& at) const {
    return at.where() == origin::graph && (absent_ == absent_subjects::removed || at.is_subject_of_dump());
  }

  const document_opener &graph_, &dump_;
  absent_subjects absent_;
  detached_nodes nodes_;
};

}  // namespace

result<merged_dump> merge_dump(const document_opener& graph, const document_opener& dump,
                               absent_subjects absent, byte_sink& out, const delta_consumer& take) {
  dump_merge merge{graph, dump, absent};
  if (auto done = merge.find_detached(); !done) return tl::unexpected(done.error());
  return merge.write(out, take);
}

}  // namespace laundromat
