// An exchange with a Turtle document, as a fetcher hands it to the writer of records.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/codec/warc/write_exchange.hpp"

namespace laundromat {

/// `uri` and `body` outlive it.
[[nodiscard]] inline warc_exchange made_exchange(std::string_view uri, std::string_view body) {
  warc_exchange one;
  one.uri = uri;
  one.address = "192.0.2.1";
  one.begun = from_ms(1'700'000'000'000);
  one.request_head = "GET / HTTP/1.1\r\nHost: example.org\r\n\r\n";
  one.response_head = "HTTP/1.1 200 OK\r\nContent-Type: text/turtle\r\n\r\n";
  one.body = body;
  return one;
}

}  // namespace laundromat
