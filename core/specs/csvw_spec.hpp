// Tables that metadata of CSV on the Web describe, as specifications of records.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/csvw/csvw_reader.hpp"
#include "core/csvw/loader.hpp"
#include "core/mapping/record_plans.hpp"

namespace laundromat {

/// What metadata say about the rows of the table at `url` (minimal mode of csv2rdf); nothing when none describe it. `links`: as `csvw::find_metadata`
/// takes them. Of metadata that are not used, or only in part, `account` gets an `unmapped_key` (note) for each reason.
/// Errors: `context_unavailable` for metadata that cannot be used, with the first problem: who wrote them means something that is not known.
[[nodiscard]] result<std::optional<csvw_options>> find_described_table(std::string_view url,
                                                                       std::span<const std::string> links,
                                                                       std::string_view media_type,
                                                                       csvw::metadata_loader& loader,
                                                                       account_sink& account);

/// Readers of documents that are tables, by the metadata that links of the answer name, or that their site has. They are loaded by
/// `reader_options::contexts`, at most 10 documents for a table; an answer that is a page of HTML is none. Without metadata a table has the columns of
/// its header, and so have a file in an archive and one of this machine.
/// Errors: those of `find_described_table`, and `context_unavailable` when no metadata were found and it is not known whether there are some, as when a
/// server did not answer.
[[nodiscard]] hinted_reader_maker described_table_readers();

}  // namespace laundromat
