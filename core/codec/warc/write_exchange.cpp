// Fills the fields of the records of an exchange.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/write_exchange.hpp"

namespace laundromat {

namespace {

constexpr std::string_view request_type = "application/http; msgtype=request";
constexpr std::string_view response_type = "application/http; msgtype=response";

bool is_not_modified(std::string_view head) {
  const auto space = head.substr(0, head.find('\n')).find(' ');
  return space != std::string_view::npos && head.substr(space + 1).starts_with("304");
}

warc_record record_of(warc_record_type type, const warc_exchange& exchange) {
  warc_record record;
  record.type = type;
  record.date = exchange.begun;
  record.target_uri = exchange.uri;
  record.serial = exchange.serial;
  return record;
}

std::string in_one_line(std::string_view text) {
  std::string out{text};
  for (auto& c : out)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return out;
}

}  // namespace

result<void> append_request(warc_record_writer& writer, const warc_exchange& exchange,
                            std::string_view answer, std::string& out) {
  if (exchange.request_head.empty()) return {};
  auto request = record_of(warc_record_type::request, exchange);
  request.content_type = request_type;
  request.ip_address = exchange.address;
  request.concurrent_to = answer;
  request.head = exchange.request_head;
  const auto written = writer.append(request, out);
  return written ? result<void>{} : tl::unexpected(written.error());
}

namespace {

/// Appends `record` and the request; undoes it when one of them cannot be written.
result<warc_written> append_both(warc_record_writer& writer, const warc_record& record,
                                 const warc_exchange& exchange, std::string& out) {
  const auto begin = out.size();
  auto written = writer.append(record, out);
  if (!written) return written;
  if (auto asked = append_request(writer, exchange, written->id, out); !asked) {
    out.resize(begin);
    return tl::unexpected(asked.error());
  }
  return written;
}

}  // namespace

result<warc_written> append_exchange(warc_record_writer& writer, const warc_exchange& exchange,
                                     std::string& out) {
  const bool is_unchanged = exchange.body.empty() && is_not_modified(exchange.response_head);
  const bool is_revisit = is_unchanged || exchange.original;
  auto response = record_of(is_revisit ? warc_record_type::revisit : warc_record_type::response, exchange);
  response.content_type = response_type;
  response.ip_address = exchange.address;
  response.head = exchange.response_head;
  if (is_unchanged) {
    response.profile = warc_not_modified;
  } else if (exchange.original) {
    response.profile = warc_identical_payload;
    response.payload_digest = exchange.payload_digest ? exchange.payload_digest : sha256(exchange.body);
    response.refers_to = exchange.original->id;
    response.refers_to_target_uri = exchange.original->uri;
    response.refers_to_date = exchange.original->date;
  } else {
    response.body = exchange.body;
    response.truncated = exchange.truncated;
    response.is_compressed = exchange.is_compressed;
  }
  return append_both(writer, response, exchange, out);
}

result<warc_written> append_failure(warc_record_writer& writer, const warc_exchange& exchange,
                                    std::string_view cause, std::string_view detail, std::string& out) {
  std::string text;
  if (!exchange.part.empty())
    text.append("received-part: ").append(in_one_line(exchange.part)).append("\r\n");
  if (!cause.empty()) text.append("fetch-error: ").append(cause).append("\r\n");
  if (!detail.empty()) text.append("fetch-error-detail: ").append(in_one_line(detail)).append("\r\n");
  auto record = record_of(warc_record_type::metadata, exchange);
  record.content_type = "application/warc-fields";
  record.body = text;
  return append_both(writer, record, exchange, out);
}

std::string warcinfo_text(std::string_view software, std::string_view robots_agent,
                          std::string_view part_of) {
  std::string out;
  const auto put = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) out.append(name).append(": ").append(in_one_line(value)).append("\r\n");
  };
  put("software", software);
  put("format", "WARC File Format 1.1");
  put("conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/");
  put("isPartOf", part_of);
  put("robots", "obey");
  put("http-header-user-agent", robots_agent);
  put("description",
      "heads as sent and received by HTTP/1.1, also the field Transfer-Encoding; bodies without transfer "
      "coding "
      "(chunks), with their content coding; payload digests are those of these bodies");
  return out;
}

std::size_t end_of_http_head(std::string_view block) {
  for (std::size_t begin = 0; begin < block.size();) {
    const auto end = block.find('\n', begin);
    if (end == std::string_view::npos) return 0;
    if (block.substr(begin, end - begin).find_first_not_of(" \t\r") == std::string_view::npos) return end + 1;
    begin = end + 1;
  }
  return 0;
}

}  // namespace laundromat
