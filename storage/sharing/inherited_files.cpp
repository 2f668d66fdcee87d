// Implements the client's side of inherited files.
// SPDX-License-Identifier: Apache-2.0
#include "storage/sharing/inherited_files.hpp"

#include <charconv>
#include <limits>
#include <utility>

#include "storage/sharing/frame_records.hpp"
#include "storage/stores/clean_store.hpp"
#include "storage/stores/scratch_runs.hpp"
#include "storage/warc/warc_store.hpp"

namespace laundromat {

namespace {

/// Parses `no`, a number and the reason.
tl::unexpected<failure> refusal(std::string_view text) {
  int code = static_cast<int>(errc::internal);
  const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), code);
  if (bad != std::errc{} || code < 0 || code > std::numeric_limits<std::uint8_t>::max())
    return fail(errc::internal, std::string(text));
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.starts_with(' ')) text.remove_prefix(1);
  return fail(static_cast<errc>(code), std::string(text));
}

tl::unexpected<failure> gone(const failure& why) {
  return fail(errc::io_failed, "connection to the file broker lost: " + why.detail);
}

/// A source that reads the file of an answer.
result<byte_source_ptr> read(inherited_files& files, const std::string& question) {
  auto answer = files.ask(question);
  if (!answer) return tl::unexpected(answer.error());
  return make_file_source(std::make_shared<const file_descriptor>(std::move(answer->file)));
}

class inherited_raw final : public raw_port {
 public:
  void set(std::string path, file_descriptor file) {
    path_ = std::move(path);
    file_ = std::make_shared<const file_descriptor>(std::move(file));
  }
  void set(std::string path, std::string bytes) {
    path_ = std::move(path);
    file_ = nullptr;
    bytes_ = std::move(bytes);
  }
  result<byte_source_ptr> open(std::string_view raw_path) override {
    if (path_.empty() || raw_path != path_) return fail(errc::not_found, "not the body of the current job");
    if (!file_) return make_memory_source(bytes_);
    const auto place = warc_place_of(raw_path);
    return place && is_large_record(*place) ? open_large_body(file_, *place) : make_file_source(file_);
  }

 private:
  std::string path_;
  std::shared_ptr<const file_descriptor> file_;
  std::string bytes_;  ///< of a body without a file
};

/// What is larger is written to a file, not sent in a frame.
constexpr std::size_t most_reported_bytes = descriptor_channel::most_bytes / 2;

/// A file in scratch, sent to the broker in a frame while it is small.
class inherited_scratch_file final : public staged_file {
 public:
  inherited_scratch_file(inherited_files& files, std::string_view key) : files_(files), key_(key) {}
  ~inherited_scratch_file() override {
    if (file_.is_open()) static_cast<void>(files_.report("cancel " + number_));
  }
  result<void> write(std::string_view bytes) override {
    if (!file_.is_open() && text_.size() + bytes.size() <= most_reported_bytes) {
      text_.append(bytes);
      return {};
    }
    if (!file_.is_open())
      if (auto opened = open(); !opened) return opened;
    return write_all(file_.get(), bytes, "a file in scratch");
  }
  result<void> commit() override {
    if (is_committed_) return fail(errc::internal, "committed twice");
    is_committed_ = true;
    if (!file_.is_open()) return files_.report("hold " + key_ + '\n' + text_);
    file_descriptor closed = std::move(file_);
    return files_.report("keep " + number_);
  }

 private:
  /// Requests the file and writes the buffered text to it.
  result<void> open() {
    auto made = files_.ask("make " + key_);
    if (!made) return tl::unexpected(made.error());
    number_ = std::move(made->text);
    file_ = std::move(made->file);
    const auto text = std::exchange(text_, {});
    return write_all(file_.get(), text, "a file in scratch");
  }

  inherited_files& files_;
  std::string key_, text_, number_;
  file_descriptor file_;
  bool is_committed_ = false;
};

class inherited_scratch final : public scratch_port {
 public:
  explicit inherited_scratch(inherited_files& files) : files_(files) {}
  void begin_job() { offered_bytes_ = 0; }
  result<byte_source_ptr> open(std::string_view key) override {
    return read(files_, "scratch " + std::string(key));
  }
  result<std::unique_ptr<staged_file>> create(std::string_view key) override {
    return std::make_unique<inherited_scratch_file>(files_, key);
  }
  void remove(std::string_view key) override {
    static_cast<void>(files_.report("remove " + std::string(key)));
  }
  /// The broker may have less.
  [[nodiscard]] bool has_memory_for(std::uint64_t bytes) const override {
    return bytes <= most_reported_bytes && offered_bytes_ + bytes + offer_bytes <= most_offered_bytes;
  }
  void keep(std::string_view key, std::string bytes) override {
    offered_bytes_ += bytes.size() + offer_bytes;
    static_cast<void>(files_.report("offer " + std::string(key) + '\n' + bytes));
  }

 private:
  /// Of one archive. Other members are read from it.
  static constexpr std::uint64_t most_offered_bytes = std::uint64_t{16} << 20;
  /// What each costs besides its bytes.
  static constexpr std::uint64_t offer_bytes = 320;

  inherited_files& files_;
  std::uint64_t offered_bytes_ = 0;
};

class inherited_contexts final : public context_loader {
 public:
  explicit inherited_contexts(inherited_files& files) : files_(files) {}
  result<std::string> load(std::string_view iri) override {
    auto source = read(files_, "context " + std::string(iri));
    return source ? read_all(**source, std::uint64_t{1} << 30) : tl::unexpected(source.error());
  }

 private:
  inherited_files& files_;
};

/// A clean document, sent to the broker in frames while it is small, else written to a file.
class inherited_document final : public clean_output {
 public:
  explicit inherited_document(inherited_files& files) : files_(files), label_(files.make_label()) {}
  ~inherited_document() override {
    if (is_begun_ && !is_finished_) static_cast<void>(files_.report("drop " + label_));
  }
  result<void> write(std::string_view bytes) override {
    if (!file_.is_open() && text_.size() + bytes.size() <= most_reported_bytes) {
      text_.append(bytes);
      return {};
    }
    if (!file_.is_open())
      if (auto opened = open(); !opened) return opened;
    return write_all(file_.get(), bytes, "a staged document");
  }
  result<void> add_sidecar(std::string_view part, std::string_view bytes) override {
    if (!is_begun_)
      if (auto begun = put(); !begun) return begun;
    const auto where = label_ + ' ' + std::string(part);
    if (bytes.size() <= most_reported_bytes)
      return files_.report("write " + where + '\n' + std::string(bytes));
    auto opened = files_.ask("sidecar " + where);
    if (!opened) return tl::unexpected(opened.error());
    return write_all(opened->file.get(), bytes, part);
  }
  result<std::string> finish(std::string_view index) override {
    if (is_finished_) return fail(errc::internal, "finished twice");
    if (!is_begun_ || !text_.empty())
      if (auto reported = put(); !reported) return tl::unexpected(reported.error());
    if (!index.empty())
      if (auto kept = add_sidecar(index_file_name, index); !kept) return tl::unexpected(kept.error());
    if (auto reported = files_.report("finish " + label_); !reported) return tl::unexpected(reported.error());
    is_finished_ = true;
    file_descriptor closed = std::move(file_);
    return label_;
  }

 private:
  /// Reports the buffered text.
  result<void> put() {
    is_begun_ = true;
    auto reported = files_.report("put " + label_ + '\n' + text_);
    text_.clear();
    return reported;
  }
  /// Requests the file and writes the buffered text to it.
  result<void> open() {
    is_begun_ = true;
    auto staged = files_.ask("stage " + label_);
    if (!staged) return tl::unexpected(staged.error());
    file_ = std::move(staged->file);
    const auto text = std::exchange(text_, {});
    return write_all(file_.get(), text, "a staged document");
  }

  inherited_files& files_;
  std::string label_, text_;
  file_descriptor file_;
  bool is_begun_ = false, is_finished_ = false;  ///< as reported to the broker
};

}  // namespace

struct inherited_files::stores {
  explicit stores(inherited_files& files) : scratch(files), contexts(files) {}
  inherited_raw raw;
  inherited_scratch scratch;
  inherited_contexts contexts;
};

inherited_files::inherited_files(descriptor_channel broker)
    : broker_(std::move(broker)), stores_(std::make_unique<stores>(*this)) {}

inherited_files::~inherited_files() = default;

result<void> inherited_files::send() {
  if (reported_.empty()) return {};
  const auto sent = broker_.send(reported_);
  reported_.clear();
  return sent ? sent : gone(sent.error());
}

result<void> inherited_files::add(std::string_view record) {
  if (reported_.size() + sizeof(record_length) + record.size() > descriptor_channel::most_bytes)
    if (auto sent = send(); !sent) return sent;
  add_record(reported_, record);
  return {};
}

result<descriptor_channel::frame> inherited_files::ask(std::string_view record) {
  const std::lock_guard lock(mutex_);
  if (auto added = add(record); !added) return tl::unexpected(added.error());
  if (auto sent = send(); !sent) return tl::unexpected(sent.error());
  auto answer = broker_.receive();
  if (!answer) return gone(answer.error());
  if (answer->text.starts_with("no ")) return refusal(std::string_view(answer->text).substr(3));
  answer->text.erase(0, std::string_view("ok ").size());
  return answer;
}

result<void> inherited_files::report(std::string_view record) {
  const std::lock_guard lock(mutex_);
  return add(record);
}

result<void> inherited_files::flush() {
  const std::lock_guard lock(mutex_);
  return send();
}

std::string inherited_files::make_label() {
  const std::lock_guard lock(mutex_);
  return std::to_string(++last_label_);
}

void inherited_files::set_raw(std::string path, file_descriptor file) {
  stores_->scratch.begin_job();
  stores_->raw.set(std::move(path), std::move(file));
}

void inherited_files::set_raw(std::string path, std::string bytes) {
  stores_->scratch.begin_job();
  stores_->raw.set(std::move(path), std::move(bytes));
}

washing_ports inherited_files::ports() {
  washing_ports ports;
  ports.raw = &stores_->raw;
  ports.scratch = &stores_->scratch;
  ports.contexts = &stores_->contexts;
  ports.make_runs = [this] {
    return make_scratch_runs([this]() -> result<file_descriptor> {
      auto made = ask("run ");
      if (!made) return tl::unexpected(made.error());
      return std::move(made->file);
    });
  };
  ports.make_output = [this]() -> result<std::unique_ptr<clean_output>> {
    return std::make_unique<inherited_document>(*this);
  };
  ports.make_ledger = ports.make_output;
  ports.open_clean = [this](const content_digest& digest) { return read(*this, "clean " + digest.hex()); };
  ports.open_staged = [this](std::string_view staged) {
    return read(*this, "staged " + std::string(staged));
  };
  ports.drop_staged = [this](std::string_view staged) {
    static_cast<void>(report("drop " + std::string(staged)));
  };
  return ports;
}

}  // namespace laundromat
