// tar, zip and 7zip: members, hostile names, damage.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/archive/archive.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/codec/support.hpp"

namespace laundromat {

using namespace laundromat::testing;

namespace {

struct read_archive {
  std::vector<archive_member> members;
  std::vector<result<std::string>> data;  ///< of members that are not skipped; empty for the others
  warning_log warnings;
  errc error = errc::ok;
};

read_archive read_all_members(layer_kind format, byte_source_ptr source) {
  read_archive out;
  auto reader = archive_reader::open(format, std::move(source), out.warnings);
  if (!reader) {
    out.error = reader.error().code;
    return out;
  }
  for (;;) {
    auto member = reader->next();
    if (!member) out.error = member.error().code;
    if (!member || !*member) return out;
    out.members.push_back(**member);
    out.data.push_back((*member)->skipped == errc::ok ? drain(*reader->data()) : result<std::string>{});
  }
}

struct format_case {
  const char* name;
  layer_kind kind;
};

constexpr format_case formats[] = {{"ustar", layer_kind::tar_member},
                                   {"pax", layer_kind::tar_member},
                                   {"gnutar", layer_kind::tar_member},
                                   {"zip", layer_kind::zip_member},
                                   {"7zip", layer_kind::sevenzip_member}};

}  // namespace

TEST(archive, every_format_returns_what_was_written) {
  const std::vector<made_member> made = {
      {"a.nt", some_text(3'000, 1)}, {"b/empty", ""}, {"b/c.ttl", some_text(10, 2)}};
  for (const auto& f : formats) {
    const auto read = read_all_members(f.kind, make_memory_source(make_archive(f.name, made)));
    ASSERT_EQ(read.members.size(), 3u) << f.name;
    for (std::size_t i = 0; i < 3; ++i) {
      // 7zip puts empty members after the others.
      const auto& member = read.members[i];
      const auto wanted =
          std::find_if(made.begin(), made.end(), [&](const auto& m) { return m.path == member.path; });
      ASSERT_NE(wanted, made.end()) << f.name << ' ' << member.path;
      EXPECT_EQ(member.ordinal, i);
      EXPECT_EQ(member.kind, member_kind::file);
      EXPECT_EQ(member.size_bytes, wanted->data.size()) << f.name;
      EXPECT_EQ(to_ms(member.modified), wanted->mtime * 1000) << f.name;
      EXPECT_EQ(member.permissions, 0644u);
      ASSERT_TRUE(read.data[i]) << f.name;
      EXPECT_TRUE(*read.data[i] == wanted->data) << f.name;
    }
    EXPECT_TRUE(read.warnings.rows().empty()) << f.name;
  }
}

TEST(archive, tar_and_zip_are_read_without_seeking) {
  const std::vector<made_member> made = {{"a.nt", some_text(3'000, 1)}, {"b.nt", some_text(10, 2)}};
  for (const auto& f : formats) {
    if (f.kind == layer_kind::sevenzip_member) continue;
    const auto read = read_all_members(f.kind, make_chopped_source(make_archive(f.name, made), 5, 1'000));
    ASSERT_EQ(read.members.size(), 2u) << f.name;
    EXPECT_TRUE(*read.data[0] == made[0].data && *read.data[1] == made[1].data) << f.name;
  }
}

TEST(archive, only_regular_files_are_documents_R32) {
  const auto bytes = make_archive("pax", {{"../../evil", "1"},
                                          {"/etc/passwd", "2"},
                                          {"link", "/etc/passwd", 'l'},
                                          {"hard", "../../evil", 'h'},
                                          {"dev", "", 'c'},
                                          {"pipe", "", 'p'},
                                          {"dir/", "", 'd'}});
  const auto read = read_all_members(layer_kind::tar_member, make_memory_source(bytes));
  ASSERT_EQ(read.members.size(), 7u);
  const member_kind types[] = {member_kind::file,     member_kind::file,   member_kind::symlink,
                               member_kind::hardlink, member_kind::device, member_kind::device,
                               member_kind::directory};
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(read.members[i].kind, types[i]) << i;
    EXPECT_EQ(read.members[i].skipped, i < 2 ? errc::ok : errc::member_skipped) << i;
  }
  EXPECT_EQ(read.members[0].path, "../../evil") << "names are never paths";
  EXPECT_EQ(read.members[1].path, "/etc/passwd");
}

TEST(archive, a_sparse_member_is_refused_R40) {
  const auto bytes =
      make_sparse_tar("bomb", std::uint64_t{4} << 30, 'x') + make_archive("gnutar", {{"after", "ok"}});
  warning_log warnings;
  auto reader = archive_reader::open(layer_kind::tar_member, make_memory_source(bytes), warnings);
  ASSERT_TRUE(reader);
  const auto bomb = reader->next();
  ASSERT_TRUE(bomb && *bomb);
  EXPECT_EQ((*bomb)->skipped, errc::member_skipped);
  std::string buffer(10, '\0');
  const auto read = reader->read(buffer);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, errc::member_skipped);
  const auto after = reader->next();
  ASSERT_TRUE(after && *after);
  EXPECT_EQ(*drain(*reader->data()), "ok");
}

TEST(archive, names_survive_as_bytes_R43) {
  const std::string long_name(300, 'n');
  const std::string names[] = {"new\nline",       "\x1b[31mred", "caf\xC3\xA9", "latin-\xE9.ttl",
                               "\xE2\x80\xAEltr", "{a}*?",       long_name};
  std::vector<made_member> made;
  for (const auto& name : names) made.push_back({name, name});
  for (const auto* format : {"gnutar", "zip"}) {
    const auto kind = format == std::string("zip") ? layer_kind::zip_member : layer_kind::tar_member;
    const auto read = read_all_members(kind, make_memory_source(make_archive(format, made)));
    ASSERT_EQ(read.members.size(), std::size(names)) << format;
    for (std::size_t i = 0; i < std::size(names); ++i) EXPECT_EQ(read.members[i].path, names[i]) << format;
  }
}

TEST(archive, names_that_the_archive_calls_utf8_arrive_without_a_locale) {
  auto zip = make_archive("zip", {{"caf\xC3\xA9.nt", "x"}});
  for (std::size_t at = 0; (at = zip.find("PK", at)) != zip.npos; at += 2) {  // general purpose flag, bit 11
    if (zip.compare(at, 4, "PK\x03\x04") == 0) zip[at + 7] |= 8;
    if (zip.compare(at, 4, "PK\x01\x02") == 0) zip[at + 9] |= 8;
  }
  const auto read = read_all_members(layer_kind::zip_member, make_memory_source(zip));
  ASSERT_EQ(read.members.size(), 1u);
  EXPECT_EQ(read.members[0].path, "caf\xC3\xA9.nt");
  EXPECT_TRUE(read.warnings.rows().empty());
}

TEST(archive, a_path_that_is_too_long_is_refused_R39) {
  const auto bytes = make_archive("pax", {{std::string(5'000, 'n'), "x"}, {std::string(4'000, 'n'), "x"}});
  const auto read = read_all_members(layer_kind::tar_member, make_memory_source(bytes));
  ASSERT_EQ(read.members.size(), 2u);
  EXPECT_EQ(read.members[0].skipped, errc::limit_exceeded);
  EXPECT_EQ(read.members[0].path, std::string(4'096, 'n'));
  EXPECT_EQ(read.members[1].skipped, errc::ok);
}

TEST(archive, encrypted_members_are_reported_R42) {
  auto zip =
      make_archive("zip", {{"secret.nt", some_text(5)}, {"open.nt", some_text(5)}}, "zip:compression=store");
  zip[6] |= 1;  // the flag in the local and in the central header of the first member
  zip[zip.find("PK\x01\x02") + 8] |= 1;
  const auto read = read_all_members(layer_kind::zip_member, make_memory_source(zip));
  ASSERT_EQ(read.members.size(), 2u);
  EXPECT_EQ(read.members[0].skipped, errc::archive_encrypted);
  EXPECT_EQ(read.members[1].skipped, errc::ok);
  ASSERT_TRUE(read.data[1]);
  EXPECT_EQ(*read.data[1], some_text(5));
}

TEST(archive, damage_keeps_the_members_before_it_D17) {
  const std::vector<made_member> made = {
      {"a", some_text(500, 1)}, {"b", some_text(500, 2)}, {"c", some_text(500, 3)}};
  for (const auto* format : {"ustar", "pax", "gnutar"}) {
    auto bytes = make_archive(format, made);
    bytes.resize(bytes.size() * 3 / 5);
    const auto read = read_all_members(layer_kind::tar_member, make_memory_source(bytes));
    ASSERT_GE(read.members.size(), 2u) << format;
    EXPECT_TRUE(*read.data[0] == made[0].data);
    EXPECT_TRUE(read.data[1] && made[1].data.starts_with(*read.data[1]) && read.data[1]->size() > 1'000)
        << format;
    EXPECT_GE(read.warnings.count(errc::archive_damaged), 1u) << format;
  }
}

TEST(archive, a_zip_without_its_central_directory_is_read_and_reported_D17) {
  const std::vector<made_member> made = {{"a", some_text(500, 1)}, {"b", some_text(500, 2)}};
  const auto whole = make_archive("zip", made);
  const auto directory = whole.find("PK\x01\x02");
  const auto read =
      read_all_members(layer_kind::zip_member, make_memory_source(whole.substr(0, directory + 60)));
  ASSERT_EQ(read.members.size(), 2u);
  ASSERT_TRUE(read.data[0] && read.data[1]);
  EXPECT_TRUE(*read.data[0] == made[0].data && *read.data[1] == made[1].data);
  EXPECT_EQ(read.warnings.count(errc::archive_damaged), 1u);
  const auto cut =
      read_all_members(layer_kind::zip_member, make_memory_source(whole.substr(0, directory - 500)));
  ASSERT_EQ(cut.members.size(), 2u);
  EXPECT_TRUE(*cut.data[0] == made[0].data);
  EXPECT_GE(cut.warnings.count(errc::archive_damaged), 2u);
}

TEST(archive, a_wrong_checksum_is_reported_R42) {
  auto zip = make_archive("zip", {{"a", some_text(100)}, {"b", "b"}}, "zip:compression=store");
  zip[zip.find("example")] ^= 1;
  const auto read = read_all_members(layer_kind::zip_member, make_memory_source(zip));
  ASSERT_EQ(read.members.size(), 2u);
  EXPECT_TRUE(!read.data[0] || read.warnings.count(errc::archive_damaged) >= 1);
  EXPECT_EQ(*read.data[1], "b");
}

TEST(archive, concatenated_tars_are_read_to_the_end) {
  const auto bytes = make_archive("ustar", {{"a", "1"}}) + make_archive("ustar", {{"b", "2"}});
  EXPECT_EQ(read_all_members(layer_kind::tar_member, make_memory_source(bytes)).members.size(), 2u);
}

TEST(archive, empty_archives_have_no_members) {
  for (const auto& f : formats) {
    const auto read = read_all_members(f.kind, make_memory_source(make_archive(f.name, {})));
    EXPECT_TRUE(read.members.empty()) << f.name;
    EXPECT_EQ(read.error, errc::ok) << f.name;
  }
}

TEST(archive, invalid_bytes_and_archives_of_another_format_are_errors) {
  for (const auto& f : formats) {
    EXPECT_EQ(read_all_members(f.kind, make_memory_source(some_text(50))).error, errc::archive_damaged)
        << f.name;
    for (const auto& other : formats) {
      if (other.kind == f.kind) continue;
      const auto read = read_all_members(f.kind, make_memory_source(make_archive(other.name, {{"a", "b"}})));
      EXPECT_NE(read.error, errc::ok) << f.name << ' ' << other.name;
    }
  }
}

TEST(archive, an_error_of_the_source_is_not_reported_as_damage) {
  const auto bytes = make_archive("ustar", {{"a", some_text(50'000)}, {"b", "x"}});
  const auto read = read_all_members(layer_kind::tar_member, make_failing_source(bytes.substr(0, 1'000'000)));
  ASSERT_EQ(read.members.size(), 1u);
  EXPECT_EQ(read.data[0].error().code, errc::io_failed);
}

}  // namespace laundromat
