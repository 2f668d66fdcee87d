// Writes clean documents as one dataset.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "app/publish/export_losses.hpp"
#include "core/metadata/description.hpp"
#include "core/rdf/model/format.hpp"
#include "core/rdf/model/rdf_forms.hpp"
#include "core/rdf/wash/graph_source.hpp"
#include "storage/files/scratch_folder.hpp"
#include "storage/journal/journal.hpp"
#include "storage/stores/clean_store.hpp"
#include "storage/stores/scratch_store.hpp"

namespace laundromat {

struct export_plan {
  rdf_format format{};
  graph_rule graphs{};
  bool valid_everywhere = false;
  rdf_forms forms;
};

/// Writes one document after the other to `out`: without the statements that not every program reads when the plan says so, then in the forms
/// of the plan, with the graphs of the plan. Lines of a document that the forms change are sorted on disk, in a temporary folder.
class exporter {
 public:
  /// `from`, `store` and `out` outlive it.
  exporter(journal& from, const clean_store& store, metadata_names names, export_plan plan, byte_sink& out)
      : from_(from), store_(store), names_(std::move(names)), plan_(plan), out_(out) {}

  /// Errors: those of the stores and of `out`; the code of its first damage for a damaged document.
  [[nodiscard]] result<void> add(const content_digest& digest);
  /// What the documents have lost.
  [[nodiscard]] const export_losses& losses() const { return losses_; }

 private:
  struct scratch {
    scratch_folder folder;
    scratch_store store;
  };
  [[nodiscard]] result<void> open_scratch();
  [[nodiscard]] result<byte_source_ptr> open(const content_digest& digest, warning_log& warnings,
                                             export_losses& lost) const;

  journal& from_;
  const clean_store& store_;
  metadata_names names_;
  export_plan plan_;
  byte_sink& out_;
  std::optional<scratch> scratch_;
  export_losses losses_;
};

}  // namespace laundromat
