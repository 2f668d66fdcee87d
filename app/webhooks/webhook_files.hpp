// The files that webhooks of a campaign name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/campaign/file_problem.hpp"
#include "core/campaign/campaign.hpp"
#include "net/webhooks/webhook_signature.hpp"

namespace laundromat {

/// The keys in a secret file. Errors: those of `read_private_file` and `read_signing_keys`, with the name of the file.
[[nodiscard]] result<std::vector<signing_key>> read_secret_file(const std::string& path);

/// Adds a problem for each file that cannot be used, at the line of the key that names it. Secrets are read again for each message.
void check_webhook_files(const campaign& c, const std::string& file,
                         const std::function<std::size_t(std::string_view key)>& line_of,
                         std::vector<file_problem>& problems);

}  // namespace laundromat
