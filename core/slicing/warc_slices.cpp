// Forms the records of a WARC on workers, in batches.
// SPDX-License-Identifier: Apache-2.0
#include <deque>
#include <future>
#include <utility>
#include <vector>

#include "core/codec/warc/stream_record.hpp"
#include "core/codec/warc/write_exchange.hpp"
#include "core/slicing/slice_archives.hpp"

namespace laundromat {

namespace {

constexpr std::string_view media_types[] = {"application/n-triples", "application/n-quads"};

/// Always the same, so that a dump always gives the same files; readers of archives take no date before 1990.
constexpr timestamp date_of_all{milliseconds{631'152'000'000}};

warc_record record_of(std::string_view uri, bool has_graphs) {
  warc_record one;
  one.type = warc_record_type::resource;
  one.target_uri = uri;
  one.date = date_of_all;
  one.content_type = media_types[has_graphs ? 1 : 0];
  return one;
}

/// Documents whose records are formed by one task.
struct record_batch {
  struct document {
    std::string uri;
    std::size_t begin, bytes;
    bool has_graphs;
  };
  std::vector<document> documents;
  std::string text;

  result<std::string> records() const {
    warc_record_writer writer;
    std::string out;
    for (const auto& one : documents) {
      auto record = record_of(one.uri, one.has_graphs);
      record.body = std::string_view(text).substr(one.begin, one.bytes);
      if (const auto written = writer.append(record, out); !written) return tl::unexpected(written.error());
    }
    return out;
  }
};

class warc_slices final : public slice_archive {
 public:
  warc_slices(byte_sink& file, worker_pool& workers, std::string_view name, std::string_view software)
      : file_(file), workers_(workers), name_(name), software_(software) {}
  ~warc_slices() override {
    for (auto& one : waiting_) workers_.wait(one);
  }

  result<void> add(const std::string& /*name*/, const slice& one, std::string_view lines) override {
    batch_.documents.push_back({std::string(one.uri), batch_.text.size(), lines.size(), one.has_graphs});
    batch_.text.append(lines);
    constexpr std::size_t batch_bytes = std::size_t{1} << 19;
    return batch_.text.size() < batch_bytes ? result<void>{} : pass_batch();
  }

  result<void> add_long(const std::string& /*name*/, const slice& one,
                        const slice_sink::lines_opener& lines) override {
    if (auto written = write_all(); !written) return written;
    // The front of a record has the digest and the length, so that the document is read once to learn them.
    const auto copy = [&](warc_stream_record& record, bool writes) -> result<void> {
      auto source = lines();
      if (!source) return tl::unexpected(source.error());
      std::vector<char> chunk(std::size_t{1} << 18);
      std::string out;
      for (;;) {
        const auto n = (*source)->read(chunk);
        if (!n) return tl::unexpected(n.error());
        if (*n == 0) return {};
        record.add({chunk.data(), *n}, out);
        if (auto written = writes ? file_.write(out) : result<void>{}; !written) return written;
        out.clear();
      }
    };
    auto first = warc_stream_record::begin(record_of(one.uri, one.has_graphs));
    if (!first) return tl::unexpected(first.error());
    auto second = warc_stream_record::begin(record_of(one.uri, one.has_graphs));
    if (!second) return tl::unexpected(second.error());
    if (auto read = copy(*first, false); !read) return read;
    if (auto written = file_.write(first->finish("").front); !written) return written;
    if (auto written = copy(*second, true); !written) return written;
    return file_.write(second->finish("").rest);
  }

  result<void> finish() override { return write_all(); }

 private:
  /// The first record of the file says what made it.
  result<void> begin() {
    if (std::exchange(has_begun_, true)) return {};
    warc_record info;
    info.type = warc_record_type::warcinfo;
    info.date = date_of_all;
    info.content_type = "application/warc-fields";
    info.filename = name_;
    const auto text = "software: " + software_ + "\r\nformat: WARC File Format 1.1\r\n";
    info.body = text;
    warc_record_writer writer;
    std::string out;
    if (const auto written = writer.append(info, out); !written) return tl::unexpected(written.error());
    return file_.write(out);
  }

  result<void> pass_batch() {
    if (auto begun = begin(); !begun) return begun;
    if (batch_.documents.empty()) return {};
    waiting_.push_back(workers_.run(
        [batch = std::make_shared<record_batch>(std::exchange(batch_, {}))] { return batch->records(); }));
    const std::size_t most_waiting = 2 * workers_.threads();
    return waiting_.size() > most_waiting ? write_oldest() : result<void>{};
  }
  result<void> write_oldest() {
    workers_.wait(waiting_.front());
    const auto records = waiting_.front().get();
    waiting_.pop_front();
    return records ? file_.write(*records) : result<void>{tl::unexpected(records.error())};
  }
  result<void> write_all() {
    if (auto passed = pass_batch(); !passed) return passed;
    while (!waiting_.empty())
      if (auto written = write_oldest(); !written) return written;
    return {};
  }

  byte_sink& file_;
  worker_pool& workers_;
  std::string name_, software_;
  bool has_begun_ = false;
  record_batch batch_;
  std::deque<std::future<result<std::string>>> waiting_;
};

}  // namespace

std::unique_ptr<slice_archive> make_warc_slices(byte_sink& file, worker_pool& workers, std::string_view name,
                                                std::string_view software) {
  return std::make_unique<warc_slices>(file, workers, name, software);
}

}  // namespace laundromat
