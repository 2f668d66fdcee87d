// Sets the options and callbacks of libcurl for a request to a store.
// SPDX-License-Identifier: Apache-2.0
#include "net/stores/store_client.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <array>

#include "core/base/count_words.hpp"
#include "core/web/http_values.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"
#include "net/certificate_fault.hpp"
#include "net/curl_errors.hpp"

namespace laundromat {

namespace {

constexpr long transfer_buffer_bytes = 256L << 10;

bool has_control(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

result<void> check_store_uri(std::string_view uri) {
  const auto parts = parse_uri(uri);
  if (!parts) return fail(errc::uri_syntax, std::string(uri) + ": " + parts.error().detail);
  if (!parts->scheme || !is_http_scheme(*parts->scheme))
    return fail(errc::scheme_refused, "the address of a store begins with http:// or https://");
  if (!parts->authority || split_authority(*parts->authority).host.empty())
    return fail(errc::uri_syntax, "the address of a store has no host");
  if (split_authority(*parts->authority).userinfo)
    return fail(errc::invalid_argument,
                "the address of a store has a user; name user and password by their own options");
  return {};
}

unsigned long methods_of(store_login login) {
  switch (login) {
    case store_login::any:
      return CURLAUTH_DIGEST | CURLAUTH_BASIC;
    case store_login::basic:
      return CURLAUTH_BASIC;
    case store_login::digest:
      return CURLAUTH_DIGEST;
    case store_login::bearer:
      return CURLAUTH_BEARER;
    case store_login::none:
      break;
  }
  return CURLAUTH_NONE;
}

store_fault fault_of(errc code) {
  switch (code) {
    case errc::http_timeout:
    case errc::connection_timed_out:
      return store_fault::timed_out;
    case errc::internal:
    case errc::out_of_memory:
    case errc::uri_syntax:
    case errc::io_failed:
      return store_fault::local;
    default:
      return store_fault::unreachable;
  }
}

}  // namespace

class store_client::state {
 public:
  explicit state(store_client_options options) : options_(std::move(options)), easy_(open_handle()) {
    if (easy_ != nullptr) set_constant_options();
  }
  ~state() {
    if (easy_ != nullptr) curl_easy_cleanup(easy_);
    curl_slist_free_all(headers_);
  }
  state(const state&) = delete;
  state& operator=(const state&) = delete;

  store_result<store_answer> send(const store_request& request, byte_sink* into) {
    if (easy_ == nullptr) return fail_locally({errc::out_of_memory, "no libcurl handle"});
    const auto methods = methods_of(options_.credentials.login);
    auto answer = perform(request, into, methods);
    const bool has_body = request.body && request.body_bytes > 0, has_login = methods != CURLAUTH_NONE;
    if (!has_body || !has_login) return answer;
    if (!answer && answer.error().fault == store_fault::unreachable && phase_ != hop_phase::connecting)
      return refused_login(request).value_or(std::move(answer));
    // libcurl asks for a login by a request without its body. Who needs no login answers to that.
    const bool was_asked_only = sent_bytes_ == 0 && answer && !answer->is_success() &&
                                answer->status != 401 && answer->status != 403 && answer->status != 407;
    return was_asked_only ? perform(request, into, CURLAUTH_NONE) : std::move(answer);
  }

 private:
  using steady_clock = std::chrono::steady_clock;

  store_result<store_answer> perform(const store_request& request, byte_sink* into, unsigned long methods) {
    begin(request, into);
    curl_easy_setopt(easy_, CURLOPT_HTTPAUTH, methods);
    if (auto prepared = prepare(); !prepared) return fail_locally(prepared.error());
    const auto code = curl_easy_perform(easy_);
    body_.reset();
    long status = 0;
    curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &status);
    answer_.status = static_cast<int>(status);
    if (auto why = failure_after(code)) return tl::unexpected(*std::move(why));
    answer_.excerpt =
        without_secret(std::move(answer_.excerpt), options_.credentials).substr(0, excerpt_bytes);
    return std::move(answer_);
  }

  /// Some stores refuse a login and close the connection while the body is being sent, so that their answer is lost. Asks once more, without a body; nothing
  /// when the login is not the reason.
  std::optional<store_result<store_answer>> refused_login(const store_request& request) {
    struct end_at_first_byte final : byte_sink {
      result<void> write(std::string_view) override {
        return fail(errc::cancelled, "only the head is wanted");
      }
    } no_body;
    store_request question;
    question.uri = request.uri;
    auto answer = perform(question, &no_body, methods_of(options_.credentials.login));
    if (!answer || (answer->status != 401 && answer->status != 403)) return std::nullopt;
    return answer;
  }

  static CURL* open_handle() {
    static const bool is_ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    return is_ready ? curl_easy_init() : nullptr;
  }

  void set_constant_options() {
    const auto& o = options_;
    curl_easy_setopt(easy_, CURLOPT_ERRORBUFFER, message_.data());
    curl_easy_setopt(easy_, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy_, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy_, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    curl_easy_setopt(easy_, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy_, CURLOPT_HTTP09_ALLOWED, 0L);
    curl_easy_setopt(easy_, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(easy_, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(easy_, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
    curl_easy_setopt(easy_, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    curl_easy_setopt(
        easy_, CURLOPT_SSLVERSION,
        static_cast<long>(CURL_SSLVERSION_TLSv1_2) | static_cast<long>(CURL_SSLVERSION_MAX_DEFAULT));
    if (!o.ca_file.empty()) curl_easy_setopt(easy_, CURLOPT_CAINFO, o.ca_file.c_str());
    curl_easy_setopt(easy_, CURLOPT_SSL_CTX_FUNCTION, &state::on_tls);
    curl_easy_setopt(easy_, CURLOPT_SSL_CTX_DATA, this);
    curl_easy_setopt(easy_, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(o.connect.count()));
    curl_easy_setopt(easy_, CURLOPT_TIMEOUT_MS, static_cast<long>(o.total.count()));
    curl_easy_setopt(easy_, CURLOPT_USERAGENT, o.user_agent.c_str());
    curl_easy_setopt(easy_, CURLOPT_BUFFERSIZE, transfer_buffer_bytes);
    curl_easy_setopt(easy_, CURLOPT_UPLOAD_BUFFERSIZE, transfer_buffer_bytes);
    curl_easy_setopt(easy_, CURLOPT_HEADERFUNCTION, &state::on_header);
    curl_easy_setopt(easy_, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(easy_, CURLOPT_WRITEFUNCTION, &state::on_answer);
    curl_easy_setopt(easy_, CURLOPT_WRITEDATA, this);
    curl_easy_setopt(easy_, CURLOPT_READFUNCTION, &state::on_body);
    curl_easy_setopt(easy_, CURLOPT_READDATA, this);
    curl_easy_setopt(easy_, CURLOPT_SEEKFUNCTION, &state::on_rewind);
    curl_easy_setopt(easy_, CURLOPT_SEEKDATA, this);
    curl_easy_setopt(easy_, CURLOPT_PREREQFUNCTION, &state::on_request);
    curl_easy_setopt(easy_, CURLOPT_PREREQDATA, this);
    curl_easy_setopt(easy_, CURLOPT_XFERINFOFUNCTION, &state::on_progress);
    curl_easy_setopt(easy_, CURLOPT_XFERINFODATA, this);
    curl_easy_setopt(easy_, CURLOPT_NOPROGRESS, 0L);
    const auto& login = o.credentials;
    if (login.login == store_login::none) return;
    if (login.login == store_login::bearer) {
      curl_easy_setopt(easy_, CURLOPT_XOAUTH2_BEARER, login.secret.reveal().c_str());
      return;
    }
    curl_easy_setopt(easy_, CURLOPT_USERNAME, login.user.c_str());
    curl_easy_setopt(easy_, CURLOPT_PASSWORD, login.secret.reveal().c_str());
  }

  void begin(const store_request& request, byte_sink* into) {
    request_ = &request;
    into_ = into;
    answer_ = {};
    own_failure_.reset();
    certificate_fault_.clear();
    message_[0] = '\0';
    phase_ = hop_phase::connecting;
    sent_bytes_ = 0;
    was_idle_ = was_cut_ = false;
    moved_ = -1;
    moved_at_ = steady_clock::now();
  }

  result<void> prepare() {
    const auto& r = *request_;
    if (auto usable = check_store_uri(r.uri); !usable) return usable;
    if (has_control(r.accept) || has_control(r.media_type) || std::ranges::any_of(r.headers, has_control))
      return fail(errc::invalid_argument, "a request header holds a control character");
    if (r.body)
      if (auto opened = open_body(); !opened) return opened;
    curl_slist_free_all(std::exchange(headers_, nullptr));
    add_header("Accept: " + r.accept);
    add_header("Expect:");  // some servers never answer it
    if (r.body) add_header("Content-Type: " + r.media_type);
    for (const auto& one : r.headers) add_header(one);
    curl_easy_setopt(easy_, CURLOPT_HTTPHEADER, headers_);
    curl_easy_setopt(easy_, CURLOPT_UPLOAD, r.body ? 1L : 0L);
    if (!r.body) curl_easy_setopt(easy_, CURLOPT_HTTPGET, 1L);
    curl_easy_setopt(easy_, CURLOPT_CUSTOMREQUEST, r.method.c_str());
    curl_easy_setopt(easy_, CURLOPT_INFILESIZE_LARGE,
                     r.body ? static_cast<curl_off_t>(r.body_bytes) : curl_off_t{-1});
    if (curl_easy_setopt(easy_, CURLOPT_URL, r.uri.c_str()) != CURLE_OK)
      return fail(errc::uri_syntax, "libcurl does not accept the address of the store");
    return {};
  }

  void add_header(const std::string& line) {
    if (auto* longer = curl_slist_append(headers_, line.c_str()); longer != nullptr) headers_ = longer;
  }

  result<void> open_body() {
    auto opened = request_->body();
    if (!opened) return tl::unexpected(opened.error());
    body_ = *std::move(opened);
    sent_bytes_ = 0;
    return {};
  }

  std::optional<store_failure> failure_after(CURLcode code) {
    if (own_failure_) return std::move(own_failure_);
    if (code == CURLE_OK || was_cut_) return std::nullopt;
    if (was_idle_)
      return store_failure{store_fault::timed_out,
                           {errc::http_timeout, request_->uri + ": no byte within " +
                                                    std::to_string(options_.idle.count()) + " ms"}};
    long system_error = 0;
    curl_easy_getinfo(easy_, CURLINFO_OS_ERRNO, &system_error);
    auto cause = code == CURLE_SEND_FAIL_REWIND ? errc::connection_reset
                                                : errc_of_curl(code, static_cast<int>(system_error), phase_);
    const auto said = cause == errc::tls_failed && !certificate_fault_.empty() ? certificate_fault_
                      : message_[0] != '\0'                                    ? std::string(message_.data())
                                            : std::string(curl_easy_strerror(code));
    return store_failure{fault_of(cause), {cause, request_->uri + ": " + said}};
  }

  void fail_with(store_fault fault, failure why) { own_failure_ = store_failure{fault, std::move(why)}; }

  static std::size_t on_header(char* bytes, std::size_t size, std::size_t count, void* self) {
    auto& s = *static_cast<state*>(self);
    s.phase_ = hop_phase::receiving;
    const std::string_view line(bytes, size * count);
    if (line.starts_with("HTTP/")) s.answer_ = {};
    const auto colon = line.find(':');
    if (colon == line.npos) return size * count;
    const auto name = lower_case(line.substr(0, colon));
    const auto value = trim(line.substr(colon + 1));
    if (name == "content-type") s.answer_.media_type = parse_content_type(value).media_type;
    if (name == "location") s.answer_.location = value.substr(0, excerpt_bytes);
    if (name == "x-sql-state") s.answer_.sql_state = value.substr(0, excerpt_bytes);
    if (name == "retry-after")
      s.answer_.retry_after = parse_retry_after(
          value, std::chrono::time_point_cast<milliseconds>(std::chrono::system_clock::now()));
    return size * count;
  }

  static std::size_t on_answer(char* bytes, std::size_t size, std::size_t count, void* self) {
    auto& s = *static_cast<state*>(self);
    const std::string_view text(bytes, size * count);
    s.answer_.body_bytes += text.size();
    long status = 0;
    curl_easy_getinfo(s.easy_, CURLINFO_RESPONSE_CODE, &status);
    const bool is_success = status >= 200 && status < 300;
    if (s.answer_.body_bytes > s.options_.answer_bytes) {
      if (s.options_.ignores_rest) {
        s.was_cut_ = true;
        return 0;
      }
      s.fail_with(store_fault::local, {errc::body_too_large, s.request_->uri + ": the answer has more than " +
                                                                 number_of(s.options_.answer_bytes, "byte")});
      return 0;
    }
    if (s.into_ != nullptr && is_success) {
      auto written = s.into_->write(text);
      if (written) return text.size();
      s.fail_with(store_fault::local, std::move(written.error()));
      return 0;
    }
    // Twice as much, so that a secret at the end of an excerpt is recognised.
    constexpr auto most = 2 * excerpt_bytes;
    s.answer_.excerpt.append(text.substr(0, most - std::min(most, s.answer_.excerpt.size())));
    return text.size();
  }

  static std::size_t on_body(char* bytes, std::size_t size, std::size_t count, void* self) {
    auto& s = *static_cast<state*>(self);
    if (!s.body_) return 0;
    const auto left = s.request_->body_bytes - s.sent_bytes_;
    const auto n =
        s.body_->read({bytes, static_cast<std::size_t>(std::min<std::uint64_t>(size * count, left))});
    if (!n) {
      s.fail_with(store_fault::local, n.error());
      return CURL_READFUNC_ABORT;
    }
    if (*n == 0 && left > 0) {
      s.fail_with(store_fault::local, {errc::internal, "the body of a request is shorter than announced"});
      return CURL_READFUNC_ABORT;
    }
    s.sent_bytes_ += *n;
    return *n;
  }

  static int on_rewind(void* self, curl_off_t offset, int origin) {
    auto& s = *static_cast<state*>(self);
    if (offset != 0 || origin != SEEK_SET) return CURL_SEEKFUNC_FAIL;
    if (auto opened = s.open_body(); !opened) {
      s.fail_with(store_fault::local, opened.error());
      return CURL_SEEKFUNC_FAIL;
    }
    return CURL_SEEKFUNC_OK;
  }

  static int on_request(void* self, char*, char*, int, int) {
    auto& s = *static_cast<state*>(self);
    if (s.phase_ == hop_phase::connecting) s.phase_ = hop_phase::waiting;
    return CURL_PREREQFUNC_OK;
  }

  static int on_progress(void* self, curl_off_t, curl_off_t received, curl_off_t, curl_off_t sent) {
    auto& s = *static_cast<state*>(self);
    if (s.options_.is_stopping && s.options_.is_stopping()) {
      s.fail_with(store_fault::cancelled, {errc::cancelled, "the program is stopping"});
      return 1;
    }
    const auto now = steady_clock::now();
    if (received + sent != s.moved_) {
      s.moved_ = received + sent;
      s.moved_at_ = now;
    }
    s.was_idle_ = now - s.moved_at_ > s.options_.idle;
    return s.was_idle_ ? 1 : 0;
  }

  static CURLcode on_tls(CURL*, void* context, void* self) {
    watch_certificates(static_cast<SSL_CTX*>(context), static_cast<state*>(self)->certificate_fault_);
    return CURLE_OK;
  }

  store_client_options options_;
  CURL* easy_ = nullptr;
  curl_slist* headers_ = nullptr;
  std::array<char, CURL_ERROR_SIZE> message_{};
  // Of the current request.
  const store_request* request_ = nullptr;
  byte_sink* into_ = nullptr;
  byte_source_ptr body_;
  store_answer answer_;
  std::optional<store_failure> own_failure_;
  std::string certificate_fault_;
  hop_phase phase_ = hop_phase::connecting;
  std::uint64_t sent_bytes_ = 0;
  curl_off_t moved_ = -1;
  steady_clock::time_point moved_at_{};
  bool was_idle_ = false;
  bool was_cut_ = false;  ///< the rest of the answer was not wanted
};

store_client::store_client(store_client_options options)
    : state_(std::make_unique<state>(std::move(options))) {}
store_client::~store_client() = default;
store_client::store_client(store_client&&) noexcept = default;
store_client& store_client::operator=(store_client&&) noexcept = default;

store_result<store_answer> store_client::send(const store_request& request, byte_sink* into) {
  return state_->send(request, into);
}

store_request with_body(store_request request, std::string media_type, std::string bytes) {
  request.media_type = std::move(media_type);
  request.body_bytes = bytes.size();
  request.body = [kept = std::make_shared<const std::string>(std::move(bytes))]() -> result<byte_source_ptr> {
    return make_view_source(*kept);
  };
  return request;
}

}  // namespace laundromat
