// Reading any web archive ends within its budget, and documents that are kept while it is listed are those that are read later.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "core/codec/archive/unpack.hpp"
#include "core/codec/compression/block_gzip.hpp"
#include "core/codec/open_view.hpp"
#include "core/codec/scratch_memory.hpp"
#include "core/codec/warc/index_record.hpp"
#include "fuzz/require.hpp"
#include "tests/core/codec/memory_stores.hpp"

using namespace laundromat;
using testing::memory_raw, testing::memory_scratch;

namespace {

/// A gzip member for each part of the text that begins like a record.
std::string packed(std::string_view text) {
  string_sink out;
  while (!text.empty()) {
    const auto next = text.find("\nWARC/", 1);
    const auto length = next == text.npos ? text.size() : next + 1;
    block_gzip_sink gzip{out};
    (void)gzip.write(text.substr(0, length));
    (void)gzip.finish();
    text.remove_prefix(length);
  }
  return out.text;
}

struct reading {
  std::vector<archive_member> members;
  std::vector<std::string> documents;
  std::vector<stream_warning> warnings;
};

reading read_archive(const std::string& archive, scratch_port& scratch) {
  memory_raw raw;
  raw.files["x"] = archive;
  unpack_budget budget;
  budget.bytes = 1 << 20;
  budget.entries = 100;
  reading out;
  warning_log warnings;
  const auto seen = inspect({"x", {}}, raw, scratch, budget, warnings);
  out.warnings = warnings.rows();
  if (!seen || !seen->archive) return out;
  out.members = seen->members;
  std::uint64_t files = 0;
  for (const auto& member : seen->members) {
    if (member.kind != member_kind::file) continue;
    ++files;
    auto content = seen->content;
    const auto layers = layers_of(*seen->archive, member);
    content.chain.insert(content.chain.end(), layers.begin(), layers.end());
    warning_log of_member;
    auto source = open_view(content, raw, scratch, budget, of_member);
    if (member.skipped == errc::ok && member.damage.empty())
      require(source.has_value(), "a listed document can be opened");
    const auto bytes = source ? read_all(**source, budget.bytes + 1) : tl::unexpected(source.error());
    require(!bytes || bytes->size() <= budget.bytes, "a document does not exceed the budget");
    out.documents.push_back(bytes ? *bytes : std::string(to_string(bytes.error().code)));
    release_view(content, scratch);
  }
  require(files <= budget.entries, "documents do not exceed the budget");
  return out;
}

void check(const std::string& archive) {
  memory_scratch plain, below;
  scratch_memory keeping{below, 1 << 14};
  const auto found = read_archive(archive, plain), kept = read_archive(archive, keeping);
  require(found.members == kept.members && found.warnings == kept.warnings,
          "the listing does not depend on scratch");
  require(found.documents == kept.documents, "documents do not depend on scratch");
}

void index(const std::string& archive) {
  member_scan scan{make_memory_source(archive)};
  std::uint64_t end = 0;
  for (;;) {
    const auto member = scan.next();
    if (!member || !*member) return;
    require((*member)->offset == end && (*member)->length_bytes > 0, "members follow each other");
    end += (*member)->length_bytes;
    require(end <= archive.size(), "members are in the file");
    if (const auto line = index_line(**member, "x")) require(line->ends_with("}\n"), "a line is whole");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  check(text);
  index(text);
  const auto members = packed(text);
  check(members);
  index(members);
  return 0;
}
