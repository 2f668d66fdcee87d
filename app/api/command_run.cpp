// Runs a command with its output in a bounded buffer.
// SPDX-License-Identifier: Apache-2.0
#include "app/api/command_run.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <memory>
#include <mutex>
#include <sstream>
#include <streambuf>
#include <system_error>
#include <thread>

#include "app/command_line/parse.hpp"
#include "storage/journal/query_limit.hpp"

namespace laundromat {
namespace {

/// The client is gone. A failure of the stream, for what must not throw and writes to it.
struct reader_is_gone : std::ios_base::failure {
  reader_is_gone() : failure("the client is gone") {}
};

/// A file without a name that bytes are appended to and read from. Throws `std::system_error` when the disk does not take them.
class overflow_file {
 public:
  [[nodiscard]] bool is_empty() const { return read_ == written_; }
  [[nodiscard]] std::size_t size() const { return written_ - read_; }
  void append(std::string_view bytes) {
    if (!file_) file_.reset(std::tmpfile());
    if (!file_) throw std::system_error{errno, std::generic_category(), "make a temporary file"};
    while (!bytes.empty()) {
      const auto n =
          ::pwrite(::fileno(file_.get()), bytes.data(), bytes.size(), static_cast<off_t>(written_));
      if (n <= 0) throw std::system_error{errno, std::generic_category(), "write a temporary file"};
      written_ += static_cast<std::size_t>(n);
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
  }
  std::string take(std::size_t most) {
    std::string bytes(std::min(most, size()), '\0');
    const auto n = ::pread(::fileno(file_.get()), bytes.data(), bytes.size(), static_cast<off_t>(read_));
    if (n <= 0) throw std::system_error{errno, std::generic_category(), "read a temporary file"};
    bytes.resize(static_cast<std::size_t>(n));
    read_ += bytes.size();
    if (is_empty()) {
      read_ = written_ = 0;
      (void)!::ftruncate(::fileno(file_.get()), 0);
    }
    return bytes;
  }

 private:
  struct closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, closer> file_;
  std::size_t written_ = 0, read_ = 0;
};

/// Bytes from the thread of a command to that of a request. A command does not wait for a slow client, because it would keep its view of the journal, whose
/// log then grows: what the client has not taken goes to a file.
class output_pipe {
 public:
  /// Waits for room in the file. Throws `reader_is_gone`, and the errors of the file.
  void write(const char* bytes, std::size_t size) {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return is_closed_ || later_.size() < command_run::most_file_bytes; });
    if (is_closed_) throw reader_is_gone{};
    if (later_.is_empty() && bytes_.size() < command_run::most_bytes)
      bytes_.append(bytes, size);
    else
      later_.append({bytes, size});
    changed_.notify_all();
  }
  void end(command_end how) {
    const std::lock_guard lock{mutex_};
    end_ = std::move(how);
    has_ended_ = true;
    changed_.notify_all();
  }
  void close() {
    const std::lock_guard lock{mutex_};
    is_closed_ = true;
    changed_.notify_all();
  }
  bool is_closed() {
    const std::lock_guard lock{mutex_};
    return is_closed_;
  }
  bool has_ended() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return has_ended_ || bytes_.size() >= command_run::most_bytes; });
    return has_ended_ && later_.is_empty();
  }
  std::string take() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return has_ended_ || !bytes_.empty() || !later_.is_empty(); });
    changed_.notify_all();
    if (!bytes_.empty() || later_.is_empty()) return std::exchange(bytes_, {});
    return later_.take(command_run::most_bytes);
  }
  const command_end& how() const { return end_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string bytes_;    ///< first
  overflow_file later_;  ///< what comes after them
  command_end end_;
  bool has_ended_ = false, is_closed_ = false;
};

/// Collects some bytes before they go to the pipe.
class pipe_buffer final : public std::streambuf {
 public:
  explicit pipe_buffer(output_pipe& to) : to_(to) { setp(bytes_.data(), bytes_.data() + bytes_.size()); }

 private:
  int_type overflow(int_type next) override {
    sync();
    if (traits_type::eq_int_type(next, traits_type::eof())) return traits_type::not_eof(next);
    *pptr() = traits_type::to_char_type(next);
    pbump(1);
    return next;
  }
  int sync() override {
    to_.write(pbase(), static_cast<std::size_t>(pptr() - pbase()));
    setp(bytes_.data(), bytes_.data() + bytes_.size());
    return 0;
  }

  output_pipe& to_;
  std::array<char, 16 << 10> bytes_{};
};

/// The messages of a command without its name before each of them.
std::string without_name(const std::string& messages) {
  constexpr std::string_view name = "laundromat: ";
  std::istringstream lines{messages};
  std::string out;
  for (std::string line; std::getline(lines, line);)
    out.append(out.empty() ? "" : "\n").append(line.starts_with(name) ? line.substr(name.size()) : line);
  return out;
}

command_end run(const command_call& call, std::streambuf& to) {
  std::istringstream nothing;
  std::ostringstream messages;
  std::ostream out{&to};
  out.exceptions(std::ios::badbit);  // a command ends when its output is not taken
  console io{nothing, out, messages, {}, {}};
  command_context context{io};
  context.data = call.data;
  context.data_named = true;
  cli_command program{"laundromat", ""};
  call.declare(program, context);
  const auto line = parse(program, call.words);
  if (!line.refusal.empty()) return {exit_usage, line.refusal.substr(0, line.refusal.find('\n')), {}};
  if (line.action) line.action();
  out.flush();
  return {context.exit_code, without_name(std::move(messages).str()), std::move(context.next_page)};
}

}  // namespace

class command_run::state {
 public:
  explicit state(command_call call)
      : thread_([this, call = std::move(call)] {
          command_end how{exit_interrupted, "the client is gone", {}};
          const auto until = std::chrono::steady_clock::now() + longest;
          const query_limit limit{
              [this, until] { return pipe.is_closed() || std::chrono::steady_clock::now() > until; }};
          try {
            pipe_buffer to{pipe};
            how = run(call, to);
          } catch (const reader_is_gone&) {
          } catch (const std::exception& why) {
            how = {exit_disk, why.what(), {}};
          }
          pipe.end(std::move(how));
        }) {}
  ~state() {
    pipe.close();
    thread_.join();
  }
  state(const state&) = delete;
  state& operator=(const state&) = delete;

  output_pipe pipe;

 private:
  std::thread thread_;
};

command_run::command_run(command_call call) : state_(std::make_unique<state>(std::move(call))) {}
command_run::~command_run() = default;
bool command_run::has_ended() {
  return state_->pipe.has_ended();
}
std::string command_run::take() {
  return state_->pipe.take();
}
const command_end& command_run::end() const {
  return state_->pipe.how();
}

}  // namespace laundromat
