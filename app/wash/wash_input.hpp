// What `wash` is given: a file, an address on the Web, a pipe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/codec/compression/stream_warning.hpp"
#include "core/codec/view.hpp"
#include "core/web/address_guard.hpp"

namespace laundromat {

/// A document to wash: where its bytes lie, and what is known of it.
struct input_document {
  view content;
  std::string name;  ///< for people and for the extension
  std::string base;
  std::string media_type, charset;
  std::vector<stream_warning> damage = {};  ///< known already, see `parse_job`
  std::uint64_t input_bytes = 0;            ///< that came in for it
  bool is_from_loopback = false;            ///< this machine answered the last request for it
};

/// What `wash` calls itself on the Web: its name, its version and the page of the program.
[[nodiscard]] std::string wash_user_agent();
/// The public Web, and this machine at any port.
[[nodiscard]] address_policy loopback_too();

/// Opens a file where it lies. What cannot seek (`-`, a pipe, a device) and what an http or https address answers goes to the file
/// `spooled` first; redirects are followed, and any address is allowed, as with curl.
/// Errors: `not_found`, `invalid_argument` for a folder and for URIs that are not fetched, `io_failed`, those of a hop.
[[nodiscard]] result<input_document> open_input(const std::string& input,
                                                const std::filesystem::path& spooled);

}  // namespace laundromat
