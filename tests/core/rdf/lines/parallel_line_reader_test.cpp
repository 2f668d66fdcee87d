// Several threads give the result of one, wherever the blocks end.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/lines/parallel_line_reader.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/core/rdf/cases.hpp"
#include "tests/core/rdf/reading.hpp"

namespace laundromat {
namespace {

using testing::remembering_sink;

/// Replaces the Turtle reader: reports the number of bytes in one span.
class counting_turtle final : public reader {
 public:
  explicit counting_turtle(statement_sink& sink) : sink_(&sink) {}
  result<void> push(std::string_view bytes) override {
    bytes_ += bytes.size();
    return {};
  }
  result<void> finish() override {
    sink_->on_defect({errc::syntax_error, 0, bytes_, 1, 1, "all of it"});
    sink_->on_span(span_kind::quarantine, bytes_);
    return {};
  }

 private:
  statement_sink* sink_;
  std::uint64_t bytes_ = 0;
};

remembering_sink read_on(std::uint32_t threads, rdf_format format, std::string_view text,
                         std::size_t block_bytes, std::size_t chunk) {
  remembering_sink sink;
  reader_options options{testing::base};
  options.threads = threads;
  const turtle_factory turtle = [](const reader_options&, statement_sink& to) {
    return std::make_unique<counting_turtle>(to);
  };
  std::unique_ptr<reader> reading;
  if (threads > 1)
    reading = std::make_unique<parallel_line_reader>(format, options, sink, turtle, best_line_kernel(),
                                                     block_bytes);
  else
    reading = make_line_reader(format, options, sink, turtle);
  for (std::size_t at = 0; at < text.size(); at += chunk) EXPECT_TRUE(reading->push(text.substr(at, chunk)));
  EXPECT_TRUE(reading->finish());
  return sink;
}

void expect_the_same(rdf_format format, const std::string& text, std::string_view what) {
  const auto expected = read_on(1, format, text, 0, text.size());
  for (const std::size_t block : {50, 64, 100, 333, 5000})
    for (const std::size_t chunk : {std::size_t{7}, std::size_t{1000}}) {
      const auto got = read_on(3, format, text, block, chunk);
      ASSERT_EQ(got.lines, expected.lines) << what << " blocks of " << block;
      ASSERT_TRUE(got.defects == expected.defects) << what << " blocks of " << block;
      ASSERT_EQ(got.spans, expected.spans) << what << " blocks of " << block;
      ASSERT_EQ(got.versions, expected.versions) << what << " blocks of " << block;
    }
}

TEST(parallel_line_reader, every_case_is_read_as_by_one_thread) {
  for (const auto& path : testing::list_cases("tests/core/rdf/lines/cases")) {
    const std::filesystem::path file(path);
    expect_the_same(*format_from_extension(file.extension().string().substr(1)),
                    testing::read_case_file(file), path);
  }
}

TEST(parallel_line_reader, cases_in_any_order_are_read_as_by_one_thread) {
  constexpr unsigned seed = 11;
  std::mt19937 dice(seed);
  std::vector<std::string> texts;
  for (const auto& path : testing::list_cases("tests/core/rdf/lines/cases"))
    texts.push_back(testing::read_case_file(path));
  for (int round = 0; round < 20; ++round) {
    std::string text;
    for (int i = 0; i < 30; ++i) text += texts[dice() % texts.size()];
    expect_the_same(round % 2 == 0 ? rdf_format::n_triples : rdf_format::n_quads, text,
                    "seed 11, round " + std::to_string(round));
  }
}

TEST(parallel_line_reader, a_literal_across_blocks_and_a_later_directive_are_read_in_order) {
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += "<http://a.example/s> <http://a.example/p> \"one\ntwo\n" + std::to_string(i) + "\" .\n";
  expect_the_same(rdf_format::n_triples, text, "literals");
  expect_the_same(rdf_format::n_triples, text + "@prefix a: <b> .\n" + text, "directive");
  expect_the_same(rdf_format::n_triples, std::string(700, 'x') + "\r\n" + text, "long line");
}

TEST(parallel_line_reader, versions_are_announced_with_their_places) {
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += std::string(i % 3, ' ') + "VERSION '1." + std::to_string(i) + "'\n<a:s> <a:p> \"x\" .\n";
  expect_the_same(rdf_format::n_triples, text, "versions");
  const auto last = read_on(3, rdf_format::n_triples, text, 64, text.size()).versions.back();
  EXPECT_TRUE(last.starts_with("1.39 at 79:9, bytes ")) << last;
}

TEST(parallel_line_reader, an_unusual_line_end_is_noted_as_by_one_thread_D33) {
  constexpr unsigned seed = 33;
  std::mt19937 dice(seed);
  for (int round = 0; round < 30; ++round) {
    const std::string usual = round % 2 == 0 ? "\n" : "\r\n";
    std::string text;
    for (int i = 0; i < 40; ++i) {
      text +=
          dice() % 9 == 0 ? "<http://a.example/s> <> ." : "<http://a.example/s> <http://a.example/p> \"x\" .";
      const auto roll = dice() % 60;
      text += roll == 0 ? "\r" : roll == 1 ? "\r\n" : roll == 2 ? "\n" : usual;
    }
    expect_the_same(rdf_format::n_triples, text, "seed 33, round " + std::to_string(round));
  }
}

TEST(parallel_line_reader, the_error_of_the_sink_ends_the_reading) {
  struct full_sink final : statement_sink {
    result<void> on_statement(const statement_view&) override {
      if (++taken > 5) return fail(errc::no_space);
      return {};
    }
    void on_defect(const defect&) override {}
    int taken = 0;
  };
  full_sink sink;
  reader_options options;
  options.threads = 2;
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "<http://a.example/s> <http://a.example/p> \"x\"@en .\n";
  parallel_line_reader reading(rdf_format::n_triples, options, sink, {}, best_line_kernel(), 500);
  auto done = reading.push(text);
  if (done) done = reading.finish();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, errc::no_space);
  EXPECT_EQ(sink.taken, 6);
}

}  // namespace
}  // namespace laundromat
