// Compresses with ISA-L.
// SPDX-License-Identifier: Apache-2.0
#include "tests/net/gzip_text.hpp"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <vector>

namespace laundromat::test {
namespace {

/// Compresses `times` times the same `chunk` into one stream.
std::string compressed(std::string_view chunk, std::uint64_t times, std::uint16_t format) {
  isal_zstream stream;
  isal_deflate_init(&stream);
  std::vector<std::uint8_t> work(ISAL_DEF_LVL3_DEFAULT);
  stream.level = 3;
  stream.level_buf = work.data();
  stream.level_buf_size = static_cast<std::uint32_t>(work.size());
  stream.gzip_flag = format;
  std::string out;
  std::vector<std::uint8_t> buffer(65'536);
  for (std::uint64_t i = 0; i < std::max<std::uint64_t>(times, 1); ++i) {
    stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(chunk.data()));
    stream.avail_in = static_cast<std::uint32_t>(chunk.size());
    stream.end_of_stream = i + 1 >= times ? 1 : 0;
    do {
      stream.next_out = buffer.data();
      stream.avail_out = static_cast<std::uint32_t>(buffer.size());
      isal_deflate(&stream);
      out.append(reinterpret_cast<const char*>(buffer.data()), buffer.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  }
  return out;
}

}  // namespace

std::string gzipped(std::string_view bytes) {
  return compressed(bytes, 1, IGZIP_GZIP);
}
std::string deflated(std::string_view bytes) {
  return compressed(bytes, 1, IGZIP_ZLIB);
}
std::string gzip_bomb(std::uint64_t size_bytes) {
  const std::string zeros(std::size_t{1} << 20, '\0');
  return compressed(zeros, size_bytes >> 20, IGZIP_GZIP);
}

}  // namespace laundromat::test
