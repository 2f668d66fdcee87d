// Announcements as lines of text, for expected files.
// SPDX-License-Identifier: Apache-2.0
//
//     description http://example.org/meta.ttl | text/turtle | by describedby | line 3
//     dataset http://example.org/d | label | dump http://example.org/d.nt | triples 12
//     defect announcement_syntax line 3: a link without a relation
//
// A part that was not announced is left out.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "core/base/digest.hpp"
#include "core/discovery/announcement.hpp"
#include "tests/read_file.hpp"

namespace laundromat::testing {

class part_list {
 public:
  explicit part_list(std::string first) : text_(std::move(first)) {}
  part_list& add(std::string_view name, std::string_view value) {
    if (!value.empty()) text_.append(" | ").append(name).append(name.empty() ? "" : " ").append(value);
    return *this;
  }
  part_list& add(std::string_view name, std::uint64_t value) {
    return add(name, value == 0 ? std::string{} : std::to_string(value));
  }
  part_list& add(std::string_view name, timestamp value) {
    return add(name, value == timestamp{} ? std::string{} : to_iso8601(value));
  }
  part_list& add(std::string_view name, const std::optional<seconds>& value) {
    if (!value) return *this;
    return add(name, *value == seconds::max() ? std::string("never") : std::to_string(value->count()) + " s");
  }
  part_list& add(std::string_view name, const std::vector<std::string>& values) {
    for (const auto& value : values) add(name, value);
    return *this;
  }
  [[nodiscard]] std::string line() const { return text_ + "\n"; }

 private:
  std::string text_;
};

inline std::string describe(const announcement& one) {
  part_list parts(std::string(to_string(one.kind)) + " " + one.uri);
  parts.add("", one.media_type).add("by", one.by).add("of", one.dataset).add("context", one.context);
  parts.add("modified", one.modified).add("every", one.change_interval).add("bytes", one.size_bytes);
  parts.add("", std::string_view{one.is_withdrawn ? "withdrawn" : ""});
  return parts.add("line", one.line).line();
}

inline std::string describe(const announced_dataset& one) {
  part_list parts("dataset " + one.key);
  if (one.iri != one.key) parts.add("iri", one.iri);
  parts.add("label", one.label == one.key ? std::string{} : one.label);
  parts.add("dump", one.dumps)
      .add("other file", one.other_files)
      .add("sample", one.samples)
      .add("description", one.descriptions);
  for (const auto& prefix : one.prefixes) parts.add("prefix", prefix.prefix);
  for (const auto& endpoint : one.endpoints)
    parts.add("endpoint", endpoint.uri + (endpoint.graph.empty() ? "" : " graph " + endpoint.graph));
  parts.add("every", one.change_interval).add("modified", one.modified);
  parts.add("licence", one.licence).add("licence", one.more_licences).add("publisher", one.publisher);
  parts.add("version", one.version);
  for (const auto& other : one.other_versions) parts.add("other version", other.uri + " by " + other.by);
  for (const auto& other : one.mirrors) parts.add("mirror", other.uri + " by " + other.by);
  parts.add("triples", one.triples).add("entities", one.entities).add("documents", one.documents);
  parts.add("bytes", one.dump_bytes).add("feature", one.features);
  return parts.add("line", one.line).line();
}

inline std::string describe(const announcements& found) {
  std::string out;
  for (const auto& one : found.uris) out += describe(one);
  for (const auto& one : found.datasets) out += describe(one);
  for (const auto& one : found.defects)
    out += "defect " + std::string(to_string(one.rule)) +
           (one.line == 0 ? "" : " line " + std::to_string(one.line)) + ": " + one.message + "\n";
  if (found.defects_found > found.defects.size())
    out += "defects " + std::to_string(found.defects_found) + "\n";
  if (found.left_out > 0) out += "left out " + std::to_string(found.left_out) + "\n";
  return out;
}

/// The first lines of a long text, and the digest of all of it.
inline std::string shortened(const std::string& text, std::size_t lines = 40) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < lines && end < text.size(); ++i)
    end = std::min(text.find('\n', end), text.size()) + 1;
  const auto more = std::ranges::count(text.substr(std::min(end, text.size())), '\n');
  if (more == 0) return text;
  content_hasher whole;
  whole.update(text);
  return text.substr(0, end) + "and more lines: " + std::to_string(more) +
         ", SHA-256 of all: " + whole.finish().hex() + "\n";
}

/// Compares with the text of a file in the source tree; with LAUNDROMAT_UPDATE_CASES=1 in the environment the file is written instead:
/// then read the diff.
inline void expect_file(const std::string& actual, const std::filesystem::path& file) {
  if (std::getenv("LAUNDROMAT_UPDATE_CASES") != nullptr) {
    std::ofstream(file, std::ios::binary) << actual;
    return;
  }
  EXPECT_EQ(actual, read_file(file)) << file;
}

/// The folder with public test data, or nothing.
inline std::optional<std::filesystem::path> shared_folder() {
  const auto* folder = std::getenv("LAUNDROMAT_SHARED");
  if (folder == nullptr || *folder == 0) return std::nullopt;
  return std::filesystem::path(folder);
}

/// The files below a folder, in order of their paths.
inline std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> all;
  for (const auto& one : std::filesystem::recursive_directory_iterator(folder))
    if (one.is_regular_file()) all.push_back(one.path());
  std::ranges::sort(all);
  return all;
}

}  // namespace laundromat::testing
