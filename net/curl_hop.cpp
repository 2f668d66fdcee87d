// Sets the options and callbacks of libcurl for a hop.
// SPDX-License-Identifier: Apache-2.0
#include "net/curl_hop.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/base/count_words.hpp"
#include "core/web/ftp_uri.hpp"
#include "core/web/uri.hpp"
#include "net/certificate_fault.hpp"
#include "net/stored_head.hpp"

namespace laundromat {
namespace {

/// Removes `user:password@` from the authority of an absolute URI. Source: RFC 3986 section 3.2.
std::string without_userinfo(std::string uri) {
  const auto scheme_end = uri.find("://");
  if (scheme_end == std::string::npos) return uri;
  const auto begin = scheme_end + 3;
  const auto end = std::min(uri.find_first_of("/?#", begin), uri.size());
  const auto at = uri.rfind('@', end == 0 ? 0 : end - 1);
  if (at != std::string::npos && at >= begin && at < end) uri.erase(begin, at + 1 - begin);
  return uri;
}

/// Errors: `relative_uri` without a scheme, `scheme_refused`, `uri_syntax` without an authority.
result<void> check_uri(std::string_view uri, bool allow_ftp) {
  const auto colon = uri.find(':');
  if (colon == std::string_view::npos || uri.find_first_of("/?#") < colon) {
    return fail(errc::relative_uri, "the URI has no scheme");
  }
  const auto scheme = uri.substr(0, colon);
  if (!is_http_scheme(scheme) && !(allow_ftp && is_ftp(uri))) {
    return fail(errc::scheme_refused,
                is_ftp(uri) ? "FTP is used with `network.ftp` only" : "the scheme is not http or https");
  }
  const auto rest = uri.substr(colon + 1);
  if (!rest.starts_with("//") || rest.size() == 2 ||
      std::string_view("/?#").find(rest[2]) != std::string_view::npos) {
    return fail(errc::uri_syntax, "the URI names no host");
  }
  return {};
}

bool has_controls(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f;
  });
}

/// Returns the fault of our machine for the `errno` of a socket that could not be opened; nothing when it is no such fault.
std::optional<failure> lack_behind(int number) {
  if (number == EMFILE || number == ENFILE)
    return failure{errc::no_descriptors, "this process has no more file descriptors for connections"};
  if (number == ENOMEM || number == ENOBUFS)
    return failure{errc::out_of_memory, "the system has no more memory for connections"};
  return std::nullopt;
}

/// Whether this process can open no file now. Resolvers and TLS fail without saying that this was the reason.
std::optional<failure> lack_now() {
  std::array<int, 4> opened{};
  opened.fill(-1);
  std::optional<failure> lack;
  for (auto& one : opened) {
    one = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (one < 0 && !lack) lack = lack_behind(errno);
  }
  for (const auto one : opened)
    if (one >= 0) close(one);
  return lack;
}

constexpr std::string_view end_of_head = "\r\n\r\n";

}  // namespace

curl_hop::curl_hop(hop_context& shared) : shared_(shared), easy_(curl_easy_init()) {
  if (easy_ != nullptr) set_constant_options();
}

curl_hop::~curl_hop() {
  if (easy_ != nullptr) curl_easy_cleanup(easy_);
  curl_slist_free_all(headers_);
}

void curl_hop::set_constant_options() {
  curl_easy_setopt(easy_, CURLOPT_ERRORBUFFER, message_.data());
  curl_easy_setopt(easy_, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy_, CURLOPT_QUICK_EXIT, 1L);  // does not wait for a thread that still resolves a name

  curl_easy_setopt(easy_, CURLOPT_FTP_SKIP_PASV_IP, 0L);  // the check of addresses sees what the server says
  curl_easy_setopt(easy_, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy_, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(easy_, CURLOPT_HTTP09_ALLOWED, 0L);
  curl_easy_setopt(easy_, CURLOPT_HTTP_CONTENT_DECODING, 0L);
  curl_easy_setopt(easy_, CURLOPT_PATH_AS_IS, 1L);

  curl_easy_setopt(easy_, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  curl_easy_setopt(easy_, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  curl_easy_setopt(easy_, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);

  curl_easy_setopt(
      easy_, CURLOPT_SSLVERSION,
      static_cast<long>(CURL_SSLVERSION_TLSv1_2) | static_cast<long>(CURL_SSLVERSION_MAX_DEFAULT));
  if (!shared_.ca_file.empty()) curl_easy_setopt(easy_, CURLOPT_CAINFO, shared_.ca_file.c_str());

  curl_easy_setopt(easy_, CURLOPT_SSL_CTX_FUNCTION, &curl_hop::on_tls);
  curl_easy_setopt(easy_, CURLOPT_SSL_CTX_DATA, this);

  curl_easy_setopt(easy_, CURLOPT_HEADERFUNCTION, &curl_hop::on_header);
  curl_easy_setopt(easy_, CURLOPT_HEADERDATA, this);
  curl_easy_setopt(easy_, CURLOPT_VERBOSE,
                   1L);  // only the debug callback gets the bytes before the chunks are decoded
  curl_easy_setopt(easy_, CURLOPT_DEBUGFUNCTION, &curl_hop::on_wire);
  curl_easy_setopt(easy_, CURLOPT_DEBUGDATA, this);
  curl_easy_setopt(easy_, CURLOPT_WRITEFUNCTION, &curl_hop::on_body);
  curl_easy_setopt(easy_, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(easy_, CURLOPT_OPENSOCKETFUNCTION, &curl_hop::on_socket);
  curl_easy_setopt(easy_, CURLOPT_OPENSOCKETDATA, this);
  curl_easy_setopt(easy_, CURLOPT_PREREQFUNCTION, &curl_hop::on_request);
  curl_easy_setopt(easy_, CURLOPT_PREREQDATA, this);
  curl_easy_setopt(easy_, CURLOPT_RESOLVER_START_FUNCTION, &curl_hop::on_resolve);
  curl_easy_setopt(easy_, CURLOPT_RESOLVER_START_DATA, this);
}

result<void> curl_hop::prepare(transfer_request request) {
  request_ = std::move(request);
  request_.uri = without_userinfo(std::move(request_.uri));
  outcome_.hop.uri = request_.uri;
  if (easy_ == nullptr) return fail(errc::out_of_memory, "no libcurl handle");
  if (auto usable = check_uri(request_.uri, request_.allow_ftp); !usable) return usable;
  curl_easy_setopt(easy_, CURLOPT_FRESH_CONNECT, request_.own_connection ? 1L : 0L);
  curl_easy_setopt(easy_, CURLOPT_FORBID_REUSE, request_.own_connection ? 1L : 0L);
  if (is_ftp(request_.uri)) return prepare_ftp();
  answer_.emplace(request_, outcome_);
  curl_easy_setopt(easy_, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy_, CURLOPT_NOPROGRESS, 1L);
  for (const auto* value : {&request_.user_agent, &request_.from, &request_.accept, &request_.if_none_match,
                            &request_.if_modified_since, &request_.range,
                            request_.post ? &request_.post->media_type : &request_.from,
                            request_.known_part ? &request_.known_part->validator : &request_.from}) {
    if (has_controls(*value))
      return fail(errc::invalid_argument, "a request header holds a control character");
  }
  for (const auto& line : request_.headers) {
    if (has_controls(line)) return fail(errc::invalid_argument, "a request header holds a control character");
    const auto colon = line.find(": ");
    add_header(line.substr(0, colon), line.substr(std::min(line.size(), colon + 2)));
  }
  set_route();
  set_method();
  add_header("Accept", request_.accept);
  add_header("Accept-Encoding",
             request_.known_part || !request_.range.empty() ? "identity" : "gzip, identity");
  add_header("Range", request_.range);
  add_header("From", request_.from);
  add_header("If-None-Match", request_.if_none_match);
  add_header("If-Modified-Since", request_.if_modified_since);
  if (request_.known_part) {
    add_header("Range", range_of_rest(*request_.known_part));
    add_header("If-Range", request_.known_part->validator);
  }
  curl_easy_setopt(easy_, CURLOPT_HTTP_VERSION,
                   static_cast<long>(request_.wire ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS));
  const long verify = request_.insecure_tls ? 0L : 1L;
  curl_easy_setopt(easy_, CURLOPT_HTTPHEADER, headers_);
  curl_easy_setopt(easy_, CURLOPT_USERAGENT,
                   request_.user_agent.empty() ? nullptr : request_.user_agent.c_str());
  curl_easy_setopt(easy_, CURLOPT_SSL_VERIFYPEER, verify);
  curl_easy_setopt(easy_, CURLOPT_SSL_VERIFYHOST, verify * 2);
  curl_easy_setopt(easy_, CURLOPT_CONNECTTIMEOUT_MS,
                   std::max<long>(1, static_cast<long>(request_.limits.connect.count())));
  if (curl_easy_setopt(easy_, CURLOPT_URL, request_.uri.c_str()) != CURLE_OK) {
    return fail(errc::uri_syntax, "libcurl does not accept the URI");
  }
  return {};
}

void curl_hop::clear() {
  curl_slist_free_all(std::exchange(headers_, nullptr));
  if (easy_ != nullptr) {
    curl_easy_setopt(easy_, CURLOPT_HTTPHEADER, nullptr);
    curl_easy_setopt(easy_, CURLOPT_POSTFIELDS, nullptr);
    curl_easy_setopt(easy_, CURLOPT_FORBID_REUSE, 0L);
  }
  message_[0] = '\0';
  answer_.reset();
  ftp_.reset();
  control_address_.clear();
  request_ = {};
  outcome_ = {};
  begun_ = was_sent_ = false;
  own_failure_.reset();
  certificate_fault_.clear();
  refusal_.reset();
  full_address_.clear();
  phase_ = hop_phase::connecting;
  received_bytes_ = window_bytes_ = 0;
}

// --- time ---

void curl_hop::begin() {
  if (std::exchange(begun_, true)) return;
  begun_at_ = std::chrono::steady_clock::now();
  outcome_.hop.begun = shared_.wall_clock();
}

void curl_hop::begin_receiving() {
  if (std::exchange(phase_, hop_phase::receiving) == hop_phase::receiving) return;
  window_at_ = std::chrono::steady_clock::now();
  window_bytes_ = 0;
  shared_.next_check = std::min(shared_.next_check, deadline());
}

steady_time curl_hop::deadline() const {
  if (phase_ == hop_phase::connecting) return steady_time::max();
  const auto& limits = request_.limits;
  const auto received_mib = static_cast<std::int64_t>(outcome_.hop.wire_bytes >> 20);
  const auto total = begun_at_ + limits.total + limits.total_per_mib * received_mib;
  if (phase_ == hop_phase::waiting) return std::min(total, requested_at_ + limits.first_byte);
  return std::min(total, window_at_ + limits.slow_window);
}

std::optional<failure> curl_hop::lateness(steady_time now) {
  if (now < deadline()) return std::nullopt;
  const auto& limits = request_.limits;
  const auto ms = [](milliseconds time) { return std::to_string(time.count()) + " ms"; };
  if (phase_ == hop_phase::waiting) {
    return failure{errc::http_timeout, "no first byte within " + ms(limits.first_byte)};
  }
  if (now >= window_at_ + limits.slow_window) {
    const auto came = received_bytes_ - window_bytes_;
    const auto window_ms = static_cast<std::uint64_t>(std::max<std::int64_t>(0, limits.slow_window.count()));
    if (came * 1'000 < limits.slow_bytes_per_second * window_ms) {
      return failure{errc::http_timeout, number_of(came, "byte") + " within " + ms(limits.slow_window) +
                                             ", fewer than " + std::to_string(limits.slow_bytes_per_second) +
                                             " per second"};
    }
    window_at_ = now;
    window_bytes_ = received_bytes_;
  }
  if (now < deadline()) return std::nullopt;
  return failure{errc::http_timeout, "not complete within " + ms(limits.total) + " and " +
                                         ms(limits.total_per_mib) + " per MiB received"};
}

// --- connection ---

namespace {

/// `127.0.0.1 port 9; to allow it, write in the campaign: network: {allow: ["127.0.0.1:9"]}`.
std::string how_to_allow(std::string_view address, std::uint16_t port) {
  const auto number = std::to_string(port);
  const bool is_v6 = address.find(':') != std::string_view::npos;
  std::string out{address};
  return out.append(" port ")
      .append(number)
      .append("; to allow it, write in the campaign: network: {allow: [\"")
      .append(is_v6 ? "[" : "")
      .append(address)
      .append(is_v6 ? "]:" : ":")
      .append(number)
      .append("\"]}, and then: laundromat retry --failed");
}

}  // namespace

errc curl_hop::judge_peer(std::span<const std::uint8_t> address, std::uint16_t port, std::string_view shown) {
  const auto verdict =
      shared_.check ? shared_.check(address, ftp_ ? judged_ftp_port(port) : port) : errc::address_refused;
  if (verdict != errc::ok) {
    refusal_ = failure{verdict, how_to_allow(shown, port)};
    return verdict;
  }
  const auto slot = request_.take_slot ? request_.take_slot(address) : address_slot::granted;
  if (slot == address_slot::alone) curl_easy_setopt(easy_, CURLOPT_FORBID_REUSE, 1L);
  if (slot != address_slot::refused) return errc::ok;
  full_address_ = shown;
  return errc::cancelled;
}

curl_socket_t curl_hop::on_socket(void* self, curlsocktype /*purpose*/, curl_sockaddr* address) {
  auto& hop = *static_cast<curl_hop*>(self);
  hop.begin();
  std::array<char, INET6_ADDRSTRLEN> shown{};
  auto verdict = errc::address_refused;
  if (address->family == AF_INET) {
    sockaddr_in in{};
    std::memcpy(&in, &address->addr, sizeof in);
    inet_ntop(AF_INET, &in.sin_addr, shown.data(), shown.size());
    verdict = hop.judge_connection({reinterpret_cast<const std::uint8_t*>(&in.sin_addr), 4},
                                   ntohs(in.sin_port), shown.data());
  } else if (address->family == AF_INET6 && address->addrlen >= sizeof(sockaddr_in6)) {
    sockaddr_in6 in{};
    std::memcpy(&in, &address->addr, sizeof in);
    inet_ntop(AF_INET6, &in.sin6_addr, shown.data(), shown.size());
    verdict = hop.judge_connection({reinterpret_cast<const std::uint8_t*>(&in.sin6_addr), 16},
                                   ntohs(in.sin6_port), shown.data());
  }
  if (verdict != errc::ok) return CURL_SOCKET_BAD;
  const auto opened = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  if (opened < 0)
    if (auto lack = lack_behind(errno)) hop.refusal_ = std::move(lack);
  return opened;
}

int curl_hop::on_request(void* self, char* ip, char* /*local_ip*/, int port, int /*local_port*/) {
  auto& hop = *static_cast<curl_hop*>(self);
  hop.begin();
  // libcurl would repeat a request at once, by a new connection, when a kept one has ended. With FTP it only logs in again: no file was requested.
  if (std::exchange(hop.was_sent_, true) && !is_ftp(hop.request_.uri)) {
    hop.outcome_.lost_connection = true;
    hop.own_failure_ = {errc::connection_reset, "the server closed a kept connection before it answered"};
    return CURL_PREREQFUNC_ABORT;
  }
  std::array<std::uint8_t, 16> address{};
  std::size_t size = 0;
  const std::string_view shown = ip == nullptr ? "" : ip;
  const auto bare = std::string(shown.substr(0, shown.find('%')));
  if (inet_pton(AF_INET, bare.c_str(), address.data()) == 1) size = 4;
  if (size == 0 && inet_pton(AF_INET6, bare.c_str(), address.data()) == 1) size = 16;
  const auto verdict = size == 0
                           ? errc::address_refused
                           : hop.judge_peer({address.data(), size}, static_cast<std::uint16_t>(port), shown);
  if (verdict != errc::ok) {
    hop.own_failure_ = verdict == errc::cancelled ? hop.no_room()
                       : hop.refusal_             ? *hop.refusal_
                                                  : failure{verdict, "the peer has no IP address"};
    return CURL_PREREQFUNC_ABORT;
  }
  hop.outcome_.hop.address = hop.control_address_ = shown;
  hop.phase_ = hop_phase::waiting;
  hop.requested_at_ = std::chrono::steady_clock::now();
  hop.shared_.next_check = std::min(hop.shared_.next_check, hop.deadline());
  return CURL_PREREQFUNC_OK;
}

CURLcode curl_hop::on_tls(CURL* /*easy*/, void* context, void* self) {
  watch_certificates(static_cast<SSL_CTX*>(context), static_cast<curl_hop*>(self)->certificate_fault_);
  return CURLE_OK;
}

int curl_hop::on_resolve(void* /*resolver*/, void* /*reserved*/, void* self) {
  static_cast<curl_hop*>(self)->begin();
  return 0;
}

// --- answer ---

std::size_t curl_hop::on_header(char* bytes, std::size_t size, std::size_t count, void* self) {
  auto& hop = *static_cast<curl_hop*>(self);
  const auto length = size * count;
  if (hop.ftp_) {
    hop.ftp_->take_line({bytes, length});
    return length;
  }
  hop.begin_receiving();
  hop.received_bytes_ += length;
  auto done = hop.answer_->take_line({bytes, length});
  if (hop.answer_->has_doubtful_end()) curl_easy_setopt(hop.easy_, CURLOPT_FORBID_REUSE, 1L);
  if (done) return length;
  hop.own_failure_ = std::move(done.error());
  return 0;
}

int curl_hop::on_wire(CURL* /*easy*/, curl_infotype kind, char* bytes, std::size_t size, void* self) {
  auto& hop = *static_cast<curl_hop*>(self);
  if (kind == CURLINFO_DATA_IN && hop.answer_) hop.answer_->take_wire({bytes, size});
  if (kind == CURLINFO_HEADER_OUT && hop.request_.wire) hop.keep_request_head({bytes, size});
  return 0;
}

/// The request to a proxy that it shall connect is none of the hop.
void curl_hop::keep_request_head(std::string_view sent) {
  auto& head = outcome_.request_head;
  head.append(sent);
  if (!head.ends_with(end_of_head)) return;
  if (head.starts_with("CONNECT "))
    head.clear();
  else
    head = without_secrets(head, request_.headers);
}

std::size_t curl_hop::on_body(char* bytes, std::size_t size, std::size_t count, void* self) {
  auto& hop = *static_cast<curl_hop*>(self);
  const auto length = size * count;
  if (hop.ftp_) hop.begin_receiving();
  hop.received_bytes_ += length;
  auto done = hop.ftp_ ? hop.ftp_->take_body({bytes, length}) : hop.answer_->take_body({bytes, length});
  if (hop.answer_ && hop.answer_->has_enough()) return 0;
  if (done) return length;
  hop.own_failure_ = std::move(done.error());
  return 0;
}

// --- end ---

namespace {

/// Without a user and a password.
std::string host_of_proxy(const std::string& proxy) {
  const auto scheme_end = proxy.find("://") + 3, at = proxy.rfind('@');
  return at == proxy.npos ? proxy : proxy.substr(0, scheme_end) + proxy.substr(at + 1);
}

}  // namespace

failure curl_hop::no_room() const {
  return {errc::cancelled, full_address_ + " has no free slot for another request"};
}

std::optional<failure> curl_hop::verdict_of(CURLcode code) {
  if (own_failure_) return own_failure_;
  // One address of the host has no free slot, and the others cannot be reached now: this says nothing about the host.
  const bool no_connection = code == CURLE_COULDNT_CONNECT || code == CURLE_OPERATION_TIMEDOUT;
  if (no_connection && phase_ == hop_phase::connecting && !full_address_.empty()) return no_room();
  if (code == CURLE_COULDNT_CONNECT && refusal_) return refusal_;
  if (answer_ && (code == CURLE_OK || answer_->has_enough())) return answer_->end();
  if (phase_ == hop_phase::connecting)
    if (auto lack = lack_now()) return lack;
  if (code == CURLE_COULDNT_RESOLVE_HOST &&
      std::string_view(message_.data()).find("thread failed to start") != std::string_view::npos)
    return failure{errc::out_of_memory, "the system cannot start another thread to resolve names"};
  long system_error = 0;
  curl_easy_getinfo(easy_, CURLINFO_OS_ERRNO, &system_error);
  if (ftp_) return ftp_->end(errc_of_curl(code, static_cast<int>(system_error), phase_), message_.data());
  const auto phase = phase_ == hop_phase::receiving && !answer_->has_head() ? hop_phase::waiting : phase_;
  const auto cause = errc_of_curl(code, static_cast<int>(system_error), phase);
  if (cause == errc::head_too_large)
    return failure{cause, "the response head has a line of more than 100 KiB"};
  if (cause == errc::tls_failed && !certificate_fault_.empty()) return failure{cause, certificate_fault_};
  const bool is_of_proxy = !request_.proxy.empty() && phase_ == hop_phase::connecting;
  return failure{cause, (is_of_proxy ? "the proxy " + host_of_proxy(request_.proxy) + ": " : "") +
                            (message_[0] != '\0' ? message_.data() : curl_easy_strerror(code))};
}

transfer_outcome curl_hop::finish(CURLcode code, std::optional<failure> verdict) {
  if (begun_) {
    outcome_.hop.walltime =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begun_at_);
  } else {
    outcome_.hop.begun = shared_.wall_clock();
  }
  if (!verdict) verdict = verdict_of(code);
  if (verdict) {
    outcome_.hop.error = verdict->code;
    outcome_.hop.detail = std::move(verdict->detail);
  }
  if (answer_) answer_->close();
  if (ftp_) end_control_connection();
  const char* peer = nullptr;
  if (easy_ != nullptr) curl_easy_getinfo(easy_, CURLINFO_PRIMARY_IP, &peer);
  if (peer != nullptr && begun_) outcome_.hop.address = peer;
  if (outcome_.hop.error == errc::cancelled && !full_address_.empty()) {
    outcome_.found_no_room = true;
    outcome_.hop.address = full_address_;
  }
  return std::move(outcome_);
}

}  // namespace laundromat
