// A child process for tests: start, read output, signal, and wait, always with a deadline.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

/// The kind of a program's standard streams.
enum class child_streams : std::uint8_t {
  pipe,      ///< output and errors
  terminal,  ///< also input: a pseudo-terminal that changes no byte
};

/// Standard output and standard error are one text. The destructor kills a running program.
class child_program {
 public:
  explicit child_program(std::vector<std::string> command, child_streams streams = child_streams::pipe);
  ~child_program();
  child_program(const child_program&) = delete;
  child_program& operator=(const child_program&) = delete;

  /// Reads until `text` was printed `times` times; false when the program ended or the deadline passed before.
  bool prints(std::string_view text, std::size_t times = 1,
              std::chrono::seconds deadline = std::chrono::seconds{60});
  void signal(int number) const;
  [[nodiscard]] int id() const { return pid_; }
  /// The exit code, 128 + N after signal N; nothing when it is still running at the deadline.
  std::optional<int> exit_code(std::chrono::seconds deadline = std::chrono::seconds{60});
  [[nodiscard]] const std::string& output() const { return text_; }

 private:
  bool read_more(std::chrono::steady_clock::time_point until);

  int pid_ = -1;
  int output_ = -1;
  std::string text_;
  std::optional<int> ended_;
};

}  // namespace laundromat
