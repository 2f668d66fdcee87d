// A reader of HDT for tests: it follows the description of the format, shares no code with the writer, and checks each checksum.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

/// What a file of HDT says.
struct read_hdt {
  using triple = std::array<std::string, 3>;

  std::string header;
  std::string dictionary_properties;
  std::array<std::vector<std::string>, 4> sections;  ///< shared, subjects, predicates, objects
  std::vector<triple> triples;
  std::vector<std::array<std::uint64_t, 3>> ids;
  std::uint64_t bits_of_y = 0, bits_of_z = 0;
};

/// Throws `std::runtime_error` at the first byte that is not as it must be.
class hdt_reading {
 public:
  explicit hdt_reading(std::string_view bytes) : bytes_(bytes) {}

  read_hdt read() {
    read_hdt found;
    expect_control(1, "<http://purl.org/HDT/hdt#HDTv1>");
    const auto length = expect_control(2, "ntriples");
    found.header = take(std::stoul(length.substr(length.find('=') + 1)));
    found.dictionary_properties = expect_control(3, "<http://purl.org/HDT/hdt#dictionaryFour>");
    for (auto& section : found.sections) section = read_section();
    if (expect_control(4, "<http://purl.org/HDT/hdt#triplesBitmap>") != "order=1;") fail("order");
    read_triples(found);
    if (at_ != bytes_.size()) fail("bytes after the end");
    return found;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(what + " before byte " + std::to_string(at_));
  }
  std::string take(std::size_t count) {
    if (count > bytes_.size() - at_) fail("the file is too short");
    at_ += count;
    return std::string{bytes_.substr(at_ - count, count)};
  }
  unsigned take_byte() { return static_cast<unsigned char>(take(1)[0]); }
  std::string take_text() {
    const auto end = bytes_.find('\0', at_);
    if (end == bytes_.npos) fail("a text has no end");
    auto text = take(end - at_);
    take(1);
    return text;
  }
  std::uint64_t take_vbyte() {
    std::uint64_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = take_byte();
      number += std::uint64_t{byte & 0x7F} << shift;
      if (byte >= 0x80) return number;
    }
  }

  /// A checksum bit by bit: the polynomial is reflected, the width at most 32.
  std::uint32_t reflected_crc(std::size_t from, std::uint32_t polynomial, std::uint32_t crc) const {
    for (const auto c : bytes_.substr(from, at_ - from)) {
      crc ^= static_cast<unsigned char>(c);
      for (int i = 0; i < 8; ++i) crc = (crc >> 1) ^ ((crc & 1) != 0 ? polynomial : 0);
    }
    return crc;
  }
  void expect_crc8(std::size_t from) {
    unsigned crc = 0;
    for (const auto c : bytes_.substr(from, at_ - from)) {
      crc ^= static_cast<unsigned char>(c);
      for (int i = 0; i < 8; ++i) crc = ((crc << 1) ^ ((crc & 0x80) != 0 ? 0x07 : 0)) & 0xFF;
    }
    if (take_byte() != crc) fail("CRC-8");
  }
  void expect_crc(std::uint32_t crc, int bytes) {
    for (int i = 0; i < bytes; ++i)
      if (take_byte() != (crc >> (8 * i) & 0xFF)) fail("CRC-" + std::to_string(8 * bytes));
  }
  void expect_crc32(std::size_t from) { expect_crc(~reflected_crc(from, 0x82F63B78, 0xFFFFFFFF), 4); }

  /// Returns the properties.
  std::string expect_control(unsigned type, std::string_view format) {
    const auto from = at_;
    if (take(4) != "$HDT") fail("$HDT");
    if (take_byte() != type) fail("type");
    if (const auto found = take_text(); found != format) fail(found);
    auto properties = take_text();
    expect_crc(reflected_crc(from, 0xA001, 0), 2);
    return properties;
  }

  /// Numbers of `width` bits, the lowest first, with their checksum.
  std::vector<std::uint64_t> read_bits(std::uint64_t width, std::uint64_t count, std::size_t bytes) {
    const auto from = at_;
    const auto data = take(bytes);
    expect_crc32(from);
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t i = 0; i < count; ++i) {
      std::uint64_t number = 0;
      for (std::uint64_t bit = 0; bit < width; ++bit) {
        const auto place = i * width + bit;
        number |= std::uint64_t{(static_cast<unsigned char>(data[place / 8]) >> (place % 8)) & 1U} << bit;
      }
      numbers.push_back(number);
    }
    return numbers;
  }
  std::vector<std::uint64_t> read_log_array() {
    const auto from = at_;
    if (take_byte() != 1) fail("log array");
    const auto width = take_byte();
    const auto count = take_vbyte();
    expect_crc8(from);
    return read_bits(width, count, (width * count + 7) / 8);
  }
  std::vector<std::uint64_t> read_bitmap() {
    const auto from = at_;
    if (take_byte() != 1) fail("bitmap");
    const auto count = take_vbyte();
    expect_crc8(from);
    return read_bits(1, count, (count + 7) / 8);
  }

  std::vector<std::string> read_section() {
    auto from = at_;
    if (take_byte() != 2) fail("section");
    const auto count = take_vbyte(), size = take_vbyte(), block = take_vbyte();
    expect_crc8(from);
    if (block != 16) fail("block size");
    const auto starts = read_log_array();
    if (starts.size() != (count + 15) / 16 + 1 || starts.back() != size) fail("starts of blocks");
    from = at_;
    std::vector<std::string> terms;
    for (std::uint64_t i = 0; i < count; ++i) {
      if (i % 16 == 0 && at_ - from != starts[i / 16]) fail("start of a block");
      const auto shared = i % 16 == 0 ? 0 : take_vbyte();
      if (shared > 0 && shared > terms.back().size()) fail("shared bytes");
      auto term = (shared > 0 ? terms.back().substr(0, shared) : "") + take_text();
      if (!terms.empty() && !(terms.back() < term)) fail("order of terms");
      terms.push_back(std::move(term));
    }
    if (at_ - from != size) fail("size of a section");
    expect_crc32(from);
    return terms;
  }

  void read_triples(read_hdt& found) {
    const auto last_y = read_bitmap(), last_z = read_bitmap();
    const auto y = read_log_array(), z = read_log_array();
    found.bits_of_y = last_y.size();
    found.bits_of_z = last_z.size();
    const auto term = [&](std::uint64_t id, std::size_t own) {
      const auto& shared = found.sections[0];
      return id <= shared.size() ? shared.at(id - 1) : found.sections[own].at(id - shared.size() - 1);
    };
    std::uint64_t subject = 1, pair = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
      found.ids.push_back({subject, y.at(pair), z[i]});
      found.triples.push_back({term(subject, 1), found.sections[2].at(y.at(pair) - 1), term(z[i], 3)});
      if (last_z.at(i) == 0) continue;
      subject += last_y.at(pair);
      ++pair;
    }
    if (pair != y.size()) fail("pairs");
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace laundromat
