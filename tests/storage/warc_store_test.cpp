// The raw store as WARC segments: places, groups, rotation, and what is left after a stop.
// SPDX-License-Identifier: Apache-2.0
#include "storage/warc/warc_store.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "core/codec/compression/gzip.hpp"
#include "storage/segments/segment_check.hpp"
#include "tests/read_file.hpp"
#include "tests/storage/power_cut.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view answer_head = "HTTP/1.1 200 OK\r\nContent-Type: text/turtle\r\n\r\n";
const timestamp autumn = from_ms(1'700'000'000'123);

warc_exchange exchange_of(std::string_view body) {
  warc_exchange e;
  e.uri = "http://a.example/x";
  e.address = "192.0.2.1";
  e.begun = autumn;
  e.request_head = "GET /x HTTP/1.1\r\nHost: a.example\r\n\r\n";
  e.response_head = answer_head;
  e.body = body;
  return e;
}

warc_settings settings_of(std::uint64_t segment_bytes = usual_segment_bytes) {
  warc_settings settings;
  settings.name = "my laundry";
  settings.warcinfo = "software: test\r\n";
  settings.segment_bytes = segment_bytes;
  return settings;
}

class warc_store_test : public ::testing::Test {
 protected:
  std::shared_ptr<warc_store> open(const std::vector<segment_end>& ends = {},
                                   std::uint64_t segment_bytes = usual_segment_bytes,
                                   const disk_sync& disk = posix_sync()) {
    auto opened =
        warc_store::open(safe_folder::make(folder_.path()).value(), ends, settings_of(segment_bytes), disk);
    EXPECT_TRUE(opened) << to_string(opened.error());
    return opened.value_or(nullptr);
  }
  [[nodiscard]] std::string text_of(const std::string& name) const {
    warning_log warnings;
    const auto text = make_gzip_source(make_memory_source(read_file(folder_.path() / name)), warnings);
    auto all = read_all(*text, 1 << 24);
    EXPECT_TRUE(warnings.rows().empty());
    return all.value_or("");
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator{folder_.path()}, fs::directory_iterator{}));
  }
  temporary_folder folder_;
};

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

/// The value of a field in the record that has this line.
std::string value_of(const std::string& text, std::string_view line, const std::string& name) {
  const auto record = text.find(line);
  const auto at = record == text.npos ? text.npos : text.find(name + ": ", record);
  if (at == text.npos) return "";
  const auto begin = at + name.size() + 2;
  return text.substr(begin, text.find('\r', begin) - begin);
}

std::optional<segment_place> place_of(const result<warc_capture>& capture) {
  return capture ? std::optional{capture->record} : std::nullopt;
}

std::string payload(const result<own_record>& record) {
  return record ? std::string(record->payload()) : to_string(record.error());
}

}  // namespace

TEST(warc_place, its_text_can_be_read_again_and_no_other_text_can) {
  const segment_place place{17, 123, 456};
  EXPECT_EQ(warc_path(place), "000017.warc.gz:123:456");
  EXPECT_EQ(warc_place_of("000017.warc.gz:123:456"), place);
  EXPECT_EQ(warc_path(place, {18, 789, 1}), "000017.warc.gz:123:456@18:789");
  EXPECT_EQ(warc_place_of("000017.warc.gz:123:456@18:789"), place);
  for (const auto* other :
       {"", "_com/_ex/com.example/x.ttl", "17.warc.gz:1:2", "000017.warc.gz:1", "000000.warc.gz:1:2",
        "000017.warc.gz:1:2:3", "000017.warc.gz:01:2", "000017.warc.gz:-1:2",
        "000017.warc.gz::", "000017.warc.gz:1:2@", "000017.warc.gz:1:2@3"})
    EXPECT_EQ(warc_place_of(other), std::nullopt) << other;
}

TEST(warc_place, a_copy_of_a_record_has_a_path_that_names_no_record) {
  for (const auto& path : {warc_path({17, 123, 456}), warc_path({17, 123, 456}, {18, 789, 0})}) {
    EXPECT_FALSE(warc_place_of(path_of_copy(path))) << path_of_copy(path);
    EXPECT_EQ(path_of_copy(path).find('/'), std::string::npos);
  }
  EXPECT_NE(path_of_copy(warc_path({17, 123, 456})), path_of_copy(warc_path({17, 123, 457})));
  EXPECT_EQ(path_of_copy("_org/org.example/x+1"), "_org/org.example/x+1");
}

TEST(warc_place, the_name_of_a_segment_ends_with_its_number) {
  const auto name = warc_file_name("my/laundry-1", from_ms(1'700'000'000'000), 1'234'567);
  EXPECT_EQ(name, "my_laundry_1-20231114221320-1234567.warc.gz");
  EXPECT_EQ(warc_serial_in(name), 1'234'567U);
  EXPECT_EQ(warc_serial_in("x-20231114221320-000017.warc.gz"), 17U);
  for (const auto* other : {"_com", "x-17.warc.gz", "000017.warc.gz", "x-000017.warc"})
    EXPECT_EQ(warc_serial_in(other), 0U) << other;
}

TEST_F(warc_store_test, a_body_that_was_stored_last_is_in_memory) {
  auto store = open();
  const auto first = place_of(store->append(exchange_of("<a> <b> <c> .\n")));
  const auto second = place_of(store->append(exchange_of("")));
  ASSERT_TRUE(first && second);
  fs::resize_file(folder_.path() / store->file_name(1), first->offset_bytes);
  EXPECT_EQ(store->small_body(*first), "<a> <b> <c> .\n") << "kept in memory";
  EXPECT_FALSE(store->small_body(*first)) << "it is given away once";
  EXPECT_EQ(store->small_body(*second).error().code, errc::not_found);
}

TEST_F(warc_store_test, a_record_is_read_at_its_place) {
  auto store = open();
  const auto first = place_of(store->append(exchange_of("<a> <b> <c> .\n")));
  const auto second = place_of(store->append(exchange_of("")));
  ASSERT_TRUE(first && second);
  const auto record = store->read(*first);
  EXPECT_EQ(payload(record), "<a> <b> <c> .\n");
  EXPECT_EQ(record->head(), answer_head);
  EXPECT_EQ(payload(store->read(*second)), "");
  const auto resource = store->append_resource("file:///x", autumn, "HTTP/1.1 \n\nx");
  ASSERT_TRUE(resource);
  EXPECT_EQ(payload(store->read(*resource)), "HTTP/1.1 \n\nx");
  EXPECT_EQ(store->file_name(1), "my_laundry-20231114221320-000001.warc.gz");
  const auto text = text_of(store->file_name(1));
  EXPECT_TRUE(text.starts_with("WARC/1.1\r\nWARC-Type: warcinfo\r\n"));
  EXPECT_EQ(count_of(text, "WARC-Type: request\r\n"), 2U);
}

TEST_F(warc_store_test, the_head_of_an_answer_is_read_without_its_body) {
  auto store = open();
  const std::string large = std::string(900'000, 'x') + "\r\n\r\n";
  for (const std::string_view body : {std::string_view{}, std::string_view{large}})
    EXPECT_EQ(store->head(store->append(exchange_of(body))->record).value_or(""), answer_head);
  const auto file = store->append_resource("file:///x", autumn, "text").value();
  EXPECT_EQ(store->head(file).error().code, errc::not_found);
  EXPECT_EQ(store->head({1, 1'000'000, 10}).error().code, errc::not_found);
  EXPECT_EQ(store->head({9, 0, 10}).error().code, errc::not_found);
}

TEST_F(warc_store_test, another_reader_finds_segments_that_began_later) {
  warc_store reader{safe_folder::make(folder_.path()).value()};
  auto store = open();
  const auto place = place_of(store->append(exchange_of("x")));
  EXPECT_EQ(payload(reader.read(*place)), "x");
  EXPECT_EQ(reader.read({9, 0, 10}).error().code, errc::not_found);
  EXPECT_EQ(reader.read({1, 1'000'000, 10}).error().code, errc::not_found);
  EXPECT_EQ(reader.read({1, place->offset_bytes + 1, place->length_bytes - 1}).error().code,
            errc::archive_damaged);
}

TEST_F(warc_store_test, what_no_commit_names_is_cut) {
  segment_place kept;
  std::vector<segment_end> ends;
  {
    auto store = open();
    kept = store->append(exchange_of("kept")).value().record;
    ends = store->make_durable().value();
    store->committed();
    EXPECT_TRUE(store->make_durable().value().empty());
    ASSERT_TRUE(store->append(exchange_of("lost")));
  }
  ASSERT_EQ(ends.size(), 1U);
  std::ofstream(folder_.path() / "x-20231114221320-000002.warc.gz") << "lost";
  auto store = open(ends);
  EXPECT_EQ(files(), 1U);
  EXPECT_EQ(fs::file_size(folder_.path() / store->file_name(1)), ends[0].bytes);
  EXPECT_EQ(store->short_segments(), 0U);
  EXPECT_EQ(payload(store->read(kept)), "kept");
  const auto next = place_of(store->append(exchange_of("next")));
  EXPECT_EQ(next->serial, 1U);
  EXPECT_EQ(count_of(text_of(store->file_name(1)), "WARC-Type: warcinfo\r\n"), 2U) << "one a run";
}

TEST_F(warc_store_test, a_short_or_missing_segment_is_not_continued) {
  auto store = open();
  const auto place = store->append(exchange_of("kept")).value().record;
  const auto ends = store->make_durable().value();
  const auto name = store->file_name(1);
  store.reset();
  fs::resize_file(folder_.path() / name, ends[0].bytes - 1);
  store = open(ends);
  EXPECT_EQ(store->short_segments(), 1U);
  EXPECT_EQ(payload(store->read(place)), "kept");
  EXPECT_EQ(store->append(exchange_of("next"))->record.serial, 2U);
  fs::remove(folder_.path() / name);
  store = open(ends);
  EXPECT_EQ(store->short_segments(), 1U);
  EXPECT_EQ(store->append(exchange_of("next"))->record.serial, 2U);
}

TEST_F(warc_store_test, a_full_segment_is_followed_by_the_next) {
  auto store = open({}, 2'000);
  std::vector<segment_place> places;
  for (int i = 0; i < 20; ++i)
    places.push_back(store->append(exchange_of("body " + std::to_string(i))).value().record);
  EXPECT_GT(places.back().serial, 2U);
  const auto ends = store->make_durable().value();
  EXPECT_EQ(ends.size(), places.back().serial);
  store->committed();
  for (int i = 0; i < 20; ++i) EXPECT_EQ(payload(store->read(places[i])), "body " + std::to_string(i));
  for (std::uint32_t serial = 1; serial <= places.back().serial; ++serial)
    EXPECT_TRUE(text_of(store->file_name(serial)).starts_with("WARC/1.1\r\nWARC-Type: warcinfo\r\n"));
  EXPECT_TRUE(store->make_durable().value().empty());
}

TEST_F(warc_store_test, segments_are_compared_with_the_journal) {
  const auto raw = folder_.path() / "raw";
  auto store = warc_store::open(safe_folder::make(raw).value(), {}, settings_of(2'000)).value();
  while (store->append(exchange_of("x"))->record.serial < 3) continue;
  const auto ends = store->make_durable().value();
  const auto data = safe_folder::named(folder_.path()).value();
  auto found = check_warc_segments(data, ends).value();
  EXPECT_TRUE(found.problems.empty() && found.unknown.empty());
  const auto known_two = check_warc_segments(data, {ends[0], ends[2]}).value();
  EXPECT_EQ(known_two.unknown, std::vector{fs::path{"raw"} / store->file_name(2)});
  fs::resize_file(raw / store->file_name(1), ends[0].bytes - 1);
  fs::remove(raw / store->file_name(2));
  found = check_warc_segments(data, ends).value();
  ASSERT_EQ(found.problems.size(), 2U);
  EXPECT_EQ(found.problems[0].first, fs::path{"raw"} / store->file_name(1));
  EXPECT_EQ(found.problems[1].second, "is missing");
}

TEST_F(warc_store_test, requests_are_left_out_when_they_are_not_wanted) {
  auto settings = settings_of();
  settings.requests = false;
  auto store = warc_store::open(safe_folder::make(folder_.path()).value(), {}, settings).value();
  ASSERT_TRUE(store->append(exchange_of("x")));
  ASSERT_TRUE(store->append_failure(exchange_of(""), "http_timeout", "no first byte"));
  const auto text = text_of(store->file_name(1));
  EXPECT_EQ(count_of(text, "WARC-Type: request\r\n"), 0U);
  EXPECT_EQ(count_of(text, "WARC-Type: metadata\r\n"), 1U);
}

TEST_F(warc_store_test, a_payload_of_this_run_is_stored_once) {
  auto store = open();
  const std::string body(2'000, 'x');
  auto e = exchange_of(body);
  e.payload_digest = sha256(body);
  const auto first = store->append(e).value();
  e.uri = "http://b.example/";
  const auto again = store->append(e).value();
  EXPECT_EQ(again.payload, first.record);
  EXPECT_NE(again.path(), first.path());
  EXPECT_EQ(warc_place_of(again.path()), first.record);
  EXPECT_EQ(payload(store->read(*warc_place_of(again.path()))), body);
  EXPECT_EQ(store->head(*warc_capture_of(again.path())).value_or(""), answer_head) << "of its own record";
  e.truncated = "length";
  const auto cut = store->append(e).value();
  EXPECT_EQ(cut.payload, cut.record) << "the record of a cut body has what was received";
  const auto text = text_of(store->file_name(1));
  EXPECT_EQ(count_of(text, "WARC-Type: revisit\r\n"), 1U);
  EXPECT_EQ(count_of(text, "WARC-Refers-To-Target-URI: http://a.example/x\r\n"), 1U);
  EXPECT_EQ(count_of(text, "WARC-Payload-Digest: sha256:" + e.payload_digest->hex()), 3U);
}

TEST_F(warc_store_test, a_repeated_body_refers_to_another_segment_only_for_the_same_address) {
  auto store = open({}, 1);  // a segment for each exchange
  const std::string body(2'000, 'x');
  auto e = exchange_of(body);
  e.payload_digest = sha256(body);
  const auto first = store->append(e).value();
  const auto again = store->append(e).value();
  EXPECT_EQ(again.payload, first.record);
  EXPECT_NE(again.record.serial, first.record.serial);
  e.uri = "http://a.example/other";
  const auto other = store->append(e).value();
  EXPECT_EQ(other.payload, other.record) << "its relative references are those of its own address";
  EXPECT_EQ(count_of(text_of(store->file_name(again.record.serial)), "WARC-Type: revisit\r\n"), 1U);
}

TEST_F(warc_store_test, after_a_rotation_a_repeated_body_refers_to_its_newest_record) {
  auto store = open({}, 3'000);
  const std::string body(2'000, 'x');
  auto e = exchange_of(body);
  e.payload_digest = sha256(body);
  const auto first = store->append(e).value();
  std::string noise;
  for (int i = 0; i < 200; ++i) noise += sha256(std::to_string(i)).view();
  auto filler = exchange_of(noise);
  filler.payload_digest = sha256(noise);
  ASSERT_TRUE(store->append(filler));
  e.uri = "http://a.example/second";
  const auto second = store->append(e).value();
  ASSERT_NE(second.record.serial, first.record.serial);
  EXPECT_EQ(second.payload, second.record);
  e.uri = "http://a.example/third";
  EXPECT_EQ(store->append(e).value().payload, second.record);
}

TEST_F(warc_store_test, a_body_of_an_earlier_run_is_known) {
  const std::string body(2'000, 'x');
  auto e = exchange_of(body);
  e.payload_digest = sha256(body);
  warc_capture first;
  std::vector<segment_end> ends;
  {
    auto store = open();
    first = store->append(e).value();
    ends = store->make_durable().value();
    store->committed();
  }
  auto store = open(ends);
  const std::vector<named_payload> known{{first.payload, *e.payload_digest}};
  store->remember(known);
  e.uri = "http://a.example/other";
  const auto again = store->append(e).value();
  EXPECT_EQ(again.payload, first.payload);
  const auto id = value_of(text_of(store->file_name(1)), "WARC-Type: response", "WARC-Record-ID");
  EXPECT_EQ(value_of(text_of(store->file_name(1)), "WARC-Type: revisit", "WARC-Refers-To"), id);
  EXPECT_EQ(value_of(text_of(store->file_name(1)), "WARC-Type: revisit", "WARC-Refers-To-Target-URI"),
            "http://a.example/x");
  EXPECT_EQ(value_of(text_of(store->file_name(1)), "WARC-Type: revisit", "WARC-Refers-To-Date"),
            "2023-11-14T22:13:20.123Z");
}

TEST_F(warc_store_test, an_earlier_body_is_looked_up_only_for_a_seed_that_was_crawled_before) {
  const std::string body(2'000, 'x'), other(2'000, 'y');
  const auto seed = md5("seed");
  auto settings = settings_of(1);
  std::size_t questions = 0;
  segment_place found{1, 0, 0};
  settings.find_earlier = [&](const record_hash& asked, const content_digest&) {
    EXPECT_EQ(asked, seed);
    ++questions;
    return std::optional{found};
  };
  auto store = warc_store::open(safe_folder::make(folder_.path()).value(), {}, settings).value();
  auto e = exchange_of(body);
  e.payload_digest = sha256(body);
  found = store->append(e).value().record;
  EXPECT_EQ(questions, 0U);
  store = warc_store::open(safe_folder::make(folder_.path()).value(),
                           {{1, fs::file_size(folder_.path() / store->file_name(1))}}, settings)
              .value();
  const auto again = store->append(e, seed).value();
  EXPECT_EQ(again.payload, found);
  EXPECT_EQ(again.record.serial, 2U);
  EXPECT_EQ(questions, 1U);
  e = exchange_of(other);
  e.payload_digest = sha256(other);
  const auto changed = store->append(e, seed).value();
  EXPECT_EQ(changed.payload, changed.record) << "the record that was found has another payload";
  found = {9, 0, 1};
  e = exchange_of(body);
  e.uri = "http://a.example/y";
  e.payload_digest = sha256(body);
  const auto lost = store->append(e, seed).value();
  EXPECT_EQ(lost.payload, lost.record) << "there is no such segment";
}

TEST_F(warc_store_test, a_large_body_that_is_known_leaves_a_revisit_only) {
  auto store = open();
  const std::string body(5'000'000, 'x');
  auto e = exchange_of("");
  auto first = store->begin_large(e).value();
  ASSERT_TRUE(first->write(body));
  const auto place = first->finish("").value().record;
  e.payload_digest = sha256(body);
  EXPECT_FALSE(store->append_repeated(e, {})->has_value()) << "large bodies are not remembered";
  const std::vector<named_payload> known{{place, sha256(body)}};
  store->remember(known);
  const auto again = store->append_repeated(e, {}).value();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->payload, place);
  EXPECT_EQ(read_all(*store->open(*warc_place_of(again->path())).value(), 1 << 24), body);
}

TEST_F(warc_store_test, a_large_body_is_written_to_a_segment_of_its_own) {
  std::vector<segment_end> ends;
  std::string name;
  segment_place place;
  const std::string part(1'000'000, 'x');
  {
    auto store = open();
    ASSERT_TRUE(store->append(exchange_of("small")));
    auto large = store->begin_large(exchange_of("")).value();
    ASSERT_TRUE(large->write("begin"));
    EXPECT_EQ(store->append(exchange_of("small"))->record.serial, 1U) << "others are not delayed";
    EXPECT_EQ(store->make_durable()->size(), 1U);
    store->committed();
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(large->write(part));
    place = large->finish("").value().record;
    large.reset();
    EXPECT_EQ(place.serial, 2U);
    ends = store->make_durable().value();
    store->committed();
    EXPECT_TRUE(store->make_durable()->empty());
    ends.insert(ends.begin(), {1, fs::file_size(folder_.path() / store->file_name(1))});
    name = store->file_name(2);
    auto source = store->open(place);
    ASSERT_TRUE(source) << to_string(source.error());
    EXPECT_EQ((*source)->size_bytes(), 5'000'005U);
    EXPECT_EQ(read_all(**source, 1 << 24)->substr(0, 8), "beginxxx");
    EXPECT_EQ(store->read(place).error().code, errc::limit_exceeded);
    EXPECT_EQ(store->head(place).value_or(""), answer_head);
    auto file = store->open_large(place);
    ASSERT_TRUE(file);
    EXPECT_EQ(open_large_body(std::make_shared<const file_descriptor>(std::move(*file)), place)
                  .value()
                  ->size_bytes(),
              5'000'005U);
  }
  EXPECT_EQ(count_of(text_of(name), "WARC-Type: "), 3U) << "warcinfo, response, request";
  auto store = open(ends);
  EXPECT_EQ(store->short_segments(), 0U);
  EXPECT_EQ(store->open(place).value()->size_bytes(), 5'000'005U);
}

TEST_F(warc_store_test, a_large_body_that_is_given_up_leaves_nothing) {
  auto store = open();
  auto large = store->begin_large(exchange_of("")).value();
  ASSERT_TRUE(large->write("begin"));
  EXPECT_EQ(files(), 1U);
  large.reset();
  EXPECT_EQ(files(), 0U);
  EXPECT_TRUE(store->make_durable()->empty());
  auto bad = exchange_of("");
  bad.uri = "http://a.example/\n";
  EXPECT_FALSE(store->begin_large(bad));
  EXPECT_EQ(files(), 0U);
}

TEST_F(warc_store_test, an_exchange_for_which_there_is_no_room_leaves_nothing) {
  auto store = open();
  const auto kept = store->append(exchange_of("kept")).value().record;
  const auto bytes = fs::file_size(folder_.path() / store->file_name(1));
  std::string noise(500'000, '\0');
  std::mt19937 dice{7};
  for (auto& c : noise) c = static_cast<char>(dice());
  auto large = store->begin_large(exchange_of("")).value();
  {
    const auto before = ::signal(SIGXFSZ, SIG_IGN);
    rlimit usual{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &usual), 0);
    const rlimit tight{100'000, usual.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &tight), 0);
    EXPECT_FALSE(store->append(exchange_of(noise)));
    EXPECT_FALSE(large->write(noise));
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &usual), 0);
    (void)::signal(SIGXFSZ, before);
  }
  large.reset();
  EXPECT_EQ(files(), 1U);
  EXPECT_EQ(fs::file_size(folder_.path() / store->file_name(1)), bytes);
  EXPECT_EQ(payload(store->read(kept)), "kept");
  const auto next = place_of(store->append(exchange_of("next")));
  EXPECT_EQ(next->offset_bytes, bytes);
  EXPECT_EQ(payload(store->read(*next)), "next");
}

TEST_F(warc_store_test, a_power_cut_leaves_what_was_made_durable) {
  std::mt19937 dice{7};
  const forgetful_disk disk{folder_.path()};
  auto store = open({}, 3'000, disk);
  std::vector<segment_place> places;
  std::vector<segment_end> all;
  for (int round = 0; round < 8; ++round) {
    for (int i = 0; i < 4; ++i)
      places.push_back(store->append(exchange_of("body of a document")).value().record);
    const auto durable = places.size();
    const auto ends = store->make_durable().value();
    for (const auto& end : ends) {
      std::erase_if(all, [&](const auto& one) { return one.serial == end.serial; });
      all.push_back(end);
    }
    store->committed();
    ASSERT_TRUE(store->append(exchange_of("lost")));
    temporary_folder after;
    disk.leave_behind(after.path() / "raw", dice);
    auto again =
        warc_store::open(safe_folder::make(after.path() / "raw").value(), all, settings_of(3'000)).value();
    EXPECT_EQ(again->short_segments(), 0U);
    for (std::size_t i = 0; i < durable; ++i)
      EXPECT_EQ(payload(again->read(places[i])), "body of a document");
  }
}

}  // namespace laundromat
