// Members of a CDXJ line in the order of npm warcio.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/cdxj.hpp"

#include <nlohmann/json.hpp>

#include "core/codec/warc/record_head.hpp"
#include "core/web/surt.hpp"

namespace laundromat {

std::string cdxj_line(const cdxj_entry& entry) {
  nlohmann::ordered_json members;
  const auto put = [&members](const char* key, std::string_view value) {
    if (!value.empty()) members[key] = value;
  };
  put("url", entry.url);
  put("mime", entry.mime);
  if (entry.status != 0) put("status", std::to_string(entry.status));
  put("digest", entry.digest);
  put("length", std::to_string(entry.length_bytes));
  put("offset", std::to_string(entry.offset));
  put("filename", entry.filename);
  const auto json = members.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  return surt(entry.url) + ' ' + date_digits(entry.date) + ' ' + json + '\n';
}

}  // namespace laundromat
