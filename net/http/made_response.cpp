// Calls the functions of the library that make responses.
// SPDX-License-Identifier: Apache-2.0
#include "net/http/made_response.hpp"

#include <fcntl.h>
#include <microhttpd.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "core/http/problem.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

open_file::~open_file() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

namespace {

ssize_t take_bytes(void* from, std::uint64_t, char* to, size_t size) {
  switch (const auto taken = (*static_cast<std::shared_ptr<outgoing_bytes>*>(from))->take(to, size)) {
    case outgoing_bytes::at_end:
      return MHD_CONTENT_READER_END_OF_STREAM;
    case outgoing_bytes::failed:
      return MHD_CONTENT_READER_END_WITH_ERROR;
    default:
      return static_cast<ssize_t>(taken);
  }
}

ssize_t take_nothing(void*, std::uint64_t, char*, size_t) {
  return MHD_CONTENT_READER_END_OF_STREAM;
}

void release_bytes(void* held) {
  delete static_cast<std::shared_ptr<outgoing_bytes>*>(held);
}

// Gives back its share of the memory when it was sent.
struct held_text {
  std::string bytes;
  byte_budget::share share;
};

void release_text(void* held) {
  delete static_cast<held_text*>(held);
}

bool is_set_by_server(std::string_view name) {
  constexpr std::array<std::string_view, 5> names{"content-length", "date", "connection", "transfer-encoding",
                                                  "keep-alive"};
  return std::ranges::any_of(names, [&](std::string_view one) { return equals_ignoring_case(one, name); });
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

}  // namespace

response_handle text_response(std::string body, byte_budget::share share) {
  auto held = std::make_unique<held_text>(held_text{std::move(body), std::move(share)});
  response_handle made{::MHD_create_response_from_buffer_with_free_callback_cls(
      held->bytes.size(), held->bytes.data(), &release_text, held.get())};
  if (made) static_cast<void>(held.release());
  return made;
}

response_handle file_response(const file_range& range) {
  if (!range.file) return nullptr;
  const int descriptor = ::fcntl(range.file->descriptor(), F_DUPFD_CLOEXEC, 0);
  if (descriptor < 0) return nullptr;
  response_handle made{::MHD_create_response_from_fd_at_offset64(range.length, descriptor, range.offset)};
  if (!made) ::close(descriptor);
  return made;
}

response_handle queued_response(const std::shared_ptr<outgoing_bytes>& bytes, std::size_t block_bytes,
                                std::optional<std::uint64_t> length) {
  auto held = std::make_unique<std::shared_ptr<outgoing_bytes>>(bytes);
  response_handle made{::MHD_create_response_from_callback(length.value_or(MHD_SIZE_UNKNOWN), block_bytes,
                                                           &take_bytes, held.get(), &release_bytes)};
  if (made) static_cast<void>(held.release());
  return made;
}

response_handle bodiless_response() {
  response_handle made{
      ::MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1, &take_nothing, nullptr, nullptr)};
  if (made) ::MHD_set_response_options(made.get(), MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
  return made;
}

response_handle bodiless_response(std::uint64_t length) {
  return response_handle{::MHD_create_response_from_callback(length, 1, &take_nothing, nullptr, nullptr)};
}

void end_connection_after(MHD_Response& response) {
  static_cast<void>(::MHD_add_response_header(&response, "Connection", "close"));
}

void add_fields(MHD_Response& response, const std::vector<http_field>& fields) {
  for (const auto& [name, value] : fields) {
    if (is_set_by_server(name) || !is_token(name) || std::ranges::any_of(value, is_control)) continue;
    static_cast<void>(::MHD_add_response_header(&response, name.c_str(), value.c_str()));
  }
}

response_handle refusal_response(int status, std::string_view detail, bool is_last) {
  auto made = text_response(to_json(http_problem{.status = status, .detail = std::string{detail}}) + "\n");
  if (!made) return made;
  add_fields(*made, {{"Content-Type", std::string{problem_media_type}}, {"Cache-Control", "no-store"}});
  if (status == 503) add_fields(*made, {{"Retry-After", "1"}});
  if (is_last) end_connection_after(*made);
  return made;
}

}  // namespace laundromat
