// CDXJ lines, as npm warcio prints them.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/cdxj.hpp"

#include <gtest/gtest.h>

namespace laundromat {

TEST(cdxj, a_line_is_what_warcio_prints) {
  cdxj_entry entry;
  entry.url = "http://a.example/documents/1.ttl";
  entry.date = from_ms(1'700'000'000'123);
  entry.mime = "text/turtle";
  entry.status = 200;
  entry.digest = "77a3";
  entry.length_bytes = 590;
  entry.offset = 280;
  entry.filename = "s.warc.gz";
  EXPECT_EQ(cdxj_line(entry),
            "example,a)/documents/1.ttl 20231114221320 "
            "{\"url\":\"http://a.example/documents/1.ttl\",\"mime\":\"text/turtle\","
            "\"status\":\"200\",\"digest\":\"77a3\",\"length\":\"590\",\"offset\":\"280\",\"filename\":\"s."
            "warc.gz\"}\n");
}

TEST(cdxj, bytes_of_strangers_are_valid_json) {
  cdxj_entry entry;
  entry.url = "http://a.example/\"\x01\xff";
  entry.date = from_ms(1'700'000'000'123);
  EXPECT_EQ(cdxj_line(entry),
            "example,a)/\"\x01\xff 20231114221320 "
            "{\"url\":\"http://a.example/\\\"\\u0001\xef\xbf\xbd\",\"length\":\"0\",\"offset\":\"0\"}\n");
}

}  // namespace laundromat
