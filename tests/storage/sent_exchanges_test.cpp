// Exchanges from the segments of a worker node to those of its engine: copied when they are right, else refused as a whole.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "core/records/outcomes.hpp"
#include "storage/sharing/remote_files.hpp"
#include "tests/core/codec/made_exchange.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view at_grant = "_org/example.org/a";

class sent_exchanges : public ::testing::Test {
 protected:
  sent_exchanges() {
    warc_settings sent{"node", "", true, usual_segment_bytes, {}, true};
    EXPECT_TRUE(node_.write_segments({}, sent));
    EXPECT_TRUE(engine_.write_segments({}, {"laundry", "", true, usual_segment_bytes, {}, false}));
  }
  /// The node fetches a body of any size.
  warc_capture fetch(std::string_view uri, const std::string& body) {
    auto one = made_exchange(uri, body);
    if (body.size() <= most_small_body_bytes) return node_.segments().append(one).value();
    one.body = {};
    auto large = node_.segments().begin_large(one).value();
    EXPECT_TRUE(large->write(body));
    return large->finish("").value();
  }
  std::string bytes_of(const std::vector<segment_place>& places) {
    return *read_all(**node_.segments().open_exchanges(places), std::uint64_t{1} << 30);
  }
  /// The engine receives these bytes, and takes over what the result names.
  adopted_files receive(const std::string& bytes, const named_files& named) {
    remote_files files{{std::string(at_grant), {}, true, true}, engine_, clean_};
    std::uint64_t offset = 0;
    do {
      file_chunk chunk{offset, bytes.size(), bytes.substr(offset, chunk_bytes)};
      if (chunk.is_last()) chunk.digest = sha256(bytes);
      EXPECT_TRUE(files.write_body(chunk));
      offset = chunk.end_bytes();
    } while (offset < bytes.size());
    return files.adopt(named);
  }
  static named_files of(std::string uri, const std::string& body) {
    return {{}, {std::move(uri)}, body.size(), sha256(body)};
  }
  std::string body_at(const std::string& path) {
    const auto source = engine_.open(path);
    return source ? read_all(**source, std::uint64_t{1} << 30).value_or("") : to_string(source.error());
  }
  [[nodiscard]] std::string segments_of(std::string_view which) const {
    std::string all;
    for (const auto& one : fs::directory_iterator{folder_.path() / which})
      if (one.path().extension() == ".gz") all += read_file(one.path());
    return all;
  }
  [[nodiscard]] int segments_in(std::string_view which) const {
    int count = 0;
    for (const auto& one : fs::directory_iterator{folder_.path() / which})
      if (one.path().extension() == ".gz") ++count;
    return count;
  }

  temporary_folder folder_;
  raw_store node_ = *raw_store::at(folder_.path() / "node");
  raw_store engine_ = *raw_store::at(folder_.path() / "engine");
  clean_store clean_ = *clean_store::at(folder_.path() / "clean");
};

TEST_F(sent_exchanges, arrive_byte_for_byte_and_their_body_is_read_at_its_place) {
  for (const auto size :
       {std::size_t{13}, std::size_t{50'000}, most_small_body_bytes + 1, 2 * most_record_bytes}) {
    const std::string body(size, 'x');
    const auto uri = "http://example.org/" + std::to_string(size);
    const auto capture = fetch(uri, body);
    const auto bytes = bytes_of({capture.records});
    const auto adopted = receive(bytes, of(uri, body));
    ASSERT_TRUE(adopted.fault) << adopted.fault.error().detail;
    EXPECT_TRUE(warc_place_of(adopted.body)) << adopted.body;
    EXPECT_TRUE(body_at(adopted.body) == body) << size;
    EXPECT_NE(segments_of("engine").find(bytes), std::string::npos) << size;
    EXPECT_EQ(engine_.segments().head(*warc_capture_of(adopted.body)).value_or(""),
              "HTTP/1.1 200 OK\r\nContent-Type: text/turtle\r\n\r\n");
    EXPECT_FALSE(engine_.holds(at_grant).value()) << "what was received is removed";
  }
}

TEST_F(sent_exchanges, of_a_redirect_come_with_those_of_its_target) {
  const std::string body = "<a> <b> <c> .";
  auto moved = made_exchange("http://example.org/a", "moved");
  moved.response_head = "HTTP/1.1 301 Moved\r\nLocation: /b\r\n\r\n";
  const auto first = node_.segments().append(moved).value().records;
  const auto second = fetch("http://example.org/b", body).records;
  const named_files named{{}, {"http://example.org/a", "http://example.org/b"}, body.size(), sha256(body)};
  const auto adopted = receive(bytes_of({first, second}), named);
  ASSERT_TRUE(adopted.fault) << adopted.fault.error().detail;
  EXPECT_EQ(body_at(adopted.body), body);
  EXPECT_NE(segments_of("engine").find(bytes_of({first})), std::string::npos);
}

TEST_F(sent_exchanges, of_a_download_without_a_body_come_too) {
  const auto failed =
      node_.segments().append_failure(made_exchange("http://example.org/a", ""), "http_timeout", "").value();
  const auto adopted = receive(bytes_of({failed}), {{}, {"http://example.org/a"}, 0, {}});
  EXPECT_TRUE(adopted.fault);
  EXPECT_EQ(adopted.body, "");
  EXPECT_NE(segments_of("engine").find(bytes_of({failed})), std::string::npos);
}

TEST_F(sent_exchanges, with_a_known_body_become_a_revisit) {
  const std::string body(5'000, 'x');
  const auto uri = std::string("http://example.org/a");
  const auto first = receive(bytes_of({fetch(uri, body).records}), of(uri, body));
  const auto second = receive(bytes_of({fetch(uri, body).records}), of(uri, body));
  ASSERT_TRUE(first.fault && second.fault);
  EXPECT_TRUE(second.body.starts_with(first.body + '@')) << second.body;
  EXPECT_EQ(body_at(second.body), body);
}

TEST_F(sent_exchanges, that_are_wrong_leave_nothing) {
  const std::string body = "<a> <b> <c> .", uri = "http://example.org/a";
  const auto good = bytes_of({fetch(uri, body).records});
  auto flipped = good;
  flipped[good.size() / 2] ^= 1;
  const struct {
    std::string_view what;
    std::string bytes;
    named_files named;
  } cases[] = {
      {"a changed byte", flipped, of(uri, body)},
      {"a cut member", good.substr(0, good.size() - 9), of(uri, body)},
      {"another body than that of the result", good, of(uri, "<a> <b> <d> .")},
      {"another length", good, {{}, {uri}, body.size() + 1, sha256(body)}},
      {"another address", good, of("http://example.org/b", body)},
      {"the exchange twice", good + good, of(uri, body)},
      {"no exchange", "", of(uri, body)},
      {"no record", "soap", of(uri, body)},
      {"a good exchange and a bad one", good + flipped, {{}, {uri, uri}, body.size(), sha256(body)}},
  };
  for (const auto& one : cases) {
    const auto adopted = receive(one.bytes, one.named);
    EXPECT_FALSE(adopted.fault) << one.what;
    EXPECT_EQ(adopted.body, "") << one.what;
    EXPECT_EQ(segments_of("engine"), "") << one.what;
    EXPECT_FALSE(engine_.holds(at_grant).value()) << one.what;
  }
  EXPECT_TRUE(receive(good, of(uri, body)).fault) << "the next one is not affected";
}

TEST_F(sent_exchanges, that_did_not_come_are_a_fault_only_where_a_body_is_named) {
  remote_files files{{std::string(at_grant), {}, true, true}, engine_, clean_};
  EXPECT_FALSE(files.adopt(of("http://example.org/a", "x")).fault);
  EXPECT_TRUE(files.adopt({}).fault);
}

TEST_F(sent_exchanges, of_a_node_never_refer_to_each_other_and_its_segments_go_when_all_are_released) {
  const std::string body(most_small_body_bytes + 1, 'x');
  const auto first = fetch("http://example.org/a", body), second = fetch("http://example.org/a", body);
  EXPECT_EQ(second.record, second.payload);
  const auto small = fetch("http://example.org/b", "small");
  const std::vector<segment_place> places{first.records, second.records, small.records};
  EXPECT_EQ(segments_in("node"), 3);
  node_.segments().release(places);
  EXPECT_EQ(segments_in("node"), 1) << "the last one is appended to";
  EXPECT_EQ(fetch("http://example.org/b", "small").record.serial, small.record.serial);
}

}  // namespace
}  // namespace laundromat
