// Tests of archives of documents: they are read by our own readers, and are the same each time.
// SPDX-License-Identifier: Apache-2.0
#include "core/slicing/slice_archives.hpp"

#include <gtest/gtest.h>

#include <map>

#include "core/codec/archive/archive.hpp"
#include "core/codec/compression/gzip.hpp"
#include "core/codec/warc/list_records.hpp"
#include "core/codec/warc/open_record.hpp"
#include "core/slicing/document_name.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {
namespace {

/// Files appear when they are committed; writing fails after `room_bytes`.
struct memory_folder {
  class file final : public staged_file {
   public:
    file(memory_folder& in, std::string name) : in_(in), name_(std::move(name)) {}
    result<void> write(std::string_view bytes) override {
      if (bytes.size() > in_.room_bytes) return fail(errc::no_space, "the disk is full");
      in_.room_bytes -= bytes.size();
      text_.append(bytes);
      return {};
    }
    result<void> commit() override {
      in_.files[name_] = text_;
      return {};
    }

   private:
    memory_folder& in_;
    std::string name_, text_;
  };

  slice_archives::file_maker maker() {
    return [this](const std::string& name) {
      return result<std::unique_ptr<staged_file>>{std::make_unique<file>(*this, name)};
    };
  }

  std::map<std::string, std::string> files;
  std::size_t room_bytes = std::size_t{1} << 30;
};

struct made_document {
  std::string uri, text;
  bool is_long = false, has_graphs = false, is_cut = false;
};

std::string inflated(const std::string& packed) {
  warning_log warnings;
  auto source = make_gzip_source(make_memory_source(packed), warnings);
  auto text = read_all(*source, std::uint64_t{1} << 30);
  EXPECT_TRUE(text && warnings.rows().empty());
  return text ? *text : std::string{};
}

std::string lines_of(const std::string& name, int count) {
  std::string text;
  for (int i = 100; i < 100 + count; ++i)
    text += "<http://e.example/" + name + "> <http://e.example/p> \"" + std::to_string(i) + "\" .\n";
  return text;
}

std::vector<made_document> documents() {
  return {{"http://e.example/../etc/passwd", lines_of("../etc/passwd", 1)},
          {"http://e.example/A", lines_of("A", 2)},
          {"http://e.example/a", lines_of("a", 3), false, true},
          {"http://e.example/hub", lines_of("hub", 40'000), true},
          {"http://e.example/long/" + std::string(500, 'x'), lines_of("x", 1), false, false, true},
          {"http://e.example/\xC3\xA9", lines_of("\xC3\xA9", 1)}};
}

result<void> write(slice_archives& to, const std::vector<made_document>& all) {
  for (const auto& one : all) {
    slice about{one.uri, 1, one.text.size(), one.has_graphs, one.is_cut};
    const auto open = [&one] { return result<byte_source_ptr>{make_memory_source(one.text)}; };
    if (auto done = one.is_long ? to.take_long(about, open) : to.take(about, one.text); !done) return done;
  }
  return to.finish();
}

memory_folder written(archive_settings settings, std::uint32_t threads = 2) {
  memory_folder folder;
  worker_pool workers{threads};
  slice_archives archives{settings, folder.maker(), workers};
  const auto done = write(archives, documents());
  EXPECT_TRUE(done) << to_string(done.error());
  return folder;
}

TEST(slice_archives, are_tars_that_libarchive_reads_M21) {
  const auto folder = written({slice_format::tar, 4, ""});
  ASSERT_EQ(folder.files.size(), 3U) << "two archives of four documents at most, and the list";
  std::map<std::string, std::string> found;
  for (const auto* name : {"slices-00001.tar.gz", "slices-00002.tar.gz"}) {
    warning_log warnings;
    auto tar = archive_reader::open(layer_kind::tar_member,
                                    make_memory_source(inflated(folder.files.at(name))), warnings);
    ASSERT_TRUE(tar);
    for (;;) {
      auto member = tar->next();
      ASSERT_TRUE(member);
      if (!*member) break;
      EXPECT_EQ((*member)->kind, member_kind::file);
      auto data = tar->data();
      found[(*member)->path] = *read_all(*data, std::uint64_t{1} << 30);
    }
    EXPECT_TRUE(warnings.rows().empty());
  }
  std::map<std::string, std::string> expected;
  std::size_t number = 0;
  for (const auto& one : documents())
    expected["slices-0000" + std::to_string(number++ / 4 + 1) + "/" +
             document_name(one.uri, one.has_graphs)] = one.text;
  EXPECT_EQ(found, expected);
}

TEST(slice_archives, are_warcs_that_our_reader_reads_M21) {
  const auto folder = written({slice_format::warc, 4, "laundromat/test"});
  ASSERT_EQ(folder.files.size(), 3U);
  std::map<std::string, std::string> found;
  for (const auto* name : {"slices-00001.warc.gz", "slices-00002.warc.gz"}) {
    warning_log warnings;
    const auto& text = folder.files.at(name);
    const auto file = make_memory_source(text);
    const auto listing = list_records(*file, {}, warnings);
    ASSERT_TRUE(listing) << to_string(listing.error());
    EXPECT_FALSE(listing->shares_members);
    for (const auto& member : listing->members) {
      if (member.kind != member_kind::file) continue;
      auto opened = open_record(make_memory_source(text), member.ordinal, {}, warnings);
      ASSERT_TRUE(opened) << to_string(opened.error());
      found[member.base_iri] = *read_all(**opened, std::uint64_t{1} << 30);
      EXPECT_EQ(member.media_type,
                member.base_iri == "http://e.example/a" ? "application/n-quads" : "application/n-triples");
    }
    EXPECT_TRUE(warnings.rows().empty());
  }
  std::map<std::string, std::string> expected;
  for (const auto& one : documents()) expected[one.uri] = one.text;
  EXPECT_EQ(found, expected);
}

TEST(slice_archives, list_their_documents_M21) {
  const auto folder = written({slice_format::tar, 4, ""});
  const auto list = inflated(folder.files.at("documents.tsv.gz"));
  std::string expected;
  std::size_t number = 0;
  for (const auto& one : documents())
    expected += "slices-0000" + std::to_string(number++ / 4 + 1) + "/" +
                document_name(one.uri, one.has_graphs) + "\t" + one.uri + "\t1\t" +
                (one.is_cut ? "cut" : "") + "\n";
  EXPECT_EQ(list, expected);
  EXPECT_TRUE(inflated(written({slice_format::warc, 4, ""}).files.at("documents.tsv.gz"))
                  .starts_with("slices-00001.warc.gz\thttp://e.example/../etc/passwd\t1\t\n"));
}

TEST(slice_archives, have_the_same_bytes_each_time_M21) {
  for (const auto format : {slice_format::tar, slice_format::warc})
    EXPECT_EQ(written({format, 4, "x"}, 1).files, written({format, 4, "x"}, 4).files);
}

TEST(slice_archives, appear_only_when_they_are_complete_M21) {
  for (const auto format : {slice_format::tar, slice_format::warc}) {
    const auto whole = written({format, 4, "x"});
    std::size_t all_bytes = 0;
    for (const auto& [name, bytes] : whole.files) all_bytes += bytes.size();
    for (const std::size_t room : {std::size_t{0}, std::size_t{100}, all_bytes / 2, all_bytes - 1}) {
      memory_folder folder;
      folder.room_bytes = room;
      worker_pool workers{2};
      result<void> done;
      {
        slice_archives archives{{format, 4, "x"}, folder.maker(), workers};
        done = write(archives, documents());
      }
      ASSERT_FALSE(done);
      EXPECT_EQ(done.error().code, errc::no_space);
      EXPECT_FALSE(folder.files.contains("documents.tsv.gz")) << "the list comes last";
      for (const auto& [name, bytes] : folder.files) EXPECT_EQ(bytes, whole.files.at(name));
    }
  }
}

TEST(slice_archives, of_no_document_are_an_empty_list_M21) {
  memory_folder folder;
  worker_pool workers{1};
  slice_archives archives{{}, folder.maker(), workers};
  ASSERT_TRUE(archives.finish());
  EXPECT_EQ(folder.files.size(), 1U);
  EXPECT_EQ(inflated(folder.files.at("documents.tsv.gz")), "");
}

}  // namespace
}  // namespace laundromat
