// Tests of the cache of JSON-LD contexts.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>

#include "storage/stores/context_cache.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

class counted_loader final : public context_loader {
 public:
  result<std::string> load(std::string_view iri) override {
    ++loads;
    if (body.empty()) return fail(errc::host_not_found, std::string(iri));
    return body;
  }
  std::string body;
  int loads = 0;
};

}  // namespace

class context_caches : public testing::Test {
 protected:
  context_cache open() {
    return context_cache::open({.folder = folder_.path() / "c",
                                .index = index_,
                                .now = [this] { return now_; },
                                .inner = inner_})
        .value();
  }
  void write(const fs::path& name, std::string_view text) {
    fs::create_directories((folder_.path() / "c" / name).parent_path());
    std::ofstream(folder_.path() / "c" / name, std::ios::binary) << text;
  }

  temporary_folder folder_;
  counted_loader loader_;
  context_loader* inner_ = &loader_;
  fs::path index_;
  timestamp now_ = from_ms(1'000'000);
};

const std::string iri = "https://c.example/context";

TEST_F(context_caches, a_context_is_fetched_once_and_again_when_it_is_too_old) {
  loader_.body = "{\"@context\": {}}";
  EXPECT_EQ(open().load(iri).value_or(""), loader_.body);
  EXPECT_EQ(open().load(iri).value_or(""), loader_.body);
  EXPECT_EQ(loader_.loads, 1);
  loader_.body = "{\"@context\": null}";
  now_ += std::chrono::hours{24 * 31};
  EXPECT_EQ(open().load(iri).value_or(""), loader_.body);
  EXPECT_EQ(open().load(iri).value_or(""), loader_.body);
  EXPECT_EQ(loader_.loads, 2);
}

TEST_F(context_caches, an_outdated_context_is_served_when_no_newer_one_is_available) {
  loader_.body = "{}";
  ASSERT_TRUE(open().load(iri));
  now_ += std::chrono::hours{24 * 365};
  loader_.body.clear();
  EXPECT_EQ(open().load(iri).value_or("none"), "{}");
  inner_ = nullptr;
  EXPECT_EQ(open().load(iri).value_or("none"), "{}");
  EXPECT_EQ(open().load("https://c.example/other").error().code, errc::not_found);
}

TEST_F(context_caches, a_damaged_or_foreign_file_is_ignored) {
  loader_.body = "{\"@context\": {}}";
  ASSERT_TRUE(open().load(iri));
  const auto name = sha256(iri).hex() + ".context";
  ASSERT_TRUE(fs::exists(folder_.path() / "c" / name));
  for (const auto* text : {"", "context 1\n", "context 1\nhttps://other.example/\nx\n1\n\n{}"}) {
    write(name, text);
    const auto before = loader_.loads;
    EXPECT_EQ(open().load(iri).value_or(""), loader_.body);
    EXPECT_EQ(loader_.loads, before + 1);
  }
}

TEST_F(context_caches, files_of_the_index_do_not_expire) {
  write("contexts.tsv",
        "# kept by hand\n\nhttps://c.example/context\tone/c.json\ta note\r\nhttp://d.example/\td.json\n");
  write("one/c.json", "{\"one\": 1}");
  write("d.json", "{\"d\": 1}");
  now_ += std::chrono::hours{24 * 10'000};
  EXPECT_EQ(open().load(iri).value_or(""), "{\"one\": 1}");
  EXPECT_EQ(open().load("http://d.example/").value_or(""), "{\"d\": 1}");
  EXPECT_EQ(loader_.loads, 0);
}

TEST_F(context_caches, an_index_may_be_outside_the_folder_but_its_files_must_not) {
  write("c.json", "{\"c\": 1}");
  index_ = folder_.path() / "index.tsv";
  EXPECT_EQ(context_cache::open({.folder = folder_.path() / "c", .index = index_, .now = {}}).error().code,
            errc::configuration);
  std::ofstream(index_) << iri << "\tc.json\n";
  EXPECT_EQ(open().load(iri).value_or(""), "{\"c\": 1}");
  for (const auto* file : {"../index.tsv", "/etc/hostname", ""}) {
    std::ofstream(index_) << iri << '\t' << file << '\n';
    EXPECT_EQ(context_cache::open({.folder = folder_.path() / "c", .index = index_, .now = {}}).error().code,
              errc::configuration)
        << file;
  }
}

TEST_F(context_caches, too_large_contexts_are_neither_served_nor_stored) {
  loader_.body = std::string((1 << 20) + 1, ' ');
  EXPECT_EQ(open().load(iri).error().code, errc::body_too_large);
  EXPECT_TRUE(fs::is_empty(folder_.path() / "c"));
}

}  // namespace laundromat
