// Compares bytes with magic numbers, and checks the checksum that distinguishes a tar header from text.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/sniff.hpp"

#include "core/codec/warc/record_head.hpp"

namespace laundromat {

namespace {

using namespace std::string_view_literals;

struct magic {
  std::string_view bytes;
  std::size_t offset;
  layer_kind kind;
};

constexpr magic decodable[] = {
    {"\xFD"
     "7zXZ\0"sv,
     0, layer_kind::xz},
    {"\x28\xB5\x2F\xFD"sv, 0, layer_kind::zstd},
    {"\x04\x22\x4D\x18"sv, 0, layer_kind::lz4},
    {"\x02\x21\x4C\x18"sv, 0, layer_kind::lz4},  // the legacy frame
    {"PK\x03\x04"sv, 0, layer_kind::zip_member},
    {"PK\x05\x06"sv, 0, layer_kind::zip_member},  // an empty one
    {"7z\xBC\xAF\x27\x1C"sv, 0, layer_kind::sevenzip_member},
};

struct refused_magic {
  std::string_view bytes;
  std::size_t offset;
  std::string_view name;
};

constexpr refused_magic refused[] = {
    {"Rar!\x1A\x07"sv, 0, "rar"},
    {"MSCF\0\0\0\0"sv, 0, "cab"},
    {"!<arch>\n"sv, 0, "ar"},
    {"xar!\0\x1C"sv, 0, "xar"},
    {"070701"sv, 0, "cpio"},
    {"070702"sv, 0, "cpio"},
    {"070707"sv, 0, "cpio"},
    {"\xED\xAB\xEE\xDB"sv, 0, "rpm"},
    {"LZIP\x01"sv, 0, "lzip"},
    {"\x89LZO\0\r\n\x1A\n"sv, 0, "lzop"},
    {"\x1F\x9D"sv, 0, "compress"},
    {"LRZI"sv, 0, "lrzip"},
    {"-lh"sv, 2, "lha"},
    {"CD001"sv, 32769, "iso9660"},
    {"PK\x07\x08PK"sv, 0, "split zip"},
};

bool has(std::string_view head, std::string_view bytes, std::size_t offset) {
  return head.size() >= offset + bytes.size() && head.substr(offset, bytes.size()) == bytes;
}

/// `BZh1` to `BZh9`, then the start of a block or of the end: text may begin with `BZh1` alone.
bool is_bzip2(std::string_view head) {
  return has(head, "BZh", 0) && head.size() >= 10 && head[3] >= '1' && head[3] <= '9' &&
         (has(head, "1AY&SY", 4) || has(head, "\x17\x72\x45\x38\x50\x90", 4));
}

/// Magic, method deflate, no reserved flag.
bool is_gzip(std::string_view head) {
  return has(head, "\x1F\x8B\x08", 0) && (head.size() < 4 || (head[3] & 0xE0) == 0);
}

/// The octal number of a tar header field; -1 when there is none.
long octal(std::string_view field) {
  while (!field.empty() && field.front() == ' ') field.remove_prefix(1);
  long value = -1;
  for (const char c : field) {
    if (c < '0' || c > '7') return c == ' ' || c == '\0' ? value : -1;
    value = (value < 0 ? 0 : value) * 8 + (c - '0');
  }
  return value;
}

/// A tar header contains the sum of its bytes, with the eight bytes of that field taken as spaces. Old programs summed
/// signed bytes.
bool is_tar(std::string_view head) {
  constexpr std::size_t at = 148, length = 8;
  if (head.size() < sniff_bytes || head.front() == '\0') return false;
  const auto stated = octal(head.substr(at, length));
  long plain = 0, with_sign = 0;
  for (std::size_t i = 0; i < sniff_bytes; ++i) {
    const char c = i >= at && i < at + length ? ' ' : head[i];
    plain += static_cast<unsigned char>(c);
    with_sign += static_cast<signed char>(c);
  }
  return stated > 0 && (stated == plain || stated == with_sign);
}

/// The method field of LHA: `-lh0-` to `-lh7-` at offset 2, so that text with such a word is not mistaken for LHA.
bool is_lha(std::string_view head) {
  return has(head, "-lh", 2) && head.size() >= 21 && head[6] == '-' &&
         static_cast<unsigned char>(head[20]) <= 3;
}

/// A cpio header in characters continues with digits; text that begins with such a number does not.
bool is_cpio(std::string_view head) {
  constexpr std::size_t header_bytes = 76;
  return head.size() >= header_bytes &&
         head.substr(0, header_bytes).find_first_not_of("0123456789abcdefABCDEF") == head.npos;
}

/// The version line of WARC, or the first line of ARC, which describes the file itself.
bool is_web_archive(std::string_view head) {
  if (head.starts_with("WARC/")) return head.find('\n') <= 12 && begins_warc_record(head);
  return head.starts_with("filedesc:") && parse_arc_line(head.substr(0, head.find('\n'))).has_value();
}

/// A second check of short magics that text may begin with.
bool is_confirmed(const refused_magic& m, std::string_view head) {
  if (m.name == "lha") return is_lha(head);
  return m.name != "cpio" || is_cpio(head);
}

/// Takes a multibyte integer (xz format 1.2) off the front; nothing when it is not complete.
std::optional<std::uint64_t> take_integer(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size() && i < 9; ++i) {
    const auto c = static_cast<unsigned char>(bytes[i]);
    value |= std::uint64_t{c & 0x7Fu} << (7 * i);
    if (c & 0x80) continue;
    bytes.remove_prefix(i + 1);
    return value;
  }
  return std::nullopt;
}

/// LZMA2 encodes sizes as 2^n or 3 * 2^n, the largest as 4 GiB - 1 (xz format 5.3.1).
std::uint64_t lzma2_dictionary_bytes(unsigned char bits) {
  if (bits >= 40) return 0xFFFF'FFFF;
  return (std::uint64_t{2} | (bits & 1u)) << (bits / 2 + 11);
}

}  // namespace

std::uint64_t xz_dictionary_bytes(std::string_view head) {
  constexpr std::size_t stream_header_bytes = 12;
  constexpr std::uint64_t lzma2 = 0x21;
  if (head.size() < stream_header_bytes + 2) return 0;
  const auto flags = static_cast<unsigned char>(head[stream_header_bytes + 1]);
  auto rest = head.substr(stream_header_bytes + 2);
  for (const unsigned size_field : {0x40u, 0x80u})
    if ((flags & size_field) && !take_integer(rest)) return 0;
  for (unsigned filter = 0; filter <= (flags & 3u); ++filter) {
    const auto id = take_integer(rest);
    const auto length = id ? take_integer(rest) : std::nullopt;
    if (!length || *length > rest.size()) return 0;
    if (*id == lzma2 && *length == 1) return lzma2_dictionary_bytes(static_cast<unsigned char>(rest[0]));
    rest.remove_prefix(*length);
  }
  return 0;
}

sniffed sniff(std::string_view head) {
  if (is_gzip(head)) return {layer_kind::gzip, {}};
  if (is_bzip2(head)) return {layer_kind::bzip2, {}};
  for (const auto& m : decodable)
    if (has(head, m.bytes, m.offset)) return {m.kind, {}};
  if (is_web_archive(head)) return {layer_kind::warc_member, {}};
  if (is_tar(head)) return {layer_kind::tar_member, {}};
  for (const auto& m : refused)
    if (has(head, m.bytes, m.offset) && is_confirmed(m, head)) return {std::nullopt, m.name};
  return {};
}

}  // namespace laundromat
