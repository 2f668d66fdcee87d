// Searches by interpolation, because hashes are uniform, and by halves.
// SPDX-License-Identifier: Apache-2.0
#include "storage/mentions/mention_run.hpp"

#include <isa-l/crc.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace laundromat {

namespace {

constexpr std::string_view magic{"laundromat where\1\0\0\0", 20};
constexpr std::size_t end_bytes = 32;
/// Read at once, sequentially, and at the end of a search.
constexpr std::size_t mentions_at_once = 4'096, searched_at_once = 64;

std::uint32_t crc_of(std::uint32_t before, std::string_view bytes) {
  return crc32_gzip_refl(before, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}

tl::unexpected<failure> damaged(const std::string& name, std::string_view why) {
  return fail(errc::archive_damaged, name + ' ' + std::string{why});
}

std::string end_of_run(std::uint32_t crc, std::uint64_t size) {
  std::string text{magic};
  text.append(reinterpret_cast<const char*>(&crc), sizeof crc);
  text.append(reinterpret_cast<const char*>(&size), sizeof size);
  return text;
}

result<void> read_at(int fd, std::uint64_t offset, std::span<char> into, const std::string& name) {
  for (std::size_t done = 0; done < into.size();) {
    const auto n = ::pread(fd, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return fail_errno("read", name);
    if (n == 0) return damaged(name, "is shorter than it says");
    done += static_cast<std::size_t>(n);
  }
  return {};
}

}  // namespace

result<mention_run> mention_run::open(const safe_folder& folder, const std::string& name) {
  auto opened = folder.open_to_read(name);
  if (!opened) return tl::unexpected(opened.error());
  struct stat about {};
  if (::fstat(opened->get(), &about) != 0) return fail_errno("examine", name);
  const auto bytes = static_cast<std::uint64_t>(about.st_size);
  std::string end(end_bytes, '\0');
  if (bytes < end_bytes) return damaged(name, "is no index of mentions");
  if (auto done = read_at(opened->get(), bytes - end_bytes, end, name); !done)
    return tl::unexpected(done.error());
  std::uint32_t crc = 0;
  std::uint64_t size = 0;
  std::memcpy(&crc, end.data() + magic.size(), sizeof crc);
  std::memcpy(&size, end.data() + magic.size() + sizeof crc, sizeof size);
  if (!end.starts_with(magic) || size > bytes / mention_bytes || size * mention_bytes + end_bytes != bytes)
    return damaged(name, "is no index of mentions");
  return mention_run{name, std::make_shared<const file_descriptor>(*std::move(opened)), size, crc};
}

result<void> mention_run::read(std::uint64_t first, std::size_t mentions, std::string& into) const {
  into.resize(mentions * mention_bytes);
  return read_at(file_->get(), first * mention_bytes, into, name_);
}

result<std::uint64_t> mention_run::key_at(std::uint64_t number) const {
  std::string bytes;
  if (auto done = read(number, 1, bytes); !done) return tl::unexpected(done.error());
  return read_mention(bytes.data()).key();
}

result<std::uint64_t> mention_run::lower_bound(std::uint64_t key) const {
  std::uint64_t low = 0, high = size_, low_key = 0, high_key = UINT64_MAX;
  for (int step = 0; high - low > searched_at_once; ++step) {
    // Where equal hashes are many interpolation gains little: every third step halves.
    const auto range = static_cast<double>(high - low);
    const auto share = step % 3 == 2 || high_key <= low_key
                           ? 0.5
                           : static_cast<double>(key - low_key) / static_cast<double>(high_key - low_key);
    const auto guess = std::clamp(low + static_cast<std::uint64_t>(range * share), low, high - 1);
    const auto found = key_at(guess);
    if (!found) return found;
    if (*found < key) {
      low = guess + 1;
      low_key = *found;
    } else {
      high = guess;
      high_key = *found;
    }
  }
  std::string bytes;
  if (auto done = read(low, static_cast<std::size_t>(high - low), bytes); !done)
    return tl::unexpected(done.error());
  for (std::size_t at = 0; at < bytes.size() && read_mention(bytes.data() + at).key() < key;
       at += mention_bytes)
    ++low;
  return low;
}

result<std::vector<mention>> mention_run::find(std::uint32_t iri, std::uint32_t document,
                                               std::size_t limit) const {
  const auto first = lower_bound(mention{iri, document, 0, 0}.key());
  if (!first) return tl::unexpected(first.error());
  std::vector<mention> found;
  std::string bytes;
  for (auto at = *first; at < size_ && found.size() < limit;) {
    const auto count = std::min<std::uint64_t>({size_ - at, mentions_at_once, limit - found.size()});
    if (auto done = read(at, static_cast<std::size_t>(count), bytes); !done)
      return tl::unexpected(done.error());
    for (std::size_t i = 0; i < bytes.size(); i += mention_bytes) {
      const auto one = read_mention(bytes.data() + i);
      if (one.iri != iri) return found;
      found.push_back(one);
    }
    at += count;
  }
  return found;
}

result<std::uint64_t> mention_run::count(std::uint32_t iri) const {
  const auto first = lower_bound(mention{iri, 0, 0, 0}.key());
  if (!first) return first;
  if (iri == UINT32_MAX) return size_ - *first;
  const auto behind = lower_bound(mention{iri + 1, 0, 0, 0}.key());
  if (!behind) return behind;
  return *behind - *first;
}

result<bool> mention_run::reader::next(mention& into) {
  if (at_ == run_->size_) {
    if (crc_ != run_->crc_) return damaged(run_->name_, "has another checksum than it says");
    return false;
  }
  if (used_ == buffer_.size()) {
    const auto count = std::min<std::uint64_t>(run_->size_ - at_, mentions_at_once);
    if (auto done = run_->read(at_, static_cast<std::size_t>(count), buffer_); !done)
      return tl::unexpected(done.error());
    crc_ = crc_of(crc_, buffer_);
    used_ = 0;
  }
  into = read_mention(buffer_.data() + used_);
  used_ += mention_bytes;
  ++at_;
  return true;
}

result<mention_run_writer> mention_run_writer::begin(const safe_folder& folder, const std::string& name,
                                                     const disk_sync& disk) {
  auto file = folder.stage(name + ".new", name, &disk);
  if (!file) return tl::unexpected(file.error());
  return mention_run_writer{*std::move(file), name, disk};
}

result<void> mention_run_writer::add(const mention& next) {
  if (!last_.empty() && last_.back().key() != next.key()) {
    write_mention(buffer_, last_.back());
    ++size_;
    last_.clear();
    if (buffer_.size() >= mentions_at_once * mention_bytes)
      if (auto written = flush(); !written) return written;
  }
  append_mention(last_, next);
  return {};
}

result<void> mention_run_writer::flush() {
  crc_ = crc_of(crc_, buffer_);
  auto written = file_->write(buffer_);
  buffer_.clear();
  return written;
}

result<std::uint64_t> mention_run_writer::finish() {
  if (!last_.empty()) {
    write_mention(buffer_, last_.back());
    ++size_;
  }
  auto done = flush();
  if (done) done = file_->write(end_of_run(crc_, size_));
  if (done) done = disk_->file(file_->descriptor(), name_);
  if (done) done = file_->commit();
  return done ? result<std::uint64_t>{size_} : tl::unexpected(done.error());
}

}  // namespace laundromat
