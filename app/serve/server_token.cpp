// Reads and checks the token.
// SPDX-License-Identifier: Apache-2.0
#include "app/serve/server_token.hpp"

#include <algorithm>

#include "core/base/count_words.hpp"
#include "core/http/bearer_token.hpp"
#include "storage/files/private_file.hpp"

namespace laundromat {

result<std::string> read_server_token(const std::string& file) {
  if (file.empty()) return std::string{};
  constexpr std::uint64_t most_bytes = 4 << 10;
  auto text = read_private_file(file, most_bytes);
  if (!text) return tl::unexpected(text.error());
  auto token = text->substr(0, text->find_first_of("\r\n"));
  constexpr auto how = ": make one with `(umask 077; openssl rand -hex 32 > api.token)`";
  if (token.size() < least_token_characters)
    return fail(errc::configuration,
                file + ": a token has at least " + number_of(least_token_characters, "character") + how);
  if (bearer_token("Bearer " + token) != token)
    return fail(errc::configuration, file + ": a token has only letters, digits and -._~+/=" + how);
  return token;
}

}  // namespace laundromat
