// Tests of the search of a catalogue: in which files which words are.
// SPDX-License-Identifier: Apache-2.0
#include "app/publish/catalogue_search.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat::test {
namespace {

class searched_catalogue : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_.path() / "search"); }
  void write(const std::vector<search_entry>& entries) {
    catalogue_search search{
        [&](const std::string& name) { return catalogue_file::create(folder_.path(), name); }};
    for (const auto& one : entries) ASSERT_TRUE(search.add(one));
    ASSERT_TRUE(search.finish([](std::unique_ptr<catalogue_file>& file) -> result<void> {
      const auto line = file->finish();
      return line ? result<void>{} : tl::unexpected(line.error());
    }));
  }
  [[nodiscard]] std::string file(const std::string& name) const {
    return read_file((folder_.path() / "search" / (name + ".js")).string());
  }
  [[nodiscard]] bool has_file(const std::string& name) const {
    return std::filesystem::exists(folder_.path() / "search" / (name + ".js"));
  }

  temporary_folder folder_;
};

TEST(words_of_a_text, are_letters_and_digits_in_lower_case_Q57) {
  EXPECT_EQ(words_of("http://Example.org/Socks-2.ttl?x=1"),
            (std::set<std::string>{"http", "example", "org", "socks", "ttl"}));
  EXPECT_EQ(words_of("W\xc3\xa4sche"), (std::set<std::string>{"w\xc3\xa4sche"}));
  EXPECT_TRUE(words_of("a / b").empty()) << "a word has two bytes at least";
}

/// The vectors are those of the authors of FNV-1a, 32 bits: 0xbf9cf968 of `foobar`, 0x39aaa18a of `fooba`.
TEST_F(searched_catalogue, has_each_word_in_the_file_of_its_hash_Q57) {
  write({{"ab/index.html#one", "fooba FOOBAR foobar", "h", "t", "2026-11-30", 7},
         {"cd/index.html#two", "Fooba", "h", "t", "2026-11-30", 1}});
  EXPECT_EQ(
      file("68"),
      "found(\"foobar\",[\"ab/index.html#one\",\"fooba FOOBAR foobar\",\"h\",\"t\",\"2026-11-30\",7]);\n");
  EXPECT_EQ(file("8a"),
            "found(\"fooba\",[\"ab/index.html#one\",\"fooba FOOBAR foobar\",\"h\",\"t\",\"2026-11-30\",7]);\n"
            "found(\"fooba\",[\"cd/index.html#two\",\"Fooba\",\"h\",\"t\",\"2026-11-30\",1]);\n");
  EXPECT_FALSE(has_file("00")) << "no word, no file";
}

TEST_F(searched_catalogue, finds_what_is_percent_encoded_and_the_host_of_a_long_title_Q57) {
  std::string title = "%66oobar";
  for (int i = 100; i < 200; ++i) title += '/' + std::to_string(i);
  write({{"p", title, "fooba", "t", "d", 1}});
  EXPECT_EQ(file("68").substr(0, 15), "found(\"foobar\",") << "of the title";
  EXPECT_NE(file("8a").find("found(\"fooba\","), std::string::npos) << "of the host";
  EXPECT_LT(file("8a").size(), 1'000U);
}

TEST_F(searched_catalogue, texts_of_strangers_stay_texts_Q57) {
  write({{"p", "foobar\");alert(1)//\xe2\x80\xa8</script>\xff", "h", "t", "d", 1}});
  EXPECT_EQ(
      file("68"),
      "found(\"foobar\",[\"p\",\"foobar\\\");alert(1)//\\u2028</script>\\ufffd\",\"h\",\"t\",\"d\",1]);\n");
}

}  // namespace
}  // namespace laundromat::test
