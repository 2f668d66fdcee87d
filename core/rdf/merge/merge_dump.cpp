// Finds what the removed statements leave behind, then writes the merged graph.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/merge/merge_dump.hpp"

#include <optional>

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

  /// Passes the changes on, as long as no removed statement leads to a blank node; nothing when one does.
  [[nodiscard]] result<std::optional<delta_counts>> write_simple_changes(const delta_consumer& take) {
    delta_counts counts;
    const auto done = visit([&](const merged_lines& at) -> result<void> {
      if (at.where() == origin::both || nodes_.has_candidates()) return {};
      const bool is_added = at.where() == origin::dump;
      if (!is_added && !is_replaced(at)) return {};
      if (!is_added) nodes_.take_removed(at.line());
      ++(is_added ? counts.added : counts.removed);
      return take(is_added ? delta_sign::added : delta_sign::removed, at.line());
    });
    if (!done) return tl::unexpected(done.error());
    return nodes_.has_candidates() ? std::nullopt : std::optional{counts};
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

namespace {

struct no_sink final : byte_sink {
  result<void> write(std::string_view) override { return {}; }
};

}  // namespace

result<merged_dump> merge_dump(const document_opener& graph, const document_opener& dump,
                               absent_subjects absent, byte_sink& out, const delta_consumer& take) {
  dump_merge merge{graph, dump, absent};
  if (auto done = merge.find_detached(); !done) return tl::unexpected(done.error());
  return merge.write(out, take);
}

result<merged_dump> find_changes(const partly_read_graph& graph, const document_opener& dump,
                                 absent_subjects absent, const delta_consumer& take,
                                 const std::function<result<void>()>& start_again) {
  no_sink none;
  if (absent == absent_subjects::removed) {
    auto counts = merge_dump(graph.whole, dump, absent, none, take);
    if (counts) counts->changes.kept = 0;
    return counts;
  }
  dump_merge simple{graph.about_subjects, dump, absent};
  const auto counts = simple.write_simple_changes(take);
  if (!counts) return tl::unexpected(counts.error());
  if (*counts) return merged_dump{**counts, true};
  if (auto again = start_again(); !again) return tl::unexpected(again.error());
  auto merged = merge_dump(graph.whole, dump, absent, none, take);
  if (merged) merged->changes.kept = 0;
  return merged;
}

}  // namespace laundromat
