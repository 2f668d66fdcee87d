// Writes fixtures with libarchive.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/codec/support.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <iconv.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <random>
#include <stdexcept>

#include "core/codec/compression/block_gzip.hpp"

namespace laundromat::testing {

namespace {

class chopped_source final : public byte_source {
 public:
  chopped_source(std::string bytes, std::uint32_t seed, std::size_t longest)
      : bytes_(std::move(bytes)), random_(seed), longest_(longest) {}
  result<std::size_t> read(std::span<char> buffer) override {
    const auto wanted = std::uniform_int_distribution<std::size_t>(1, longest_)(random_);
    const auto n = std::min({buffer.size(), wanted, bytes_.size() - at_});
    std::memcpy(buffer.data(), bytes_.data() + at_, n);
    at_ += n;
    return n;
  }

 private:
  std::string bytes_;
  std::mt19937 random_;
  std::size_t longest_, at_ = 0;
};

class failing_source final : public byte_source {
 public:
  explicit failing_source(std::string bytes) : good_(make_memory_source(std::move(bytes))) {}
  result<std::size_t> read(std::span<char> buffer) override {
    auto n = good_->read(buffer);
    if (n && *n == 0) return fail(errc::io_failed, "the disk is gone");
    return n;
  }

 private:
  byte_source_ptr good_;
};

void check(int code, archive* a) {
  if (code < ARCHIVE_WARN) throw std::runtime_error(archive_error_string(a));
}

la_ssize_t append(archive*, void* out, const void* bytes, std::size_t size) {
  static_cast<std::string*>(out)->append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

int open_string(archive* a, std::string& out) {
  archive_write_set_bytes_in_last_block(a, 1);
  return archive_write_open(a, &out, nullptr, append, nullptr);
}

unsigned file_type(char type) {
  switch (type) {
    case 'd':
      return AE_IFDIR;
    case 'l':
      return AE_IFLNK;
    case 'c':
      return AE_IFCHR;
    case 'p':
      return AE_IFIFO;
    default:
      return AE_IFREG;
  }
}

void write_member(archive* a, const made_member& member) {
  auto* entry = archive_entry_new();
  archive_entry_copy_pathname(entry, member.path.c_str());
  archive_entry_set_filetype(entry, file_type(member.type));
  archive_entry_set_perm(entry, 0644);
  archive_entry_set_mtime(entry, member.mtime, 0);
  const auto size = static_cast<la_int64_t>(member.type == 'f' ? member.data.size() : 0);
  archive_entry_set_size(entry, size);
  if (member.type == 'l') archive_entry_copy_symlink(entry, member.data.c_str());
  if (member.type == 'h') archive_entry_copy_hardlink(entry, member.data.c_str());
  check(archive_write_header(a, entry), a);
  if (member.type == 'f')
    check(static_cast<int>(
              std::min<la_ssize_t>(archive_write_data(a, member.data.data(), member.data.size()), 0)),
          a);
  archive_entry_free(entry);
}

}  // namespace

byte_source_ptr make_chopped_source(std::string bytes, std::uint32_t seed, std::size_t longest_chunk) {
  return std::make_unique<chopped_source>(std::move(bytes), seed, longest_chunk);
}

byte_source_ptr make_failing_source(std::string bytes) {
  return std::make_unique<failing_source>(std::move(bytes));
}

result<std::string> drain(byte_source& source, std::size_t chunk_bytes) {
  std::string out, chunk(chunk_bytes, '\0');
  for (;;) {
    auto n = source.read(chunk);
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) return out;
    out.append(chunk, 0, *n);
  }
}

std::string make_archive(const std::string& format, const std::vector<made_member>& members,
                         const std::string& options) {
  std::string out;
  auto* a = archive_write_new();
  check(archive_write_set_format_by_name(a, format.c_str()), a);
  if (!options.empty()) check(archive_write_set_options(a, options.c_str()), a);
  check(open_string(a, out), a);
  for (const auto& member : members) write_member(a, member);
  check(archive_write_close(a), a);
  archive_write_free(a);
  return out;
}

std::string compress(layer_kind kind, std::string_view bytes) {
  if (kind == layer_kind::gzip) {
    string_sink out;
    block_gzip_sink sink(out);
    if (!sink.write(bytes) || !sink.finish()) throw std::runtime_error("block_gzip_sink");
    return out.text;
  }
  // libarchive's lz4 writer crashes when it gets no bytes.
  if (kind == layer_kind::lz4 && bytes.empty()) return {"\x04\x22\x4D\x18\x40\x40\xC0\0\0\0\0", 11};
  std::string out;
  auto* a = archive_write_new();
  check(archive_write_set_format_raw(a), a);
  check(archive_write_add_filter_by_name(a, std::string(to_string(kind)).c_str()), a);
  check(open_string(a, out), a);
  write_member(a, {"x", std::string(bytes)});
  check(archive_write_close(a), a);
  archive_write_free(a);
  return out;
}

std::string make_sparse_tar(std::string_view path, std::uint64_t hole_bytes, char data) {
  const auto octal = [](std::uint64_t value) {
    char text[12];
    std::snprintf(text, sizeof text, "%011llo", static_cast<unsigned long long>(value));
    return std::string(text, sizeof text);
  };
  std::string header(512, '\0');
  header.replace(0, path.size(), path);
  header.replace(100, 7, "0000644");
  header.replace(124, 12, octal(1));
  header.replace(136, 12, octal(0));
  header[156] = 'S';
  header.replace(257, 7, "ustar  ");
  header.replace(386, 12, octal(hole_bytes));
  header.replace(398, 12, octal(1));
  header.replace(483, 12, octal(hole_bytes + 1));
  header.replace(148, 8, "        ");
  std::uint64_t sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  header.replace(148, 7, octal(sum).substr(5));
  return header + data + std::string(511, '\0');
}

std::string from_utf8(std::string text, const char* encoding) {
  const auto handle = iconv_open(encoding, "UTF-8");
  std::string out(text.size() * 4 + 16, '\0');
  char *in = text.data(), *to = out.data();
  std::size_t in_left = text.size(), to_left = out.size();
  const auto failed = static_cast<std::size_t>(-1);
  if (iconv(handle, &in, &in_left, &to, &to_left) == failed ||
      iconv(handle, nullptr, nullptr, &to, &to_left) == failed)
    throw std::runtime_error(encoding);
  iconv_close(handle);
  out.resize(out.size() - to_left);
  return out;
}

std::string some_text(std::size_t lines, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::string out;
  for (std::size_t i = 0; i < lines; ++i)
    out += "<http://example.org/s/" + std::to_string(random() % 100'000) + "> <http://example.org/p/" +
           std::to_string(i % 7) + "> \"" + std::to_string(random()) + "\" .\n";
  return out;
}

}  // namespace laundromat::testing
