// Begins and ends archives, and writes the list.
// SPDX-License-Identifier: Apache-2.0
#include "core/slicing/slice_archives.hpp"

#include <vector>

#include "core/codec/archive/tar_writer.hpp"
#include "core/slicing/document_name.hpp"

namespace laundromat {

namespace {

class tar_slices final : public slice_archive {
 public:
  tar_slices(byte_sink& file, worker_pool& workers) : packed_(file, &workers), tar_(packed_) {}

  result<void> add(const std::string& name, const slice& one, std::string_view lines) override {
    if (auto begun = tar_.begin(name, one.bytes); !begun) return begun;
    return tar_.write(lines);
  }
  result<void> add_long(const std::string& name, const slice& one,
                        const slice_sink::lines_opener& lines) override {
    if (auto begun = tar_.begin(name, one.bytes); !begun) return begun;
    auto source = lines();
    if (!source) return tl::unexpected(source.error());
    constexpr std::size_t chunk_bytes = std::size_t{1} << 18;
    std::vector<char> chunk(chunk_bytes);
    for (;;) {
      const auto n = (*source)->read(chunk);
      if (!n) return tl::unexpected(n.error());
      if (*n == 0) return {};
      if (auto written = tar_.write({chunk.data(), *n}); !written) return written;
    }
  }
  result<void> finish() override {
    auto done = tar_.finish();
    return done ? packed_.finish() : done;
  }

 private:
  block_gzip_sink packed_;
  tar_writer tar_;
};

}  // namespace

std::unique_ptr<slice_archive> make_tar_slices(byte_sink& file, worker_pool& workers) {
  return std::make_unique<tar_slices>(file, workers);
}

std::string slice_archives::name_of(slice_format format, std::uint64_t number) {
  constexpr std::size_t least_digits = 5;
  auto digits = std::to_string(number);
  digits.insert(0, digits.size() < least_digits ? least_digits - digits.size() : 0, '0');
  return "slices-" + digits + (format == slice_format::tar ? ".tar.gz" : ".warc.gz");
}

slice_archives::slice_archives(archive_settings settings, file_maker make_file, worker_pool& workers)
    : settings_(std::move(settings)), make_file_(std::move(make_file)), workers_(workers) {}
slice_archives::~slice_archives() = default;

result<std::string> slice_archives::begin(const slice& one) {
  if (!list_) {
    auto list = make_file_(std::string(list_name));
    if (!list) return tl::unexpected(list.error());
    list_file_ = *std::move(list);
    list_.emplace(*list_file_, &workers_);
  }
  if (!archive_) {
    const auto name = name_of(settings_.format, ++archives_);
    auto made = make_file_(name);
    if (!made) return tl::unexpected(made.error());
    file_ = *std::move(made);
    if (settings_.format == slice_format::tar) {
      folder_ = name.substr(0, name.find('.')) + "/";
      archive_ = make_tar_slices(*file_, workers_);
    } else {
      folder_ = name;
      archive_ = make_warc_slices(*file_, workers_, name, settings_.software);
    }
  }
  auto place = folder_;
  if (settings_.format == slice_format::tar) place += document_name(one.uri, one.has_graphs);
  line_.assign(place).append("\t").append(one.uri).append("\t").append(std::to_string(one.statements));
  line_.append(one.is_cut ? "\tcut\n" : "\t\n");
  if (auto listed = list_->write(line_); !listed) return tl::unexpected(listed.error());
  return place;
}

result<void> slice_archives::take(const slice& one, std::string_view lines) {
  const auto name = begin(one);
  if (!name) return tl::unexpected(name.error());
  if (auto added = archive_->add(*name, one, lines); !added) return added;
  return end();
}

result<void> slice_archives::take_long(const slice& one, const lines_opener& lines) {
  const auto name = begin(one);
  if (!name) return tl::unexpected(name.error());
  if (auto added = archive_->add_long(*name, one, lines); !added) return added;
  return end();
}

result<void> slice_archives::end() {
  return ++documents_ >= settings_.documents ? end_archive() : result<void>{};
}

result<void> slice_archives::end_archive() {
  documents_ = 0;
  if (!archive_) return {};
  auto done = archive_->finish();
  archive_.reset();
  if (done) done = file_->commit();
  file_.reset();
  return done;
}

result<void> slice_archives::finish() {
  if (auto ended = end_archive(); !ended) return ended;
  if (!list_) {
    auto list = make_file_(std::string(list_name));
    if (!list) return tl::unexpected(list.error());
    list_file_ = *std::move(list);
    list_.emplace(*list_file_, &workers_);
  }
  if (auto ended = list_->finish(); !ended) return ended;
  return list_file_->commit();
}

}  // namespace laundromat
