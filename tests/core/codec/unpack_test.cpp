// Inspection and views: the content of a body is found, and every leaf can be opened.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/archive/unpack.hpp"

#include <gtest/gtest.h>

#include "core/codec/open_view.hpp"
#include "tests/core/codec/support.hpp"

namespace laundromat {

using namespace laundromat::testing;

class unpack : public ::testing::Test {
 protected:
  result<inspection> look(std::string bytes, decode_chain chain = {}) {
    raw.files["body"] = std::move(bytes);
    return inspect({"body", std::move(chain)}, raw, scratch, budget, warnings);
  }
  result<inspection> examine_again(decode_chain chain) {
    return inspect({"body", std::move(chain)}, raw, scratch, budget, warnings);
  }
  result<std::string> read(const decode_chain& chain) {
    auto source = open_view({"body", chain}, raw, scratch, budget, warnings);
    if (!source) return tl::unexpected(source.error());
    return drain(**source);
  }
  decode_chain chain(std::string_view text) { return *chain_from_string(text); }

  memory_raw raw;
  memory_scratch scratch;
  unpack_budget budget;
  warning_log warnings;
  const std::string one = some_text(500, 1), two = some_text(20, 2), three = some_text(900, 3);
  const std::vector<made_member> members = {{"a.nt", one}, {"dir/", "", 'd'}, {"b.nt", two}, {"c.nt", three}};
};

TEST_F(unpack, plain_bytes_are_a_leaf_whatever_their_name_D19) {
  const auto found = look(one);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->archive);
  EXPECT_EQ(to_string(found->content.chain), "");
  EXPECT_EQ(found->sample, one);
  EXPECT_TRUE(found->sample_is_whole);
  EXPECT_TRUE(look("")->sample.empty());
}

TEST_F(unpack, compression_layers_are_detected_and_the_view_decodes_them) {
  auto bytes = one;
  for (const auto kind : {layer_kind::xz, layer_kind::zstd, layer_kind::gzip}) bytes = compress(kind, bytes);
  const auto found = look(bytes);
  ASSERT_TRUE(found) << to_string(found.error());
  EXPECT_EQ(to_string(found->content.chain), "gzip/zstd/xz");
  EXPECT_EQ(found->sample, one);
  EXPECT_EQ(*read(found->content.chain), one);
  EXPECT_EQ(scratch.created, 0) << "no decoded copy is written";
}

TEST_F(unpack, a_sample_is_limited_and_marked_as_incomplete) {
  const auto large = some_text(20'000);
  ASSERT_GT(large.size(), inspection::sample_bytes);
  const auto found = look(compress(layer_kind::gzip, large));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->sample.size(), inspection::sample_bytes);
  EXPECT_FALSE(found->sample_is_whole);
  EXPECT_EQ(found->head().size(), inspection::head_bytes);
  const auto exact = look(large.substr(0, inspection::sample_bytes));
  EXPECT_TRUE(exact->sample_is_whole);
}

TEST_F(unpack, members_of_a_plain_tar_or_zip_are_read_in_place) {
  for (const auto* format : {"ustar", "zip"}) {
    const auto found = look(make_archive(format, members));
    ASSERT_TRUE(found) << to_string(found.error());
    ASSERT_TRUE(found->archive);
    ASSERT_EQ(found->members.size(), 4u);
    EXPECT_EQ(found->members[1].skipped, errc::member_skipped);
    EXPECT_EQ(*read({{*found->archive, 3}}), three);
    EXPECT_EQ(*read({{*found->archive, 0}}), one);
    EXPECT_EQ(*read({{*found->archive, 2}}), two);
    EXPECT_EQ(read({{*found->archive, 1}}).error().code, errc::member_skipped);
    EXPECT_EQ(read({{*found->archive, 4}}).error().code, errc::not_found);
    EXPECT_EQ(scratch.created, 0);
  }
}

TEST_F(unpack, members_of_a_sequential_archive_are_spooled_in_one_pass) {
  const auto found = look(compress(layer_kind::bzip2, make_archive("pax", members)));
  ASSERT_TRUE(found) << to_string(found.error());
  EXPECT_EQ(scratch.created, 3);
  EXPECT_EQ(found->spent_bytes, one.size() + two.size() + three.size());
  raw.opened = 0;
  EXPECT_EQ(*read(chain("bzip2/tar:2")), two);
  EXPECT_EQ(*read(chain("bzip2/tar:3")), three);
  EXPECT_EQ(raw.opened, 0) << "scratch is enough";
  release_view({"body", chain("bzip2/tar:2")}, scratch);
  EXPECT_EQ(scratch.files.size(), 2u);
}

TEST_F(unpack, members_lost_on_scratch_are_restored_in_one_walk) {
  ASSERT_TRUE(look(compress(layer_kind::gzip, make_archive("pax", members))));
  scratch.files.clear();
  raw.opened = 0;
  EXPECT_EQ(*read(chain("gzip/tar:2")), two);
  EXPECT_EQ(*read(chain("gzip/tar:3")), three);
  EXPECT_EQ(raw.opened, 1);
  EXPECT_EQ(*read(chain("gzip/tar:0")), one);
}

TEST_F(unpack, members_of_7zip_are_spooled) {
  const auto found = look(make_archive("7zip", {{"a.nt", one}, {"b.nt", two}}));
  ASSERT_TRUE(found) << to_string(found.error());
  EXPECT_EQ(found->archive, layer_kind::sevenzip_member);
  EXPECT_EQ(scratch.files.size(), 2u);
  scratch.files.clear();
  EXPECT_EQ(*read(chain("7zip:1")), two);
}

TEST_F(unpack, every_member_of_nested_archives_is_found_again_D18) {
  const auto inner_tar = compress(layer_kind::gzip, make_archive("gnutar", {{"x.nt", one}}));
  const auto inner_zip =
      make_archive("zip", {{"y.nt", two}, {"z.nt.bz2", compress(layer_kind::bzip2, three)}});
  const auto found = look(make_archive("zip", {{"t.tgz", inner_tar}, {"z.zip", inner_zip}}));
  ASSERT_TRUE(found);
  const auto tar = examine_again(chain("zip:0"));
  ASSERT_TRUE(tar) << to_string(tar.error());
  EXPECT_EQ(to_string(tar->content.chain), "zip:0/gzip");
  EXPECT_EQ(tar->archive, layer_kind::tar_member);
  EXPECT_EQ(*read(chain("zip:0/gzip/tar:0")), one);
  const auto zip = examine_again(chain("zip:1"));
  ASSERT_TRUE(zip) << to_string(zip.error());
  EXPECT_EQ(zip->members.size(), 2u);
  EXPECT_EQ(*read(chain("zip:1/zip:0")), two);
  const auto leaf = examine_again(chain("zip:1/zip:1"));
  ASSERT_TRUE(leaf) << to_string(leaf.error());
  EXPECT_EQ(to_string(leaf->content.chain), "zip:1/zip:1/bzip2");
  scratch.files.clear();
  EXPECT_EQ(*read(leaf->content.chain), three) << "also when scratch was emptied";
  release_view({"body", chain("zip:1/zip:1/bzip2")}, scratch);
  release_view({"body", chain("zip:1")}, scratch);
  EXPECT_TRUE(scratch.files.empty());
}

TEST_F(unpack, a_zip_within_a_stream_is_made_seekable) {
  const auto found = look(compress(layer_kind::gzip, make_archive("zip", members)));
  ASSERT_TRUE(found) << to_string(found.error());
  EXPECT_EQ(scratch.files.size(), 1u);
  EXPECT_EQ(*read(chain("gzip/zip:3")), three);
  scratch.files.clear();
  EXPECT_EQ(*read(chain("gzip/zip:0")), one);
}

TEST_F(unpack, the_limit_of_layers_has_its_own_error_R36) {
  auto bytes = one;
  for (int i = 0; i < 3; ++i) bytes = compress(layer_kind::gzip, bytes);
  EXPECT_TRUE(look(bytes));
  const auto found = look(compress(layer_kind::gzip, bytes));
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, errc::too_many_filters);
}

TEST_F(unpack, the_depth_limit_has_its_own_error_R35) {
  auto bytes = make_archive("ustar", {{"a.nt", one}});
  for (int i = 0; i < 3; ++i) bytes = make_archive("ustar", {{"inner.tar", bytes}});
  ASSERT_TRUE(look(bytes));
  EXPECT_TRUE(examine_again(chain("tar:0")));
  EXPECT_TRUE(examine_again(chain("tar:0/tar:0")));
  const auto found = examine_again(chain("tar:0/tar:0/tar:0"));
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, errc::too_deep_archive);
}

TEST_F(unpack, the_entry_limit_has_its_own_error_and_leaves_nothing_R39) {
  budget.entries = 4;
  EXPECT_TRUE(look(make_archive("ustar", members)));
  budget.entries = 3;
  for (const auto& bytes :
       {make_archive("ustar", members), compress(layer_kind::gzip, make_archive("ustar", members)),
        compress(layer_kind::gzip, make_archive("zip", members))}) {
    const auto found = look(bytes);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, errc::too_many_entries);
    EXPECT_TRUE(scratch.files.empty());
  }
}

TEST_F(unpack, the_total_length_of_member_names_is_limited) {
  std::vector<made_member> long_names(9'000);
  for (std::size_t i = 0; i < long_names.size(); ++i)
    long_names[i] = {std::to_string(i) + std::string(4'000, 'n'), ""};
  const auto found = look(compress(layer_kind::gzip, make_archive("pax", long_names)));
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, errc::too_many_entries);
  EXPECT_NE(found.error().detail.find("32 MiB"), std::string::npos) << found.error().detail;
}

TEST_F(unpack, the_byte_limit_counts_all_members_R34) {
  const auto tar = make_archive("ustar", members);
  budget.bytes = one.size() + two.size() + three.size() - 1;
  for (const auto& bytes : {make_archive("zip", members), make_archive("7zip", members), tar}) {
    const auto found = look(bytes);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, errc::too_large_unpacked);
    EXPECT_TRUE(scratch.files.empty());
  }
  ++budget.bytes;
  EXPECT_TRUE(look(make_archive("zip", members)));
}

TEST_F(unpack, the_ratio_limit_has_its_own_error_R33) {
  const std::string zeros(2 * ratio_free_bytes, '\0');
  budget.ratio = 100;
  const auto found = look(make_archive("zip", {{"zeros", zeros}}));
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, errc::ratio_exceeded);
  EXPECT_EQ(read(chain("zip:0")).error().code, errc::ratio_exceeded) << "also when the listed size is wrong";
  ASSERT_TRUE(look(compress(layer_kind::gzip, zeros))) << "a leaf is judged while it is read";
  EXPECT_EQ(read(chain("gzip")).error().code, errc::ratio_exceeded);
  const auto tar = look(compress(layer_kind::gzip, make_archive("ustar", {{"a", one}, {"zeros", zeros}})));
  ASSERT_FALSE(tar);
  EXPECT_EQ(tar.error().code, errc::ratio_exceeded);
  EXPECT_TRUE(scratch.files.empty());
}

TEST_F(unpack, hostile_member_names_are_never_used_as_paths_R32) {
  const auto bytes = make_archive("pax", {{"../../evil", one}, {"/abs", two}, {"link", "/etc/passwd", 'l'}});
  const auto found = look(compress(layer_kind::gzip, bytes));
  ASSERT_TRUE(found);
  ASSERT_EQ(found->members.size(), 3u);
  EXPECT_EQ(scratch.files.size(), 2u);
  for (const auto& [key, content] : scratch.files)
    EXPECT_EQ(key.find_first_not_of("0123456789abcdef-"), key.npos);
}

TEST_F(unpack, a_sparse_bomb_leaves_no_scratch_files_R40) {
  const auto bytes =
      make_sparse_tar("bomb", std::uint64_t{4} << 30, 'x') + make_archive("gnutar", {{"ok", two}});
  const auto found = look(compress(layer_kind::gzip, bytes));
  ASSERT_TRUE(found) << to_string(found.error());
  EXPECT_EQ(found->members[0].skipped, errc::member_skipped);
  EXPECT_EQ(found->spent_bytes, two.size());
  EXPECT_EQ(scratch.files.size(), 1u);
}

TEST_F(unpack, damage_in_an_archive_keeps_the_members_before_it_D17) {
  auto tar = make_archive("ustar", {{"a.nt", one}, {"b.nt", two}, {"c.nt", three}});
  tar.resize(tar.find(three) + 5'000);
  const auto found = look(compress(layer_kind::gzip, tar));
  ASSERT_TRUE(found) << to_string(found.error());
  ASSERT_EQ(found->members.size(), 3u);
  EXPECT_GE(warnings.count(errc::archive_damaged), 1u);
  EXPECT_EQ(*read(chain("gzip/tar:1")), two);
  const auto last = read(chain("gzip/tar:2"));
  ASSERT_TRUE(last);
  EXPECT_TRUE(three.starts_with(*last) && last->size() > 4'000);
}

TEST_F(unpack, damage_of_an_archive_is_reported_only_when_it_is_listed) {
  auto zip = make_archive("zip", {{"a.nt", one}, {"b.nt", two}});
  zip.resize(zip.find("PK\x01\x02") + 60);
  ASSERT_TRUE(look(zip));
  EXPECT_EQ(warnings.count(errc::archive_damaged), 1u);
  EXPECT_EQ(*read(chain("zip:0")), one);
  EXPECT_EQ(*read(chain("zip:1")), two);
  EXPECT_EQ(warnings.count(errc::archive_damaged), 1u);
}

TEST_F(unpack, an_xz_stream_that_needs_too_much_memory_is_refused_R41) {
  auto bytes = compress(layer_kind::xz, one);
  bytes[16] = 37;
  EXPECT_EQ(look(bytes).error().code, errc::limit_exceeded);
}

TEST_F(unpack, unsupported_archives_are_errors_R37) {
  EXPECT_EQ(look(std::string("Rar!\x1A\x07\0\xCF\x90", 9)).error().code, errc::unsupported_archive);
  EXPECT_EQ(look(compress(layer_kind::gzip, "!<arch>\n")).error().code, errc::unsupported_archive);
}

TEST_F(unpack, full_scratch_space_is_an_error_and_leaves_no_files) {
  scratch.most_files = 2;
  const auto found = look(compress(layer_kind::gzip, make_archive("ustar", members)));
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, errc::no_space);
  EXPECT_TRUE(scratch.files.empty());
}

TEST_F(unpack, a_missing_body_is_not_found) {
  EXPECT_EQ(inspect({"other", {}}, raw, scratch, budget, warnings).error().code, errc::not_found);
}

TEST_F(unpack, more_than_a_thousand_members_cost_linear_time) {
  std::vector<made_member> many;
  for (int i = 0; i < 1'500; ++i) many.push_back({"m" + std::to_string(i), std::to_string(i)});
  const auto found = look(make_archive("ustar", many));
  ASSERT_TRUE(found);
  EXPECT_EQ(*read(chain("tar:999")), "999");
  EXPECT_EQ(scratch.created, 0);
  EXPECT_EQ(*read(chain("tar:1200")), "1200");
  EXPECT_EQ(scratch.created, 300);
  EXPECT_EQ(*read(chain("tar:1499")), "1499");
  EXPECT_EQ(scratch.created, 300);
}

}  // namespace laundromat
