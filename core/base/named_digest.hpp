// Digests of an algorithm that is named by a text, as web archives state them: `sha1:DR5MBP7OD3OPA7RFKWJUD4CTNUQUGFC5`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace laundromat {

/// Compares bytes that arrive in chunks with a stated digest.
class stated_digest {
 public:
  /// `text` is `algorithm:value` with `md5`, `sha1`, `sha256`, `sha384` or `sha512`, in any case, with or without a hyphen, and the value in
  /// hexadecimal, base 32 or base 64. Of another algorithm nothing is known: it agrees with all bytes. An empty `text` states nothing.
  explicit stated_digest(std::string_view text);
  ~stated_digest();
  stated_digest(stated_digest&&) noexcept;
  stated_digest& operator=(stated_digest&&) noexcept;

  /// Whether an algorithm is known, so that `update` is of use.
  [[nodiscard]] bool is_checked() const { return state_ != nullptr; }
  void update(std::string_view bytes);
  /// Whether the bytes so far have the stated digest. Call it once, at the end. A value that cannot be decoded agrees with none.
  [[nodiscard]] bool agrees();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace laundromat
