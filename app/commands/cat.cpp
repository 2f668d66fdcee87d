// laundromat cat: the clean N-Quads of a document.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/open_journal.hpp"
#include "core/codec/filters.hpp"
#include "storage/clean_store.hpp"
#include "storage/data_folder.hpp"

namespace laundromat {
namespace {

/// The clean document that a record stands for or led to.
std::optional<content_digest> clean_of(journal& from, const record_ref& record, command_context& context) {
  if (record.kind == record_kind::clean) return record.clean;
  if (record.kind == record_kind::seed) {
    const auto newest = journal_reader{from}.downloads(record.record, 1);
    if (newest && !newest->empty() && !newest->front().clean.is_null()) return newest->front().clean;
    context.refuse(
        exit_not_found,
        record.hex() + " is a seed without one clean document: `laundromat show` lists what it led to");
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

result<void> copy_document(const clean_store& store, const content_digest& digest, std::ostream& out) {
  constexpr std::size_t buffer_bytes = std::size_t{1} << 20;
  auto compressed = store.open(digest);
  if (!compressed) return tl::unexpected(compressed.error());
  codec_budget budget;
  budget.bytes = ~std::uint64_t{0};
  budget.ratio = ~std::uint32_t{0};
  warning_log warnings;
  const auto source = make_decoder(layer_kind::gzip, *std::move(compressed), budget, warnings);
  std::string buffer(buffer_bytes, '\0');
  while (true) {
    const auto got = source->read(buffer);
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) break;
    if (!out.write(buffer.data(), static_cast<std::streamsize>(*got)))
      return fail(errc::io_failed, "cannot write");
  }
  if (!warnings.rows().empty())
    return fail(warnings.rows().front().code, "clean document " + digest.hex() + " is torn");
  return {};
}

void cat(const std::vector<std::string>& hashes, command_context& context) {
  auto from = open_journal(context);
  if (!from) return;
  const auto store = clean_store::at(data_layout{context.data}.clean());
  if (!store) return refuse(store.error(), context);
  for (const auto& hash : hashes) {
    const auto record = find_record(*from, hash, context);
    if (!record) continue;
    const auto digest = clean_of(*from, *record, context);
    if (!digest) continue;
    const auto clean = journal_reader{*from}.clean(*digest);
    if (!clean) return refuse(clean.error(), context);
    // A document without statements has no file.
    if (clean->statements == 0) continue;
    if (const auto done = copy_document(*store, *digest, context.io.out); !done)
      return refuse(done.error(), context);
  }
}

}  // namespace

void add_cat_command(CLI::App& app, command_context& context) {
  auto hashes = std::make_shared<std::vector<std::string>>();
  auto* command = app.add_subcommand("cat", "Print the clean N-Quads of a document");
  command
      ->add_option("HASH", *hashes, "At least 4 digits of the hash of a clean document, an entry, or a seed")
      ->required();
  command->footer("Example:\n  laundromat cat 3b0f361c | head");
  command->callback([hashes, &context] { cat(*hashes, context); });
}

}  // namespace laundromat
