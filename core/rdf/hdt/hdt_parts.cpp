// Writes the smallest parts of an HDT.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/hdt/hdt_parts.hpp"

namespace laundromat {

namespace {

template <class Word>
void append_little_endian(std::string& out, Word word) {
  for (std::size_t i = 0; i < sizeof word; ++i) out += static_cast<char>(word >> (8 * i) & 0xFF);
}

}  // namespace

void append_vbyte(std::string& out, std::uint64_t number) {
  for (; number > 0x7F; number >>= 7) out += static_cast<char>(number & 0x7F);
  out += static_cast<char>(number | 0x80);
}

void append_control_information(std::string& out, hdt_part part, std::string_view format,
                                std::string_view properties) {
  std::string text = "$HDT";
  text += static_cast<char>(part);
  text.append(format) += '\0';
  text.append(properties) += '\0';
  out.append(text);
  append_little_endian(out, crc16_of(text));
}

void end_head(std::string& out, std::size_t from) {
  out += static_cast<char>(crc8_of(std::string_view{out}.substr(from)));
}

result<void> checked_sink::finish() {
  std::string end;
  append_little_endian(end, crc_.value());
  return out_.write(end);
}

result<void> write_checked(byte_spool& from, byte_sink& out) {
  checked_sink checked{out};
  auto done = from.read([&](std::string_view piece) { return checked.write(piece); });
  return done ? checked.finish() : done;
}

}  // namespace laundromat
