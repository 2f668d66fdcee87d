// The pages of the console.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "app/console/console_facts.hpp"
#include "app/pages/page_parts.hpp"

namespace laundromat {

/// How long a page waits for what reads the rows of all documents, or may have to make an index.
inline constexpr std::chrono::milliseconds longest_wait{150};

/// What the campaign has done, what waits and why, and what failed.
[[nodiscard]] html overview_content(const console_facts& facts);
/// Documents, by filters and in an order; `query` is that of the page, and of the route `documents`.
[[nodiscard]] html documents_content(const console_facts& facts, const std::string& query);
/// What has words, or an IRI: `word` of the query is that of the route `search`, `iri` the `uri` of `where`.
[[nodiscard]] html find_content(const console_facts& facts, const std::string& query);
/// Hosts with their queues and waits; `query` is that of the route `hosts`.
[[nodiscard]] html hosts_content(const console_facts& facts, const std::string& query);
/// The report to the publisher of a host: what is wrong, how to mend it, and how that has changed; `host` of the query is its name.
[[nodiscard]] html host_content(const console_facts& facts, const std::string& query);
/// The keys of the campaign, their values and defaults.
[[nodiscard]] html settings_content(const console_facts& facts);
/// Seeds with their standing; `query` is that of the route `seeds`.
[[nodiscard]] html seeds_content(const console_facts& facts, const std::string& query);
/// One record with its evidence, tree and defects; `record`: a hash or URL.
[[nodiscard]] html record_content(const console_facts& facts, const std::string& record);

}  // namespace laundromat
