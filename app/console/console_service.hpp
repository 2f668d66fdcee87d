// Serves the console: pages for people, which need no JavaScript.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/console/console_facts.hpp"
#include "net/http/http_message.hpp"

namespace laundromat {

/// `console/` with its pages, below the public base or `/`; `/` leads there. All links are relative. May be used by several threads.
class console_service {
 public:
  /// `public_base`: the URL at which others reach the server, or empty.
  console_service(std::filesystem::path data, std::string_view public_base);

  /// Nothing for a path that is not its own.
  [[nodiscard]] std::optional<http_response> answer(const http_request& request) const;

 private:
  console_facts facts_;
  std::string base_path_;
};

}  // namespace laundromat
