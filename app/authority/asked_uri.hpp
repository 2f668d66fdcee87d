// The URIs that users ask about, and what to crawl when nothing is known about one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "app/commands/commands.hpp"

namespace laundromat {

/// Refuses a text that is no absolute URI or IRI, such as a word or a path, with `exit_usage`; whether it did. `command` is named in the message.
[[nodiscard]] bool refuses_uri(std::string_view command, const std::string& uri, command_context& context);

/// What to do when no sitemap, or no dataset, is known for a URI: which file to crawl, with which commands.
[[nodiscard]] std::string how_to_learn_of(std::string_view uri);

}  // namespace laundromat
