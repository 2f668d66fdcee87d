// Makes the job for the next stage of an entry.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/campaign/campaign.hpp"
#include "core/records/change.hpp"
#include "core/records/jobs.hpp"

namespace laundromat {

/// The caller fills in `lease`. The record includes its last outcome, see `absorb`.
[[nodiscard]] unpack_job make_unpack_job(const entry_record& r, const unpack_budget& left,
                                         const content_digest& previous);
[[nodiscard]] guess_job make_guess_job(const entry_record& r);
[[nodiscard]] parse_job make_parse_job(const entry_record& r, const content_digest& previous);

/// Whether a download, with its fused outcomes, leads to a final status of its entry and all below it: then its body is not needed any more.
[[nodiscard]] bool leads_to_final(const fetch_outcome& found);
/// The status that changes of an entry lead to; `none` for changes that the journal will refuse.
[[nodiscard]] status status_after(status from, const std::vector<change>& all);
/// Whether the crawl of the seed ends with a download that has this status. That of an archive goes on with its members.
[[nodiscard]] bool ends_crawl(const entry_record& r, status last);
/// Whether a document has no delta although there is a previous crawl, because its parser did not know of that crawl.
[[nodiscard]] bool lacks_delta(const parse_outcome& found, const content_digest& previous);

}  // namespace laundromat
