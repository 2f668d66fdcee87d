// Passwords and tokens for stores: where they come from, and that nothing prints them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "core/base/result.hpp"
#include "core/sinks/store_login.hpp"

namespace laundromat {

/// A text that has no way to a log, a message or a journal. Its memory is overwritten at its end.
class store_secret {
 public:
  store_secret() = default;
  explicit store_secret(std::string text) : text_(std::move(text)) {}
  store_secret(const store_secret&) = default;
  store_secret(store_secret&&) noexcept = default;
  store_secret& operator=(const store_secret&) = default;
  store_secret& operator=(store_secret&&) noexcept = default;
  ~store_secret();

  [[nodiscard]] bool is_empty() const { return text_.empty(); }
  /// For the library that sends it, and for nothing else.
  [[nodiscard]] const std::string& reveal() const { return text_; }

 private:
  std::string text_;
};

/// Where a secret is: one of the two, or none.
struct secret_place {
  std::string environment;  ///< name of a variable
  std::string file;         ///< its first line counts
};

/// Reads a secret; without a place an empty one. Errors: `configuration` for two places, a variable that is not set, an empty secret and one with a control
/// character; `not_found` and `io_failed` for the file. Messages have the place, never the secret.
[[nodiscard]] result<store_secret> read_secret(const secret_place& place);

struct store_credentials {
  store_login login = store_login::none;
  std::string user;
  store_secret secret;
};

/// What a store says, with `…` in the place of the secret, plain or as HTTP Basic writes it: some repeat the head of a request.
[[nodiscard]] std::string without_secret(std::string text, const store_credentials& credentials);

}  // namespace laundromat
