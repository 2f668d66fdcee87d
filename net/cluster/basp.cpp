// Reads and writes headers byte by byte.
// SPDX-License-Identifier: Apache-2.0
#include "net/cluster/basp.hpp"

namespace laundromat {

namespace {

constexpr std::uint64_t answer_bit = std::uint64_t{1} << 63U, answered_bit = std::uint64_t{1} << 62U,
                        category_bits = std::uint64_t{3} << 60U, normal_category = std::uint64_t{1} << 60U,
                        number_bits = (std::uint64_t{1} << 60U) - 1;

template <class Number>
Number read_number(std::string_view bytes, std::size_t at) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    number = (number << 8U) | static_cast<std::uint8_t>(bytes[at + i]);
  return static_cast<Number>(number);
}

void write_number(std::string& to, std::uint64_t number, unsigned bytes) {
  for (unsigned i = bytes; i-- > 0;) to += static_cast<char>((number >> (8 * i)) & 0xFFU);
}

}  // namespace

std::optional<basp_header> read_basp_header(std::string_view bytes) {
  if (bytes.size() < basp_header::size_bytes) return std::nullopt;
  basp_header read;
  read.operation = read_number<std::uint8_t>(bytes, 0);
  read.flags = read_number<std::uint8_t>(bytes, 3);
  read.payload_bytes = read_number<std::uint32_t>(bytes, 4);
  read.data = read_number<std::uint64_t>(bytes, 8);
  read.source = read_number<std::uint64_t>(bytes, 16);
  read.destination = read_number<std::uint64_t>(bytes, 24);
  return read;
}

std::string write_basp_header(const basp_header& header) {
  std::string bytes;
  write_number(bytes, header.operation, 1);
  write_number(bytes, 0, 2);
  write_number(bytes, header.flags, 1);
  write_number(bytes, header.payload_bytes, 4);
  write_number(bytes, header.data, 8);
  write_number(bytes, header.source, 8);
  write_number(bytes, header.destination, 8);
  return bytes;
}

bool is_async(std::uint64_t message_id) {
  return message_id == 0 || message_id == normal_category;
}

bool is_plain_request(std::uint64_t message_id) {
  return (message_id & (answer_bit | answered_bit)) == 0 && (message_id & category_bits) <= normal_category &&
         (message_id & number_bits) != 0;
}

bool is_answer(std::uint64_t message_id) {
  return (message_id & answer_bit) != 0;
}

std::uint64_t request_number(std::uint64_t message_id) {
  return message_id & number_bits;
}

}  // namespace laundromat
