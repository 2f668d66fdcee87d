// Implements open_text_file.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/text_file.hpp"

#include <utility>

#include "core/codec/text/encoding.hpp"
#include "core/codec/text/recode.hpp"

namespace laundromat {

result<byte_source_ptr> open_text_file(const std::filesystem::path& file, warning_log& warnings,
                                       file_roots roots) {
  auto bytes = open_named_file(file, roots);
  if (!bytes) return bytes;
  auto sample = read_head(**bytes, most_sampled_bytes);
  if (!sample) return tl::unexpected(sample.error());
  const auto encoding = detect_encoding(*sample, sample->size() < most_sampled_bytes, {});
  if (encoding.problem != errc::ok) return fail(encoding.problem, file.string());
  return make_utf8_source(make_rejoined_source(*std::move(sample), *std::move(bytes)), encoding.chosen,
                          warnings);
}

}  // namespace laundromat
