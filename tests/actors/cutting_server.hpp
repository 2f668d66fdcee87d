// A server with one large body, which it cuts off, and about which it may lie.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <random>
#include <sstream>
#include <string>

#include "tests/actors/fetcher_fixture.hpp"

namespace laundromat {

/// The value of a header of a request; empty when there is none.
inline std::string header_in(const std::string& request, const std::string& name) {
  const auto at = request.find("\r\n" + name + ": ");
  if (at == std::string::npos) return "";
  const auto begin = at + name.size() + 4;
  return request.substr(begin, request.find("\r\n", begin) - begin);
}

inline std::string random_text(std::size_t bytes, std::uint32_t seed) {
  std::mt19937 random{seed};
  std::string out(bytes, '\0');
  for (auto& c : out) c = static_cast<char>(random());
  return out;
}

/// A server with one large body, which it cuts off often.
struct cutting_server {
  std::string body = random_text(3'000'000, 1);
  std::string etag = "\"v1\"", last_modified;
  int cuts = 0;             ///< how many more answers are cut off at a random place
  bool is_chunked = false;  ///< the length of the first answer is unknown
  int mangled_part = -1;    ///< the number of the part that `mangle` changes, counted from 0
  std::function<void(std::size_t& first, std::size_t& last, std::size_t& total, std::string& part)> mangle;
  std::function<void(int request)> before;  ///< called with the number of each request
  std::mt19937 random{20'261'128};
  int requests = 0, parts = 0;

  [[nodiscard]] std::string validators() const {
    return "Date: Sat, 28 Nov 2026 12:00:00 GMT\r\n" + (etag.empty() ? "" : "ETag: " + etag + "\r\n") +
           (last_modified.empty() ? "" : "Last-Modified: " + last_modified + "\r\n");
  }
  raw_reply answer(const std::string& request) {
    if (path_of(request) == "/robots.txt") return http("404 Not Found", "", "");
    if (before) before(requests);
    ++requests;
    const auto range = header_in(request, "Range"), if_range = header_in(request, "If-Range");
    const bool is_same = !if_range.empty() && (if_range == etag || if_range == last_modified);
    std::size_t first = 0, last = body.size() - 1, total = body.size();
    std::string head;
    auto sent = body;
    if (range.starts_with("bytes=") && is_same) {
      first = std::stoul(range.substr(6));
      sent = body.substr(first);
      if (parts++ == mangled_part && mangle) mangle(first, last, total, sent);
      head = "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes " + std::to_string(first) + "-" +
             std::to_string(last) + "/" + std::to_string(total) +
             "\r\nContent-Length: " + std::to_string(sent.size()) + "\r\n";
    } else {
      head = "HTTP/1.1 200 OK\r\nContent-Type: text/turtle\r\n" +
             (is_chunked ? std::string{"Transfer-Encoding: chunked\r\n"}
                         : "Content-Length: " + std::to_string(sent.size()) + "\r\n");
      if (is_chunked) {
        std::ostringstream size;
        size << std::hex << sent.size();
        sent = size.str() + "\r\n" + sent + "\r\n0\r\n\r\n";
      }
    }
    head += validators() + "Connection: close\r\n\r\n";
    if (cuts > 0) {
      --cuts;
      sent.resize(sent.size() / 20 + random() % (sent.size() / 20));
    }
    return {head + sent, ending::close};
  }
};

}  // namespace laundromat
