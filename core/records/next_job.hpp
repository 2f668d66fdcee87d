// What an entry asks the worker of its next stage.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/campaign/campaign.hpp"
#include "core/records/jobs.hpp"

namespace laundromat {

/// What the tree of a download may spend as long as nothing is spent.
[[nodiscard]] unpack_budget whole_budget(const campaign::document_limits& limits);

/// `lease` is the caller's to fill in. The record is as its last outcome left it, see `absorb`.
[[nodiscard]] unpack_job make_unpack_job(const entry_record& r, const unpack_budget& left,
                                         const content_digest& previous);
[[nodiscard]] guess_job make_guess_job(const entry_record& r);
[[nodiscard]] parse_job make_parse_job(const entry_record& r, const content_digest& previous);

/// Whether a download and what was done early lead to where its entry and all below it rest: then nobody needs its body any more.
[[nodiscard]] bool leads_to_final(const fetch_outcome& found);
/// Whether a document lacks what changed since the crawl before, because who parsed it was not told of that one.
[[nodiscard]] bool lacks_delta(const parse_outcome& found, const content_digest& previous);

}  // namespace laundromat
