// Opens files in place, spools pipes, and fetches URLs.
// SPDX-License-Identifier: Apache-2.0
#include "app/wash/wash_input.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <memory>

#include "app/terminal/wall_clock.hpp"
#include "app/wash/input_copy.hpp"
#include "core/records/records.hpp"
#include "core/web/http_values.hpp"
#include "core/web/uri.hpp"
#include "net/hop_verdict.hpp"
#include "net/transfer.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t copy_bytes = std::size_t{1} << 20;

result<input_document> fetch_url(const std::string& url, const fs::path& file) {
  redirect_chain chain{url};
  bool is_loopback = false;
  transfer_loop loop{[&is_loopback](std::span<const std::uint8_t> address, std::uint16_t port) {
                       is_loopback = judge(address, port) != errc::ok &&
                                     judge(address, port, loopback_too()) == errc::ok;
                       return errc::ok;
                     },
                     wall_now};
  while (true) {
    input_copy body{file};
    transfer_outcome answer;
    transfer_request request;
    request.uri = chain.current();
    request.user_agent = wash_user_agent();
    request.accept = accept_header();
    request.keeps_damaged = true;
    request.open_body = [&](const http_hop&) -> result<byte_sink*> { return &body; };
    loop.start(std::move(request), [&](transfer_id, transfer_outcome out) { answer = std::move(out); });
    while (loop.active() > 0) loop.poll(milliseconds{1'000});
    const auto verdict = judge_hop(answer.hop, chain);
    if (verdict.step == hop_step::follow) continue;
    if (verdict.step != hop_step::store) return fail(verdict.cause, verdict.detail);
    if (auto done = body.finish(); !done) return tl::unexpected(done.error());
    const auto type = parse_content_type(header_of(answer.hop, "Content-Type"));
    input_document fetched{{file.string(), {}},           url,          chain.current(),
                           media_type_with_version(type), type.charset, std::move(answer.damage)};
    fetched.is_from_loopback = is_loopback;
    return fetched;
  }
}

/// Copies standard input, which cannot seek, to a file.
result<input_document> copy_stream(std::FILE* from, const std::string& name, const fs::path& file) {
  input_copy out{file};
  std::string buffer(copy_bytes, '\0');
  while (const auto n = std::fread(buffer.data(), 1, buffer.size(), from))
    if (auto done = out.write({buffer.data(), n}); !done) return tl::unexpected(done.error());
  if (auto done = out.finish(); !done) return tl::unexpected(done.error());
  return input_document{{file.string(), {}}, name, "", "", ""};
}

/// Copies a pipe or device, which cannot seek, to a file.
result<input_document> copy_device(const std::string& input, const fs::path& file) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> from{std::fopen(input.c_str(), "rb"), std::fclose};
  if (!from) return fail(errc::io_failed, "cannot be opened");
  return copy_stream(from.get(), input, file);
}

/// Whether the input is a URI, as `ftp://…`, `file:/…`, `mailto:…`; one letter before the colon may be a drive.
bool has_scheme(const std::string& input) {
  const auto colon = input.find(':');
  return colon != std::string::npos && colon > 1 && is_absolute(input);
}

}  // namespace

campaign::contact_info wash_contact() {
  return {"laundromat", "https://lodlaundromat.org/", ""};
}

std::string wash_user_agent() {
  return user_agent(wash_contact());
}

std::vector<std::string> loopback_networks() {
  return {"127.0.0.0/8", "::1"};
}

address_policy loopback_too() {
  address_policy policy;
  for (const auto& network : loopback_networks())
    policy.allowed_networks.push_back(*parse_allowed_network(network));
  return policy;
}

input_document local_document(const std::string& path, std::uint64_t bytes) {
  input_document document{{path, {}}, path, "", "", ""};
  document.input_bytes = bytes;
  return document;
}

result<input_document> open_input(const std::string& input, const fs::path& spooled) {
  if (input == "-") return copy_stream(stdin, input, spooled);
  if (input.starts_with("http://") || input.starts_with("https://")) return fetch_url(input, spooled);
  struct stat found {};
  if (::stat(input.c_str(), &found) != 0) {
    const bool is_missing = errno == ENOENT || errno == ENOTDIR;
    if (is_missing && has_scheme(input))
      return fail(errc::invalid_argument,
                  "only http and https URLs are fetched: write such a URL, or the path of a file");
    return is_missing ? fail(errc::not_found, "no such file") : fail(errc::io_failed, "cannot be opened");
  }
  if (S_ISDIR(found.st_mode))
    return fail(errc::invalid_argument, "is a folder: name its files, or wash all of them with -r");
  if (!S_ISREG(found.st_mode)) return copy_device(input, spooled);
  return local_document(input, static_cast<std::uint64_t>(found.st_size));
}

}  // namespace laundromat
