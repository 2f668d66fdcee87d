// Web archives as files: what each one contains, plain, with a gzip member a record, and as one gzip member.
// SPDX-License-Identifier: Apache-2.0
//
// `web_archives/NAME.warc` or `NAME.arc` is the archive, `NAME.expected` its listing. `web_archives/shared.expected` has the listings of the
// public files in `conditions/warc` of the folder that LAUNDROMAT_SHARED names. With LAUNDROMAT_UPDATE_CASES=1 in the environment the
// expected files are rewritten instead of compared: then read the diff.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "core/base/digest.hpp"
#include "core/codec/archive/unpack.hpp"
#include "core/codec/open_view.hpp"
#include "core/codec/scratch_memory.hpp"
#include "core/codec/warc/record_head.hpp"
#include "core/codec/warc/record_input.hpp"
#include "tests/core/codec/support.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

using namespace laundromat::testing;
namespace fs = std::filesystem;

constexpr std::size_t longest_shown_payload = 64;

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

std::string printable_bytes(std::string_view bytes) {
  if (bytes.size() > longest_shown_payload) return "sha256 " + sha256(bytes).hex().substr(0, 16);
  std::string out;
  for (const char c : bytes)
    if (c >= 0x20 && c < 0x7F && c != '\\')
      out += c;
    else
      out += "\\x" + to_hex({&c, 1});
  return out;
}

/// A listing with all documents read.
class listing_writer {
 public:
  listing_writer(std::string bytes, scratch_port& scratch) : scratch_(scratch) {
    raw_.files["body"] = std::move(bytes);
  }

  std::string write() {
    warning_log warnings;
    const auto found = inspect({"body", {}}, raw_, scratch_, {}, warnings);
    if (!found) return "error " + std::string(to_string(found.error().code)) + '\n';
    if (!found->archive) return "no archive\n";
    out_ << "chain " << to_string(found->content.chain) << (found->content.chain.empty() ? "" : "/")
         << to_string(*found->archive) << '\n';
    for (const auto& member : found->members) write(member, *found);
    write("warning", warnings.rows());
    return out_.str();
  }

 private:
  void write(const archive_member& member, const inspection& found) {
    out_ << to_string(member.kind) << ' ' << printable_bytes(member.path);
    if (member.skipped != errc::ok) out_ << " skipped " << to_string(member.skipped);
    out_ << '\n';
    if (member.kind != member_kind::file) return;
    if (member.base_iri != member.path) out_ << "  base " << member.base_iri << '\n';
    out_ << "  " << to_iso8601(member.modified) << ' ' << member.media_type;
    if (!member.charset.empty()) out_ << "; charset=" << member.charset;
    out_ << '\n';
    write("  damage", member.damage);
    if (member.skipped == errc::ok) write_payload(member, found);
  }

  void write_payload(const archive_member& member, const inspection& found) {
    auto chain = found.content.chain;
    const auto layers = layers_of(*found.archive, member);
    chain.insert(chain.end(), layers.begin(), layers.end());
    warning_log warnings;
    auto source = open_view({"body", chain}, raw_, scratch_, {}, warnings);
    const auto bytes = source ? drain(**source) : tl::unexpected(source.error());
    if (!bytes)
      out_ << "  payload " << to_string(bytes.error().code) << '\n';
    else
      out_ << "  payload " << bytes->size() << ' ' << printable_bytes(*bytes) << '\n';
    write("  payload damage", warnings.rows());
    if (bytes && begins_gzip_member(*bytes)) write_leaf(chain);
  }

  /// What is below the layers that the view adds: the Content-Encoding gzip is one of them.
  void write_leaf(const decode_chain& chain) {
    warning_log warnings;
    const auto leaf = inspect({"body", chain}, raw_, scratch_, {}, warnings);
    if (leaf) out_ << "  leaf " << leaf->sample.size() << ' ' << printable_bytes(leaf->sample) << '\n';
  }

  void write(std::string_view what, const std::vector<stream_warning>& rows) {
    for (const auto& row : rows)
      out_ << what << ' ' << to_string(row.code) << " at " << row.offset_bytes << ": " << row.message << '\n';
  }

  memory_raw raw_;
  scratch_port& scratch_;
  std::ostringstream out_;
};

/// The same whether scratch keeps small documents or not.
std::string listing_of(const std::string& bytes) {
  memory_scratch scratch, below;
  scratch_memory keeping{below};
  auto found = listing_writer(bytes, scratch).write();
  EXPECT_EQ(found, listing_writer(bytes, keeping).write());
  return found;
}

/// Compresses each record for itself; not for archives within archives. A record begins at a line that looks like its head.
std::string pack_records(std::string_view text) {
  std::string out;
  std::size_t begin = 0;
  for (auto end = text.find('\n'); end != text.npos; end = text.find('\n', end + 1)) {
    const auto line = text.substr(end + 1, text.find('\n', end + 1) - end - 1);
    if (!line.starts_with("WARC/") && !parse_arc_line(line)) continue;
    out += compress(layer_kind::gzip, text.substr(begin, end + 1 - begin));
    begin = end + 1;
  }
  return out + compress(layer_kind::gzip, text.substr(begin));
}

/// The text of an expected file, for all three forms.
std::string listings_of(const std::string& bytes, bool has_inner_archive) {
  const auto as_it_is = listing_of(bytes);
  std::string out = "== plain\n" + as_it_is;
  if (!has_inner_archive) out += "== a gzip member a record\n" + listing_of(pack_records(bytes));
  return out + "== one gzip member\n" + listing_of(compress(layer_kind::gzip, bytes));
}

void compare(const fs::path& expected, const std::string& found) {
  if (std::getenv("LAUNDROMAT_UPDATE_CASES"))
    std::ofstream(expected, std::ios::binary) << found;
  else
    EXPECT_EQ(read_file(expected), found) << expected;
}

const fs::path cases = fs::path(source_path()) / "tests/core/codec/web_archives";

TEST(web_archive_cases, every_fault_has_its_expected_result) {
  std::size_t number = 0;
  for (const auto& file : fs::directory_iterator(cases)) {
    if (file.path().extension() == ".expected") continue;
    ++number;
    auto expected = file.path();
    expected += ".expected";
    compare(expected, listings_of(read_file(file.path()), file.path().stem() == "archive_in_archive"));
  }
  EXPECT_GT(number, 20U);
}

TEST(web_archive_cases, any_change_of_a_file_is_read_to_an_end) {
  std::mt19937 random{2024};
  for (const auto& file : fs::directory_iterator(cases)) {
    if (file.path().extension() == ".expected") continue;
    const auto whole = read_file(file.path());
    for (const auto& form : {whole, pack_records(whole)})
      for (int i = 0; i < 30; ++i) {
        auto changed = form;
        const auto at = random() % changed.size();
        if (i % 3 == 0) changed[at] = static_cast<char>(random());
        if (i % 3 == 1) changed.erase(at, 1 + random() % 40);
        if (i % 3 == 2) changed.insert(at, changed.substr(random() % changed.size(), random() % 400));
        EXPECT_FALSE(listing_of(changed).empty());
      }
  }
}

TEST(web_archive_cases, public_files_have_their_expected_results) {
  const auto* shared = std::getenv("LAUNDROMAT_SHARED");
  if (!shared) GTEST_SKIP() << "set LAUNDROMAT_SHARED to the folder that contains conditions/warc";
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(fs::path(shared) / "conditions/warc"))
    files.push_back(file.path());
  std::ranges::sort(files);
  std::string found;
  for (const auto& file : files)
    found += "== " + file.filename().string() + '\n' + listing_of(read_file(file));
  compare(cases / "shared.expected", found);
}

}  // namespace
}  // namespace laundromat
