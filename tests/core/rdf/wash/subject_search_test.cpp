// The lines of a subject are found in their block, and other blocks are not read.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/subject_search.hpp"

#include <gtest/gtest.h>

#include "core/codec/compression/block_gzip.hpp"

namespace laundromat {
namespace {

class counting_source final : public byte_source {
 public:
  counting_source(std::string bytes, std::uint64_t& read)
      : size_(bytes.size()), below_(make_memory_source(std::move(bytes))), read_(read) {}
  result<std::size_t> read(std::span<char> buffer) override {
    auto n = below_->read(buffer);
    read_ += n.value_or(0);
    return n;
  }
  result<void> seek(std::uint64_t offset) override { return below_->seek(offset); }
  [[nodiscard]] bool is_seekable() const override { return true; }
  [[nodiscard]] std::uint64_t size_bytes() const override { return size_; }

 private:
  std::uint64_t size_;
  byte_source_ptr below_;
  std::uint64_t& read_;
};

class subject_search : public ::testing::Test {
 protected:
  subject_search() {
    string_sink out;
    block_gzip_sink sink{out, nullptr, 2'000};
    for (int i = 100; i < 900; ++i)
      for (int j = 10; j < (i == 500 ? 99 : 13); ++j) {
        const auto line =
            "<http://e.example/" + std::to_string(i) + "> <a:p> \"" + std::to_string(j) + "\" .\n";
        text_ += line;
        EXPECT_TRUE(sink.write(line));
      }
    EXPECT_TRUE(sink.finish());
    bytes_ = out.text;
    index_ = sink.index();
  }
  std::string find(std::string_view iri) {
    read_bytes_ = 0;
    counting_source source{bytes_, read_bytes_};
    std::string got;
    EXPECT_TRUE(read_subject(index_, source, iri, [&](std::string_view lines) {
      got += lines;
      return result<void>{};
    }));
    return got;
  }
  std::string text_, bytes_;
  block_index index_;
  std::uint64_t read_bytes_ = 0;
};

TEST_F(subject_search, finds_all_lines_of_every_subject) {
  for (int i = 100; i < 900; ++i) {
    const auto prefix = "<http://e.example/" + std::to_string(i) + "> ";
    const auto begin = text_.find(prefix), end = text_.find('\n', text_.rfind(prefix)) + 1;
    EXPECT_EQ(find("http://e.example/" + std::to_string(i)), text_.substr(begin, end - begin));
    EXPECT_LT(read_bytes_, bytes_.size() / 10);
  }
}

TEST_F(subject_search, a_missing_subject_has_no_lines) {
  for (const auto* iri :
       {"", "a:", "http://e.example/1", "http://e.example/1000", "http://e.example/899x", "z:"})
    EXPECT_EQ(find(iri), "");
}

TEST_F(subject_search, an_empty_document_has_no_lines) {
  index_ = {};
  EXPECT_EQ(find("a:"), "");
}

}  // namespace
}  // namespace laundromat
