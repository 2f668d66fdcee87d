// The options of `load`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "core/base/byte_source.hpp"
#include "net/stores/sparql_store.hpp"

namespace laundromat {

struct load_options {
  std::string input;  ///< a file, an http or https URL, or `-`
  std::function<result<void>(byte_sink&)>
      write_input;  ///< writes a clean document that is no file; empty: it is `input`
  std::string graph;
  store_place place;
  std::string login = "any";  ///< `any`, `basic`, `digest`; a token is always a bearer's
  std::string user, ca_file;
  secret_place password, token;
  store_limits limits;
  std::string cursor;  ///< file with the next batch; empty: none
  std::uint32_t attempts = 6;
  std::uint32_t timeout_s = 600;  ///< without a byte in either direction
  bool may_be_empty = false;      ///< an input without statements empties the graph; otherwise it is an error
  bool is_patch = false;          ///< the input is an RDF Patch
  bool compare = false, repair = false, json = false;
  bool is_only_compared = false;  ///< nothing is sent but repairs
};

/// Problems of the options as a sentence; empty when there are none.
[[nodiscard]] std::string refusal_of(const load_options& options);

}  // namespace laundromat
