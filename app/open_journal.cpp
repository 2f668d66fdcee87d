// Turns the errors of the journal into words and exit codes.
// SPDX-License-Identifier: Apache-2.0
#include "app/open_journal.hpp"

#include "app/exit_code.hpp"

#include "storage/data_folder.hpp"

namespace laundromat {

void refuse(const failure& f, command_context& context) {
  context.exit_code = exit_code_of(f);
  if (f.code != errc::cancelled)
    context.refuse(context.exit_code, to_string(f));  // nobody reads: `head` needs no explanation
}

std::optional<journal> open_journal(command_context& context) {
  auto opened = journal::open(data_layout{context.data}.journal(), journal_mode::read_only);
  if (opened) return *std::move(opened);
  if (opened.error().code == errc::not_found)
    context.refuse(exit_not_found,
                   "no journal in " + context.data.string() +
                       ": name the data folder of a campaign with --data DIR, or run one first");
  else
    refuse(opened.error(), context);
  return std::nullopt;
}

std::optional<record_ref> find_record(journal& from, std::string_view prefix, command_context& context) {
  const auto found = journal_reader{from}.find(prefix);
  if (found) return *found;
  if (found.error().code == errc::not_found)
    context.refuse(exit_not_found, "no seed, entry or clean document has a hash that begins with " +
                                       harmless(prefix) + ": see `laundromat ls --all` for what is there");
  else
    refuse(found.error(), context);
  return std::nullopt;
}

}  // namespace laundromat
