// Tests of serialization: every job and outcome that is sent to another node is received unchanged.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/binary_deserializer.hpp>
#include <caf/binary_serializer.hpp>
#include <tuple>
#include <vector>

#include "messages/bytes.hpp"
#include "messages/types.hpp"

namespace laundromat {

// The values below set every field by position. A new field that is not set here does not compile; a field that is set and not inspected fails
// its test.

static auto fields(const http_header& x) {
  const auto& [name, value] = x;
  return std::tie(name, value);
}
static auto fields(const http_hop& x) {
  const auto& [a, b, c, d, e, f, g, h, i, j, k, l] = x;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l);
}
static auto fields(const evidence& x) {
  const auto& [a, b, c, d, e, f] = x;
  return std::tie(a, b, c, d, e, f);
}
/// The place of a file is not sent: the engine decides it.
static auto fields(const clean_record& x) {
  const auto& [a, b, c, d, e, f, g, place, h] = x;
  return std::tie(a, b, c, d, e, f, g, h);
}
static auto fields(const unpack_budget& x) {
  const auto& [a, b, c, d, e] = x;
  return std::tie(a, b, c, d, e);
}
static auto fields(const fetch_job& x) {
  const auto& [a, b, c, d, e, f, g, h, i, j, k, l] = x;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l);
}
static auto fields(const unpack_job& x) {
  const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = x;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
}
static auto fields(const guess_job& x) {
  const auto& [a, b, c, d, e, f, g, h, i, j] = x;
  return std::tie(a, b, c, d, e, f, g, h, i, j);
}
static auto fields(const parse_job& x) {
  const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = x;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n);
}
static auto fields(const robots_job& x) {
  const auto& [a, b] = x;
  return std::tie(a, b);
}
static auto fields(const robots_outcome& x) {
  const auto& [a, b, c, d, e, f, g, h] = x;
  return std::tie(a, b, c, d, e, f, g, h);
}
static auto fields(const outcome& x) {
  const auto& [a, b, c, d, e, g] = x;
  return std::tie(a, b, c, d, e, g);
}
static auto fields(const staged_delta& x) {
  const auto& [a, b, place] = x;
  return std::tie(a, b);
}
static auto fields(const parse_outcome& x) {
  return std::tuple_cat(
      fields(static_cast<const outcome&>(x)),
      std::tie(x.clean, x.staged, x.delta, x.ledger.digest, x.ledger.staged, x.read, x.duplicates, x.decoded,
               x.used_base, x.forms, x.spans, x.prefixes, x.defects, x.defect_counts, x.counters));
}

static auto fields(const guess_outcome& x) {
  return std::tuple_cat(fields(static_cast<const outcome&>(x)),
                        std::tie(x.format, x.formats, x.head, x.fused));
}
static auto fields(const unpack_outcome& x) {
  return std::tuple_cat(fields(static_cast<const outcome&>(x)),
                        std::tie(x.content, x.encoding, x.encodings, x.archive, x.members, x.spent_bytes,
                                 x.stream_defects, x.fused));
}
static auto fields(const fetch_outcome& x) {
  return std::tuple_cat(fields(static_cast<const outcome&>(x)),
                        std::tie(x.hops, x.raw_path, x.final_uri, x.media_type, x.charset, x.wire,
                                 x.not_before, x.chain, x.compared_with, x.exchanges, x.fused));
}
static auto fields(const permit_answer& x) {
  const auto& [a, b, c, d, e, f, g] = x;
  return std::tie(a, b, c, d, e, f, g);
}
static auto fields(const request_end& x) {
  const auto& [a, b, c, d, e, f, g] = x;
  return std::tie(a, b, c, d, e, f, g);
}
template <class Tag>
static auto fields(const numbered<Tag>& x) {
  const auto& [a, b] = x;
  return std::tie(a, b);
}
static auto fields(const node_handshake& x) {
  const auto& [a, b, c, d, e] = x;
  return std::tie(a, b, c, d, e);
}
static auto fields(const node_report& x) {
  const auto& [a, b, c, d] = x;
  return std::tie(a, b, c, d);
}
static auto fields(const lease_grant& x) {
  const auto& [a, b, c, d, e, f, g] = x;
  return std::tie(a, b, c, d, e, f, g);
}
static auto fields(const work_result& x) {
  const auto& [a, b, c, d] = x;
  return std::tie(a, b, c, d);
}
static auto fields(const file_chunk& x) {
  const auto& [a, b, c, d] = x;
  return std::tie(a, b, c, d);
}
static auto fields(const campaign::contact_info& x) {
  const auto& [a, b, c] = x;
  return std::tie(a, b, c);
}
static auto fields(const campaign::network_limits& x) {
  const auto& [a, b, c, d, e, f, g, h, i, j, k] = x;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k);
}
static auto fields(const campaign::washing_settings& x) {
  const auto& [a, b, c, d, e, f] = x;
  return std::tie(a, b, c, d, e, f);
}
static auto fields(const campaign::document_limits& x) {
  const auto& [a, b, c, d, e, f, g, h] = x;
  return std::tie(a, b, c, d, e, f, g, h);
}
static auto fields(const washing_terms& x) {
  const auto& [isolation, contact, network, washing, limits, raw, now, addresses, discovery, robots, hosts,
               public_base, record_specs] = x;
  return std::tuple_cat(
      std::tie(isolation, raw, now, addresses.connections, addresses.delay, discovery.follow,
               discovery.predicates, discovery.scope, robots, hosts, public_base, record_specs),
      fields(contact), fields(network), fields(washing), fields(limits));
}
template <class T>
static const std::vector<T>& fields(const std::vector<T>& x) {
  return x;
}

#define LAUNDROMAT_SAME(type)                                             \
  [[maybe_unused]] static bool operator==(const type& a, const type& b) { \
    return fields(a) == fields(b);                                        \
  }
LAUNDROMAT_SAME(http_header)
LAUNDROMAT_SAME(http_hop)
LAUNDROMAT_SAME(evidence)
LAUNDROMAT_SAME(clean_record)
LAUNDROMAT_SAME(unpack_budget)
LAUNDROMAT_SAME(staged_delta)
LAUNDROMAT_SAME(parse_outcome)
LAUNDROMAT_SAME(guess_outcome)
LAUNDROMAT_SAME(unpack_outcome)
#undef LAUNDROMAT_SAME

namespace {

constexpr timestamp noon = from_ms(1'225'815'600'000);
const record_hash some_entry = md5("entry");
const view some_view{"_org/org.example/a+1", {{layer_kind::gzip, 0}, {layer_kind::tar_member, 3}}};
const content_meta some_meta{newline_style::crlf, 42, 40, 3, sha256("body")};
const std::string bytes_of_any_kind{"\0\xFF\n\"ü", 7};

std::vector<defect> some_defects() {
  return {{errc::syntax_error, 17, 4, 2, 9, bytes_of_any_kind},
          {errc::bad_iri, 1, 2, 3, 4, "", treatment::repair, bytes_of_any_kind, "%20"}};
}

class round_trip : public ::testing::Test {
 protected:
  /// Expects that the strict reader reads the same value, and refuses every prefix of the bytes.
  template <class T>
  static void expect_read_strictly(const T& sent, std::string_view wire) {
    T read;
    wire_reader whole{wire};
    ASSERT_FALSE(whole(read));
    EXPECT_TRUE(whole.is_at_end());
    EXPECT_TRUE(fields(sent) == fields(read));
    for (std::size_t size = 0; size < wire.size(); ++size) {
      T less;
      wire_reader cut{wire.substr(0, size)};
      EXPECT_TRUE(cut(less)) << "cut to " << size << " of " << wire.size();
    }
  }

  round_trip() { config_.add_message_types<caf::id_block::laundromat>(); }

  template <class T>
  void expect_whole(const T& sent) {
    caf::actor_system system{config_};
    std::vector<char> wire;
    caf::binary_serializer to{system, wire};
    ASSERT_FALSE(to(const_cast<T&>(sent)));
    T received;
    caf::binary_deserializer from{system, wire};
    ASSERT_FALSE(from(received));
    EXPECT_TRUE(fields(sent) == fields(received)) << caf::deep_to_string(sent) << "\narrived as\n"
                                                  << caf::deep_to_string(received);
    EXPECT_FALSE(fields(sent) == fields(T{})) << "the value must differ from the default";
    expect_read_strictly(sent, {wire.data(), wire.size()});

    wire.clear();
    caf::binary_serializer message_to{system, wire};
    ASSERT_FALSE(message_to(caf::make_message(sent)));
    caf::message arrived;
    caf::binary_deserializer message_from{system, wire};
    ASSERT_FALSE(message_from(arrived));
    ASSERT_TRUE(arrived.match_elements<T>()) << "as a message it keeps its type";
    EXPECT_TRUE(fields(arrived.get_as<T>(0)) == fields(sent));
  }

  caf::actor_system_config config_;
};

TEST_F(round_trip, a_fetch_job) {
  expect_whole(fetch_job{7,
                         some_entry,
                         "http://own.example/ü",
                         noon,
                         3,
                         sha256("before"),
                         77,
                         "address 192.0.2.7",
                         true,
                         {some_entry, "http://own.example/final", "\"etag\"", "Sat, 28 Nov 2026 12:00:00 GMT",
                          sha256("body"), "text/turtle", "latin1"},
                         true,
                         true});
}

TEST_F(round_trip, an_unpack_job) {
  expect_whole(unpack_job{7,
                          some_entry,
                          some_view,
                          "latin1",
                          {1, 2, 3, 4, 5},
                          "text/turtle",
                          bytes_of_any_kind,
                          "http://own.example/base",
                          sha256("before"),
                          3,
                          {{errc::truncated_stream, 9, "cut", 2, 3}},
                          12,
                          from_ms(1'800'000'000'000),
                          true,
                          "http://own.example/meta.json"});
}

TEST_F(round_trip, a_guess_job) {
  expect_whole(guess_job{7, some_entry, some_view, "UTF-8", "text/turtle", bytes_of_any_kind, 3,
                         "http://own.example/base", from_ms(1'800'000'000'000), true});
}

TEST_F(round_trip, a_parse_job) {
  expect_whole(parse_job{7,
                         some_entry,
                         some_view,
                         "UTF-16LE",
                         rdf_format::trig,
                         "http://own.example/base",
                         "text/turtle",
                         sha256("before"),
                         "latin1",
                         3,
                         {{errc::truncated_stream, 9, "cut", 2, 3}},
                         12,
                         "box/a.csv",
                         "http://own.example/meta.json"});
}

TEST_F(round_trip, a_robots_job) {
  expect_whole(robots_job{"http://own.example/robots.txt", "address 192.0.2.7"});
}

TEST_F(round_trip, a_robots_outcome) {
  expect_whole(
      robots_outcome{errc::connection_reset, "200", 4, bytes_of_any_kind, "why", "192.0.2.7", true, "120"});
}

TEST_F(round_trip, a_fetch_outcome_with_every_hop) {
  const http_hop hop{"http://own.example/",
                     "301",
                     1,
                     1,
                     {{"Location", "/b"}, {"X-Odd", bytes_of_any_kind}},
                     noon,
                     std::chrono::microseconds{1'234},
                     99,
                     100,
                     "192.0.2.1",
                     errc::truncated_body,
                     "cut"};
  expect_whole(fetch_outcome{{event::retry_later, errc::http_status, "503", noon, noon + seconds{2}},
                             {hop, hop},
                             "raw",
                             "http://own.example/b",
                             "text/turtle",
                             "utf-8",
                             some_meta,
                             noon + seconds{60},
                             {},
                             {{layer_kind::gzip, 0}},
                             some_entry,
                             {{17, 123, 456}}});
}

TEST_F(round_trip, an_unpack_outcome_with_its_listing) {
  expect_whole(
      unpack_outcome{{event::children_found, errc::trailing_garbage, "d", noon, noon + seconds{1}},
                     some_view,
                     "UTF-8",
                     {{evidence_kind::encoding, "bom", "UTF-8", 1, true, "note"}},
                     layer_kind::zip_member,
                     {{3, bytes_of_any_kind, member_kind::symlink, 10, noon, 0644, errc::member_skipped},
                      {40,
                       "http://a.example/x",
                       member_kind::file,
                       7,
                       noon,
                       0,
                       errc::ok,
                       {{errc::warc_record_truncated, 40, "cut"}},
                       "http://a.example/x",
                       "text/turtle",
                       "utf-8"}},
                     12'345,
                     some_defects()});
}

TEST_F(round_trip, a_guess_outcome) {
  announcements announced;
  announced.uris = {
      {"http://e/d", announced_as::dump, "k", "text/turtle", "sc:dataDump", noon, seconds{60}, 0.5, 9, 3},
      {"http://e/p", announced_as::page}};
  announced.datasets = {{"k",
                         "http://e/#d",
                         "label",
                         {"http://e/d"},
                         {"http://e/s"},
                         {"http://e/v"},
                         {{"http://e/id/", slicing_method::msg}},
                         {{"http://e/sparql", "*", slicing_method::cbd}},
                         seconds{3'600},
                         noon,
                         "licence",
                         "publisher",
                         1,
                         2,
                         3,
                         4,
                         5,
                         {"http://e/feature"},
                         {"http://e/table.csv"},
                         {"another licence"},
                         "1.2",
                         {{"http://e/1.1", "dcterms:replaces"}},
                         {{"http://mirror.example/d", "owl:sameAs"}}},
                        {"#2"}};
  note(announced, {}, {errc::dataset_rule, 7, "message"});
  announced.left_out = 2;
  expect_whole(guess_outcome{{event::announcements_found, errc::ok, "d", noon, noon + seconds{1}, announced},
                             rdf_format::unknown,
                             {},
                             {}});
  expect_whole(guess_outcome{{event::not_rdf, errc::non_rdf_format, "d", noon, noon + seconds{1}},
                             rdf_format::json_ld,
                             {{evidence_kind::format, "content", "JSON-LD", 2, true, "@context"}},
                             "<html>"});
}

TEST_F(round_trip, a_parse_outcome_with_every_defect) {
  expect_whole(parse_outcome{{event::statements_stored, errc::ok, "d", noon, noon + seconds{1}},
                             {sha256("clean"),
                              7,
                              1,
                              some_meta,
                              55,
                              noon,
                              {sha256("identity"), identity_kind::candidate},
                              {},
                              noon + seconds{9}},
                             "staged",
                             sha256("damage"),
                             {sha256("before"), "staged too"},
                             {sha256("ledger"), "staged too"},
                             9,
                             2,
                             some_meta,
                             true,
                             {triple_term_form::basic_encoding, direction_form::dropped},
                             {30, 2, 10},
                             "sock: http://sock.example/\n",
                             some_defects(),
                             {{errc::syntax_error, 1'000'000'000'000}, {errc::bad_iri, 1}},
                             {{"people", "records", 12}, {"people", "women", 3}}});
}

TEST_F(round_trip, an_outcome_with_fused_results_of_every_stage) {
  parse_outcome parsed;
  parsed.clean.hash = sha256("clean");
  parsed.staged = "staged";
  guess_outcome guessed;
  guessed.format = rdf_format::turtle;
  guessed.fused = parsed;
  unpack_outcome unpacked;
  unpacked.content = some_view;
  unpacked.fused = guessed;
  fetch_outcome fetched;
  fetched.raw_path = "raw";
  fetched.fused = unpacked;
  expect_whole(fetched);
  visit_staged(fetched, [](const std::string& name) { EXPECT_EQ(name, "staged"); });
}

TEST_F(round_trip, a_permit_answer_and_a_request_end) {
  expect_whole(
      permit_answer{errc::host_suspended, "later", noon, 7, true, retry_rule::retry, "address 192.0.2.7"});
  expect_whole(request_end{7, milliseconds{250}, errc::connection_reset, "503", "120", "192.0.2.7", true});
}

TEST_F(round_trip, the_ids_of_nodes_and_leases) {
  expect_whole(node_id{7, 3});
  expect_whole(lease_id{7, 1'000'000'000'000});
  expect_whole(std::vector{lease_id{7, 1}, lease_id{8, 2}});
}

TEST_F(round_trip, the_handshake_and_the_report_of_a_node) {
  expect_whole(node_handshake{bytes_of_any_kind, "build 7", 2, {1, 2, 3, 4}, 8'000'000'000});
  expect_whole(node_report{9, 17, {1, 2, 3, 4}, {{7, 16}, {7, 17}}});
}

TEST_F(round_trip, the_terms_of_a_campaign) {
  expect_whole(
      washing_terms{"none",
                    {"Laundromat", "https://own.example/", "crawl@own.example"},
                    {{"10.0.0.0/8"}, 1, 2, 3, 4, 5, 6, 7, {8, 9}},
                    {"strict", "basic-encoding", "dropped", "contexts", true, 3},
                    {1, 2, 3, 4, 5, 6, 7},
                    {"files", false, "all"},
                    noon,
                    {3, milliseconds{250}},
                    {{"dump", "sitemap"}, {"http://vocab.example/see"}, {"include host own.example"}},
                    {false},
                    {{"own.example", 0, {"Key: k"}, "user", "", "word", "http://proxy.example", 7}},
                    "http://own.example/wardrobe/",
                    "1:a2:{}0:"});
}

TEST_F(round_trip, a_lease_grant_and_its_result) {
  expect_whole(lease_grant{{7, 17}, {7, 3}, stage::parse, some_entry, 2, noon, seconds{9}});
  expect_whole(work_result{{7, 17}, bytes_of_any_kind, errc::worker_crashed, "why"});
}

TEST_F(round_trip, a_chunk_of_a_file) {
  expect_whole(file_chunk{chunk_bytes, chunk_bytes + 7, bytes_of_any_kind, sha256("file")});
}

TEST(wire_reader, a_number_that_an_enumeration_does_not_have_is_refused) {
  for (int number = 0; number < 256; ++number) {
    const std::string bytes(1, static_cast<char>(number));
    EXPECT_EQ(from_bytes<treatment>(bytes).has_value(), number <= 2) << number;
    EXPECT_EQ(from_bytes<errc>(bytes).has_value(), to_string(static_cast<errc>(number)) != "unknown")
        << number;
  }
}

TEST(wire_reader, a_size_above_the_number_of_bytes_is_refused_before_memory_is_allocated) {
  EXPECT_FALSE(from_bytes<std::string>("\xFF\xFF\xFF\xFF\x0F"));
  EXPECT_FALSE(from_bytes<std::vector<lease_id>>("\xFF\xFF\xFF\xFF\x0F"));
  EXPECT_FALSE(from_bytes<std::string>(std::string(100, '\xFF')));
}

TEST(wire_reader, a_list_that_would_take_far_more_memory_than_it_has_bytes_is_refused) {
  // A header of two empty texts has two bytes here and 64 in memory.
  constexpr std::size_t count = std::size_t{1} << 18;
  const std::string bytes = to_bytes(std::vector<http_header>(count));
  EXPECT_LT(bytes.size(), 2 * count + 8);
  EXPECT_FALSE(from_bytes<std::vector<http_header>>(bytes));
  EXPECT_TRUE(from_bytes<std::vector<http_header>>(to_bytes(std::vector<http_header>(1'000))));
}

}  // namespace
}  // namespace laundromat
