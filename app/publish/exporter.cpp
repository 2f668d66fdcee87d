// Implements the exporter as a chain of sources over the clean lines.
// SPDX-License-Identifier: Apache-2.0
#include "app/publish/exporter.hpp"

#include <vector>

#include "app/records/clean_document.hpp"
#include "app/terminal/temporary_folder.hpp"
#include "core/rdf/wash/convert.hpp"
#include "core/rdf/wash/encoded_source.hpp"
#include "core/rdf/wash/valid_source.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/scratch_runs.hpp"

namespace laundromat {

result<void> exporter::add(const content_digest& digest) {
  if (auto opened = open_scratch(); !opened) return opened;
  warning_log warnings;
  export_losses lost;
  const auto open_again = [&]() -> result<byte_source_ptr> {
    lost = {};  // a document may be read twice
    auto lines = open(digest, warnings, lost);
    if (!lines) return lines;
    return make_graph_source(*std::move(lines), plan_.graphs, names_.id(digest.hex()));
  };
  std::vector<prefix> declared;
  if (plan_.format == rdf_format::trig) {
    auto known = journal_reader{from_}.prefixes(digest);
    if (!known) return tl::unexpected(known.error());
    declared = *std::move(known);
  }
  auto written = convert_clean(open_again, plan_.format, out_, declared);
  losses_.add(lost);
  if (!warnings.rows().empty()) {
    const auto& damage = warnings.rows().front();
    return fail(damage.code,
                "clean document " + digest.hex() + " is damaged: run `laundromat verify` for details");
  }
  return written;
}

result<void> exporter::open_scratch() {
  if (plan_.forms == rdf_forms{} || scratch_) return {};
  auto folder = make_temporary_folder();
  if (!folder) return tl::unexpected(folder.error());
  auto store = scratch_store::at(folder->path() / "scratch");
  if (!store) return tl::unexpected(store.error());
  scratch_.emplace(*std::move(folder), *std::move(store));
  return {};
}

/// What is counted in `lost` is complete when the source has ended.
result<byte_source_ptr> exporter::open(const content_digest& digest, warning_log& warnings,
                                       export_losses& lost) const {
  const auto open_valid = [&]() -> result<byte_source_ptr> {
    auto lines = open_clean(store_, digest, warnings);
    if (!lines || !plan_.valid_everywhere) return lines;
    lost.left_out.clear();
    return make_valid_source(*std::move(lines), lost.left_out);
  };
  if (!scratch_) return open_valid();
  const auto make_runs = [this] {
    return make_scratch_runs([this] { return scratch_->store.create_run(); });
  };
  return make_encoded_source(open_valid, plan_.forms, make_runs, lost.dropped_directions);
}

}  // namespace laundromat
