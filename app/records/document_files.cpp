// Lists and reads the files of clean documents.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/document_files.hpp"

#include <algorithm>

#include "app/records/clean_document.hpp"
#include "core/codec/codec_version.hpp"
#include "core/rdf/metrics/statistics_meter.hpp"
#include "core/washing/document_metadata.hpp"
#include "storage/segments/segment_files.hpp"

namespace laundromat {
namespace {

result<std::string> read_small(result<byte_source_ptr> file) {
  return file ? read_all(**file, most_small_file_bytes) : tl::unexpected(file.error());
}

}  // namespace

result<std::vector<document_file>> files_of(const clean_store& store, const kept_document& document) {
  const auto in_folder = store.sidecar_names(document.clean.hash);
  if (!in_folder) return tl::unexpected(in_folder.error());
  std::vector<document_file> files;
  for (const auto& name : *in_folder) files.push_back({name, true});
  const auto add = [&](std::string name) {
    if (std::ranges::find(files, name, &document_file::name) == files.end())
      files.push_back({std::move(name), false});
  };
  if (is_small_document(document.clean.compressed_bytes, document.clean.content.bytes)) {
    add(std::string(document_file_name));
    for (const auto name : metadata_file_names) add(std::string(name));
  }
  for (const auto& ledger : document.ledgers) add(clean_store::ledger_name(ledger));
  for (const auto& previous : document.deltas_from) add(clean_store::delta_name(previous));
  std::ranges::sort(files, {}, &document_file::name);
  return files;
}

result<std::string> read_document_file(const clean_store& store, const kept_document& document,
                                       std::string_view name) {
  const auto& digest = document.clean.hash;
  if (name == document_file_name) return read_small(store.open(digest));
  for (const auto& ledger : document.ledgers)
    if (name == clean_store::ledger_name(ledger)) return read_small(store.open_ledger(digest, ledger));
  for (const auto& previous : document.deltas_from)
    if (name == clean_store::delta_name(previous)) return read_small(store.open_delta(digest, previous));
  const auto metadata = std::ranges::find(metadata_file_names, name);
  if (metadata == metadata_file_names.end()) return fail(errc::not_found, std::string(name));
  const auto facts = measure_document(store, document.clean);
  if (!facts) return tl::unexpected(facts.error());
  worker_pool alone(1);
  auto made = make_metadata_files(*facts, alone);
  if (!made) return tl::unexpected(made.error());
  return std::move((*made)[static_cast<std::size_t>(metadata - metadata_file_names.begin())]);
}

result<document_facts> measure_document(const clean_store& store, const clean_record& clean) {
  warning_log warnings;
  const auto lines = open_clean(store, clean.hash, warnings);
  if (!lines) return tl::unexpected(lines.error());
  auto statistics = measure(**lines);
  if (!statistics) return tl::unexpected(statistics.error());
  if (!warnings.rows().empty())
    return fail(warnings.rows().front().code,
                to_string(store.where(segment_kind::clean, clean.hash)) + " is damaged");
  return document_facts{clean.content,          clean.compressed_bytes,       clean.identity,
                        *std::move(statistics), std::string(program_version), std::string(codec_version())};
}

}  // namespace laundromat
