// Finds and opens clean documents.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/clean_document.hpp"

#include "app/records/open_journal.hpp"
#include "core/codec/archive/filters.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {
namespace {

byte_source_ptr inflate(byte_source_ptr compressed, warning_log& warnings) {
  unpack_budget budget;
  budget.bytes = ~std::uint64_t{0};
  budget.ratio = ~std::uint32_t{0};
  return make_decoder(layer_kind::gzip, std::move(compressed), budget, warnings);
}

}  // namespace

std::optional<content_digest> clean_of(journal& from, const record_ref& record, command_context& context) {
  if (record.kind == record_kind::clean) return record.clean;
  if (record.kind == record_kind::seed) {
    const auto newest = journal_reader{from}.newest_document(record.record);
    if (!newest) return refuse(newest.error(), context), std::nullopt;
    if (*newest && !(*newest)->clean.is_null()) return (*newest)->clean;
    const bool is_archive = *newest && (*newest)->current == status::depleted;
    context.refuse(exit_not_found,
                   record.hex() + " is a seed " +
                       (is_archive ? "of an archive: name one of its members, which `laundromat show "
                                     "--tree` lists"
                                   : "without a clean document: `laundromat show` says why"));
    return std::nullopt;
  }
  const auto entry = from.entry(record.record);
  if (!entry) {
    refuse(entry.error(), context);
    return std::nullopt;
  }
  if (!entry->clean.is_null()) return entry->clean;
  context.refuse(exit_not_found,
                 record.hex() + " has no clean document: it is " + std::string{to_string(entry->current)} +
                     (entry->cause == errc::ok ? "" : ", " + std::string{meaning_of(entry->cause)}));
  return std::nullopt;
}

result<std::vector<prefix>> declared_for(journal& from, const record_ref& record,
                                         const content_digest& clean) {
  journal_reader reader{from};
  auto entry = record.record;
  if (record.kind == record_kind::seed) {
    const auto newest = reader.newest_document(record.record);
    if (!newest) return tl::unexpected(newest.error());
    entry = *newest ? (*newest)->hash : record_hash{};
  }
  return reader.prefixes(clean, entry);
}

bool is_removed(journal& from, const clean_record& clean, command_context& context) {
  if (to_ms(clean.removed) == 0) return false;
  if (journal_reader{from}.was_taken_down(clean.hash).value_or(false)) {
    context.refuse(exit_not_found,
                   "clean document " + clean.hash.hex() + " was taken down at " + to_iso8601(clean.removed) +
                       ", because its publisher is excluded; `laundromat exclude --list` says why");
    return true;
  }
  context.refuse(exit_not_found, "clean document " + clean.hash.hex() +
                                     " was removed as an older version at " + to_iso8601(clean.removed) +
                                     "; if a delta to the next version is kept, `laundromat show " +
                                     clean.hash.hex().substr(0, 12) +
                                     "` names its entry, and `laundromat diff ENTRY` prints it");
  return true;
}

result<byte_source_ptr> open_clean(const clean_store& store, const content_digest& digest,
                                   warning_log& warnings) {
  auto compressed = open_stored(store, digest);
  if (!compressed) return compressed;
  return inflate(*std::move(compressed), warnings);
}

result<byte_source_ptr> open_stored(const clean_store& store, const content_digest& digest) {
  auto file = store.open(digest);
  if (!file && file.error().code == errc::not_found)
    return fail(errc::not_found, "the file of clean document " + digest.hex() +
                                     " is missing: run `laundromat verify` for what to do");
  return file;
}

result<byte_source_ptr> inflate_if_packed(result<byte_source_ptr> file, warning_log& warnings) {
  if (!file) return file;
  const auto magic = read_head(**file, 2);
  if (!magic) return tl::unexpected(magic.error());
  if (auto back = (*file)->seek(0); !back) return tl::unexpected(back.error());
  return *magic == "\x1F\x8B" ? inflate(*std::move(file), warnings) : std::move(file);
}

result<byte_source_ptr> open_sidecar(const clean_store& store, const content_digest& digest,
                                     std::string_view file, warning_log& warnings) {
  return inflate_if_packed(store.open_sidecar(digest, file), warnings);
}

result<byte_source_ptr> open_clean_file(const std::string& path, warning_log& warnings) {
  return inflate_if_packed(open_file_source(path), warnings);
}

}  // namespace laundromat
