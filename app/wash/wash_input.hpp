// The inputs of `wash`: a file, a URL, a pipe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/campaign/campaign.hpp"
#include "core/codec/compression/stream_warning.hpp"
#include "core/codec/view.hpp"
#include "core/web/address_guard.hpp"

namespace laundromat {

/// A document to wash: the path of its bytes, and its properties.
struct input_document {
  view content;
  std::string name;     ///< for messages and the file extension
  std::string address;  ///< absolute; empty when it came from no URL
  std::string media_type, charset;
  std::vector<stream_warning> damage = {};  ///< already known, see `parse_job`
  std::uint64_t input_bytes = 0;            ///< bytes received
  bool is_from_loopback = false;            ///< the last request for it was answered by this machine
};

/// How `wash` names itself to servers: the product and its page.
[[nodiscard]] campaign::contact_info wash_contact();
/// The User-Agent of `wash`: name, version and page of the program.
[[nodiscard]] std::string wash_user_agent();
/// This machine, as `network.allow` of a campaign names it.
[[nodiscard]] std::vector<std::string> loopback_networks();
/// The allowed addresses: the public Web, and this machine at any port.
[[nodiscard]] address_policy loopback_too();

/// A regular file of this size, in place.
[[nodiscard]] input_document local_document(const std::string& path, std::uint64_t bytes);

/// Opens a file in place. Input that cannot seek (`-`, a pipe, a device) and the answer of an http or https URL are copied to the file
/// `spooled`; redirects are followed, and any address is allowed, as with curl.
/// Errors: `not_found`, `invalid_argument` for a folder and for URIs that are not fetched, those of `input_copy` and of a hop.
[[nodiscard]] result<input_document> open_input(const std::string& input,
                                                const std::filesystem::path& spooled);

}  // namespace laundromat
