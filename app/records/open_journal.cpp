// Opens the journal and reports its errors with exit codes.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/open_journal.hpp"

#include <algorithm>

#include "app/terminal/exit_code.hpp"
#include "storage/graphs/graph_records.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/stores/data_stores.hpp"

namespace laundromat {

void refuse(const failure& f, command_context& context) {
  context.exit_code = exit_code_of(f);
  if (f.code != errc::cancelled)
    context.refuse(context.exit_code,
                   message_of(f));  // the reader has closed the pipe, as `head` does: no message
}

std::optional<journal> open_journal(command_context& context) {
  auto opened = open_journal_to_read(context.data);
  if (opened) return *std::move(opened);
  if (opened.error().code == errc::not_found)
    context.refuse(exit_not_found, "no journal in " + context.data.string() +
                                       ": name a data folder with --data DIR, or run a campaign first");
  else
    refuse(opened.error(), context);
  return std::nullopt;
}

std::optional<clean_store> open_clean_store(command_context& context) {
  auto opened = open_documents_to_read(context.data);
  if (opened) return *std::move(opened);
  refuse(opened.error(), context);
  return std::nullopt;
}

std::unique_ptr<warc_store> open_bodies(const command_context& context) {
  auto folder = safe_folder::named(data_layout{context.data}.raw());
  return folder ? std::make_unique<warc_store>(std::move(*folder)) : nullptr;
}

std::optional<metadata_names> published_names(journal& from, command_context& context) {
  const auto known = from.published_as();
  if (known) return known->names();
  refuse(known.error(), context);
  return std::nullopt;
}

namespace {

bool is_hash(std::string_view text) {
  return text.find_first_not_of("0123456789abcdefABCDEF") == text.npos;
}

/// Records with their hashes and addresses, one per line.
std::vector<std::string> candidates(journal& from, const std::vector<record_ref>& found) {
  constexpr std::size_t listed = 8;
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(found.size(), listed); ++i) {
    lines.push_back(found[i].hex() + "  " + std::string{to_string(found[i].kind)});
    if (const auto seed = from.seed(found[i].record)) lines.back().append("  ").append(seed->uri);
  }
  if (found.size() > listed) lines.push_back("and " + human_count(found.size() - listed) + " more");
  return lines;
}

/// Whether a text is the name of a provider, or `NAME@3`; then it is reported where its graph and its imports are.
bool names_provider(journal& from, std::string_view given, command_context& context) {
  const std::string name{given.substr(0, given.rfind('@'))};
  if (name.empty() || !graph_records{from}.provider(name)) return false;
  context.refuse(exit_not_found, std::string{given} +
                                     " is a provider, and no record: `laundromat export --providers " +
                                     std::string{given} + "` prints its graph, `laundromat history " + name +
                                     "` its imports, `laundromat providers " + name + "` its dumps");
  return true;
}

std::optional<record_ref> find_by_address(journal& from, std::string_view given, command_context& context) {
  auto found = journal_reader{from}.find_uri(given);
  // tar(1) writes `./a.ttl` when it packs the folder `.`.
  const auto member = given.rfind("!/");
  if (found && found->empty() && member != given.npos)
    found = journal_reader{from}.find_uri(
        std::string{given.substr(0, member + 2)}.append("./").append(given.substr(member + 2)));
  if (!found)
    refuse(found.error(), context);
  else if (found->empty() && names_provider(from, given, context))
    return std::nullopt;
  else if (found->empty())
    context.refuse(exit_not_found,
                   "no seed, member of an archive or redirect has the address " + std::string{given} +
                       ": `laundromat ls --seeds` and `laundromat ls --all` list the records");
  else if (found->size() > 1)
    context.refuse(
        exit_usage,
        "several records have the address " + std::string{given} + ": write the hash of one of them:",
        candidates(from, *found));
  else
    return found->front();
  return std::nullopt;
}

}  // namespace

std::optional<record_ref> find_record(journal& from, std::string_view given, command_context& context) {
  if (!is_hash(given)) return find_by_address(from, given, context);
  const auto found = journal_reader{from}.find(given);
  if (found) return *found;
  if (found.error().code == errc::not_found && names_provider(from, given, context)) return std::nullopt;
  if (found.error().code == errc::not_found)
    context.refuse(exit_not_found, "no seed, entry or clean document has a hash that begins with " +
                                       std::string{given} + ": `laundromat ls --all` lists the records");
  else
    refuse(found.error(), context);
  return std::nullopt;
}

}  // namespace laundromat
