// Real archives against their listings; needs LAUNDROMAT_SHARED, the folder that contains corpus/archives.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "core/codec/archive/unpack.hpp"
#include "core/codec/open_view.hpp"
#include "tests/core/codec/support.hpp"

namespace laundromat {

using namespace laundromat::testing;

namespace {

std::string file_bytes(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

/// Reads every leaf of a body and records `path -> bytes`, archives in archives with `!` between their
/// names.
class walker {
 public:
  explicit walker(std::string body) { raw_.files["body"] = std::move(body); }

  void walk(const decode_chain& chain, const std::string& path) {
    warning_log warnings;
    const auto found = inspect({"body", chain}, raw_, scratch_, {}, warnings);
    ASSERT_TRUE(found) << path << ": " << to_string(found.error());
    if (!found->archive) {
      auto source = open_view(found->content, raw_, scratch_, {}, warnings);
      ASSERT_TRUE(source) << path;
      leaves[path] = drain(**source)->size();
      return;
    }
    for (const auto& member : found->members) {
      if (member.skipped != errc::ok) continue;
      auto inner = found->content.chain;
      inner.push_back({*found->archive, member.ordinal});
      walk(inner, path.empty() ? member.path : path + '!' + member.path);
    }
  }

  std::map<std::string, std::uint64_t> leaves;

 private:
  memory_raw raw_;
  memory_scratch scratch_;
};

/// The name in the listings, which omit the extension of the compression.
std::string without_compression(std::string path) {
  for (const auto* ending : {".gz", ".bz2", ".xz"})
    for (std::size_t at = 0; (at = path.find(ending, at)) != path.npos;)
      if (const auto next = at + std::string_view(ending).size(); next == path.size() || path[next] == '!')
        path.erase(at, next - at);
      else
        at = next;
  return path;
}

}  // namespace

TEST(corpus, every_listed_member_is_found_with_its_size) {
  const auto* shared = std::getenv("LAUNDROMAT_SHARED");
  if (!shared) GTEST_SKIP() << "set LAUNDROMAT_SHARED to the folder that contains corpus/archives";
  std::size_t checked = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(std::filesystem::path(shared) / "corpus/archives")) {
    const auto listing = file.path().string() + ".members.tsv";
    if (!std::filesystem::exists(listing)) continue;
    walker w(file_bytes(file.path()));
    w.walk({}, "");
    std::map<std::string, std::uint64_t> found;
    for (const auto& [path, bytes] : w.leaves) found[without_compression(path)] = bytes;
    std::ifstream rows(listing);
    std::string row;
    std::getline(rows, row);
    while (std::getline(rows, row)) {
      const auto name = row.substr(0, row.find('\t'));
      const auto bang = name.find('!');
      const auto path = bang == name.npos ? std::string{} : without_compression(name.substr(bang + 1));
      ASSERT_TRUE(found.contains(path)) << listing << ": " << path;
      EXPECT_EQ(found[path], std::stoull(row.substr(row.find('\t') + 1))) << listing << ": " << path;
      ++checked;
    }
  }
  EXPECT_GT(checked, 80u);
}

}  // namespace laundromat
