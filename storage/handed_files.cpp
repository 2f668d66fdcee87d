// The customer's side of handed files.
// SPDX-License-Identifier: Apache-2.0
#include "storage/handed_files.hpp"

#include <charconv>
#include <limits>

#include "storage/clean_store.hpp"
#include "storage/scratch_runs.hpp"

namespace laundromat {

/// What a port needs of the files: to ask for one.
class handed_port {
 public:
  explicit handed_port(handed_files& files) : files_(&files) {}

 protected:
  result<descriptor_channel::letter> ask(std::string_view verb, std::string_view about = {}) const {
    return files_->ask(verb, about);
  }
  result<byte_source_ptr> read(std::string_view verb, std::string_view about) const {
    return files_->read(verb, about);
  }
  result<void> tell(std::string_view verb, std::string_view about) const {
    const auto done = ask(verb, about);
    return done ? result<void>{} : tl::unexpected(done.error());
  }

 private:
  handed_files* files_;
};

namespace {

/// `no`, a number and why.
tl::unexpected<failure> refusal(std::string_view text) {
  int code = static_cast<int>(errc::internal);
  const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), code);
  if (bad != std::errc{} || code < 0 || code > std::numeric_limits<std::uint8_t>::max())
    return fail(errc::internal, std::string(text));
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.starts_with(' ')) text.remove_prefix(1);
  return fail(static_cast<errc>(code), std::string(text));
}

class handed_raw final : public raw_port, handed_port {
 public:
  using handed_port::handed_port;
  result<byte_source_ptr> open(std::string_view raw_path) override { return read("raw", raw_path); }
};

class handed_scratch_file final : public staged_file, handed_port {
 public:
  handed_scratch_file(handed_port port, descriptor_channel::letter made)
      : handed_port(port), number_(std::move(made.text)), file_(std::move(made.file)) {}
  ~handed_scratch_file() override {
    if (file_.is_open()) static_cast<void>(tell("cancel", number_));
  }
  result<void> write(std::string_view bytes) override {
    return write_all(file_.get(), bytes, "a file in scratch");
  }
  result<void> commit() override {
    if (!file_.is_open()) return fail(errc::internal, "committed twice");
    file_descriptor closed = std::move(file_);
    return tell("keep", number_);
  }

 private:
  std::string number_;
  file_descriptor file_;
};

class handed_scratch final : public scratch_port, handed_port {
 public:
  using handed_port::handed_port;
  result<byte_source_ptr> open(std::string_view key) override { return read("scratch", key); }
  result<std::unique_ptr<staged_file>> create(std::string_view key) override {
    auto made = ask("make", key);
    if (!made) return tl::unexpected(made.error());
    return std::make_unique<handed_scratch_file>(static_cast<const handed_port&>(*this), std::move(*made));
  }
  void remove(std::string_view key) override { static_cast<void>(tell("remove", key)); }
};

class handed_contexts final : public context_loader, handed_port {
 public:
  using handed_port::handed_port;
  result<std::string> load(std::string_view iri) override {
    auto source = read("context", iri);
    return source ? read_all(**source, std::uint64_t{1} << 30) : tl::unexpected(source.error());
  }
};

class handed_document final : public clean_output, handed_port {
 public:
  handed_document(handed_port port, descriptor_channel::letter staged)
      : handed_port(port), name_(std::move(staged.text)), file_(std::move(staged.file)) {}
  ~handed_document() override {
    if (file_.is_open()) static_cast<void>(tell("drop", name_));
  }
  result<void> write(std::string_view bytes) override {
    return write_all(file_.get(), bytes, "a staged document");
  }
  result<void> add_beside(std::string_view part, std::string_view bytes) override {
    auto opened = ask("beside", name_ + ' ' + std::string(part));
    if (!opened) return tl::unexpected(opened.error());
    return write_all(opened->file.get(), bytes, part);
  }
  result<std::string> finish(std::string_view index) override {
    if (!file_.is_open()) return fail(errc::internal, "finished twice");
    if (!index.empty())
      if (auto kept = add_beside(index_file_name, index); !kept) return tl::unexpected(kept.error());
    if (auto finished = tell("finish", name_); !finished) return tl::unexpected(finished.error());
    file_descriptor closed = std::move(file_);
    return name_;
  }

 private:
  std::string name_;
  file_descriptor file_;
};

}  // namespace

struct handed_files::stores {
  explicit stores(handed_files& files) : raw(files), scratch(files), contexts(files) {}
  handed_raw raw;
  handed_scratch scratch;
  handed_contexts contexts;
};

handed_files::handed_files(descriptor_channel counter)
    : counter_(std::move(counter)), stores_(std::make_unique<stores>(*this)) {}

handed_files::~handed_files() = default;

result<descriptor_channel::letter> handed_files::ask(std::string_view verb, std::string_view about) {
  const std::lock_guard lock(mutex_);
  const auto gone = [](const failure& why) {
    return fail(errc::io_failed, "the counter is gone: " + why.detail);
  };
  if (auto asked = counter_.send(std::string(verb) + ' ' + std::string(about)); !asked)
    return gone(asked.error());
  auto answer = counter_.receive();
  if (!answer) return gone(answer.error());
  if (answer->text.starts_with("no ")) return refusal(std::string_view(answer->text).substr(3));
  answer->text.erase(0, 3);
  return answer;
}

result<byte_source_ptr> handed_files::read(std::string_view verb, std::string_view about) {
  auto answer = ask(verb, about);
  if (!answer) return tl::unexpected(answer.error());
  return make_file_source(std::make_shared<const file_descriptor>(std::move(answer->file)));
}

laundry_ports handed_files::ports() {
  laundry_ports ports;
  ports.raw = &stores_->raw;
  ports.scratch = &stores_->scratch;
  ports.contexts = &stores_->contexts;
  ports.make_runs = [this] {
    return make_scratch_runs([this]() -> result<file_descriptor> {
      auto made = ask("run", {});
      if (!made) return tl::unexpected(made.error());
      return std::move(made->file);
    });
  };
  ports.make_output = [this]() -> result<std::unique_ptr<clean_output>> {
    auto staged = ask("stage", {});
    if (!staged) return tl::unexpected(staged.error());
    return std::make_unique<handed_document>(handed_port{*this}, std::move(*staged));
  };
  ports.make_ledger = ports.make_output;
  ports.open_clean = [this](const content_digest& digest) { return read("clean", digest.hex()); };
  ports.open_staged = [this](std::string_view staged) { return read("staged", staged); };
  ports.drop_staged = [this](std::string_view staged) { static_cast<void>(ask("drop", staged)); };
  return ports;
}

}  // namespace laundromat
