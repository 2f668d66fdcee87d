// Reads a sitemap from memory for a test, and prints what it announces.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

#include "core/discovery/sitemap/read_sitemap.hpp"
#include "core/discovery/sitemap/sitemap_form.hpp"

namespace laundromat::testing {

/// Gives up to `step` bytes at a time, so that a reader meets the ends of its chunks anywhere.
class stepping_source final : public byte_source {
 public:
  stepping_source(std::string bytes, std::size_t step) : bytes_(std::move(bytes)), step_(step) {}
  result<std::size_t> read(std::span<char> buffer) override {
    const auto count = std::min({buffer.size(), step_, bytes_.size() - at_});
    bytes_.copy(buffer.data(), count, at_);
    at_ += count;
    return count;
  }

 private:
  std::string bytes_;
  std::size_t step_, at_ = 0;
};

/// An error of the source is a defect with the rule of that error.
inline announcements read_text(std::string text, const sitemap_origin& origin,
                               const announcement_limits& limits = {}) {
  auto found = read_sitemap(make_memory_source(std::move(text)), origin, limits);
  if (found) return std::move(*found);
  announcements failed;
  note(failed, limits, {found.error().code, 0, found.error().detail});
  return failed;
}

inline void print_details(std::ostream& out, const announcement& one) {
  out << to_string(one.kind) << ' ' << one.uri << " by " << one.by << " line " << one.line;
  if (!one.dataset.empty()) out << " dataset " << one.dataset;
  if (!one.media_type.empty()) out << " type " << one.media_type;
  if (one.modified > timestamp{}) out << " modified " << to_iso8601(one.modified);
  if (one.change_interval)
    out << " interval "
        << (*one.change_interval == seconds::max() ? "never" : std::to_string(one.change_interval->count()));
  if (one.priority) out << " priority " << *one.priority;
  if (one.size_bytes > 0) out << " size " << one.size_bytes;
  out << '\n';
}

inline void print_details(std::ostream& out, const announced_dataset& one) {
  out << "dataset " << one.key << " line " << one.line << '\n';
  if (!one.iri.empty()) out << "  iri " << one.iri << '\n';
  if (!one.label.empty()) out << "  label " << one.label << '\n';
  for (const auto& uri : one.dumps) out << "  dump " << uri << '\n';
  for (const auto& uri : one.samples) out << "  sample " << uri << '\n';
  for (const auto& uri : one.descriptions) out << "  description " << uri << '\n';
  for (const auto& prefix : one.prefixes)
    out << "  prefix " << prefix.prefix << ' ' << to_string(prefix.slicing) << '\n';
  for (const auto& endpoint : one.endpoints)
    out << "  endpoint " << endpoint.uri << " graph " << (endpoint.graph.empty() ? "default" : endpoint.graph)
        << ' ' << to_string(endpoint.slicing) << '\n';
  if (one.modified > timestamp{}) out << "  modified " << to_iso8601(one.modified) << '\n';
  if (one.change_interval) out << "  interval " << one.change_interval->count() << '\n';
}

/// One line for each announcement, part of a dataset, and defect.
inline std::string print(const announcements& found) {
  std::ostringstream out;
  for (const auto& one : found.uris) print_details(out, one);
  for (const auto& one : found.datasets) print_details(out, one);
  if (!found.authority.empty()) out << "authority " << found.authority << '\n';
  for (const auto& one : found.defects)
    out << "defect " << to_string(one.rule) << " line " << one.line << " | " << one.message << '\n';
  if (found.defects_found > found.defects.size())
    out << "further defects " << found.defects_found - found.defects.size() << '\n';
  if (found.left_out > 0) out << "left out " << found.left_out << '\n';
  return out.str();
}

}  // namespace laundromat::testing
