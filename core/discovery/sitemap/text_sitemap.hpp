// Reads text sitemaps: one URI on each line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/base/byte_source.hpp"
#include "core/discovery/sitemap/announcement_collector.hpp"

namespace laundromat::sitemaps {

/// Announces the absolute URI on each line of UTF-8 text. Empty lines are passed over, others are defects. Lines end with LF, CR or both. Where the first
/// 100 lines have no URI, the rest is not read. Errors: those of the source. Memory: one line, up to 64 KiB; a longer one is no URI.
/// `was_cut` is asked at the end: then the last line is not whole, and not used.
[[nodiscard]] result<void> read_text_sitemap(byte_source& text, announcement_collector& out,
                                             const std::function<bool()>& was_cut);

}  // namespace laundromat::sitemaps
