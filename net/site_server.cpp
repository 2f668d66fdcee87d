// Answers all requests in one handler of cpp-httplib, before its routing.
// SPDX-License-Identifier: Apache-2.0
#include "net/site_server.hpp"

#include <httplib.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <ctime>
#include <fstream>
#include <mutex>
#include <optional>
#include <thread>

#include "core/base/digest.hpp"
#include "net/served_part.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t chunk_bytes = std::size_t{64} * 1024;

struct found_file {
  fs::path path;
  std::uint64_t size_bytes = 0;
  std::string etag;
  std::string last_modified;
};

std::string http_date(fs::file_time_type time) {
  const auto system = std::chrono::file_clock::to_sys(time);
  const auto seconds_since_epoch = std::chrono::system_clock::to_time_t(
      std::chrono::time_point_cast<std::chrono::system_clock::duration>(system));
  std::tm utc{};
  gmtime_r(&seconds_since_epoch, &utc);
  char text[64];
  const auto size = std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &utc);
  return {text, size};
}

/// Returns the regular file for a decoded path when its real path is below `root`.
std::optional<found_file> find_file(const fs::path& root, std::string_view path) {
  if (!path.starts_with('/') || path.find('\0') != std::string_view::npos) return std::nullopt;
  std::error_code error;
  auto real = fs::canonical(root / fs::path(path.substr(1)).relative_path(), error);
  if (error) return std::nullopt;
  if (fs::is_directory(real, error)) real = fs::canonical(real / "index.html", error);
  if (error || !fs::is_regular_file(real, error)) return std::nullopt;
  const auto [root_end, ignored] = std::mismatch(root.begin(), root.end(), real.begin(), real.end());
  if (root_end != root.end()) return std::nullopt;
  found_file found{real, fs::file_size(real, error), {}, {}};
  if (error) return std::nullopt;
  const auto written = fs::last_write_time(real, error);
  if (error) return std::nullopt;
  found.last_modified = http_date(written);
  const auto facts =
      std::to_string(written.time_since_epoch().count()) + " " + std::to_string(found.size_bytes);
  found.etag = '"' + md5(facts).hex() + '"';
  return found;
}

bool is_unchanged(const httplib::Request& request, const found_file& file) {
  if (request.has_header("If-None-Match")) return request.get_header_value("If-None-Match") == file.etag;
  return request.get_header_value("If-Modified-Since") == file.last_modified;
}

void set_content_type(httplib::Response& response, const std::string& value) {
  response.headers.erase("Content-Type");
  if (!value.empty()) response.set_header("Content-Type", value);
}

}  // namespace

class site_server::state {
 public:
  explicit state(site_options options) : options_(std::move(options)) {}
  ~state() { stop(); }

  result<void> start() {
    std::error_code error;
    const auto named = options_.root;
    options_.root = fs::canonical(named, error);
    if (error || !fs::is_directory(options_.root, error))
      return fail(errc::not_found,
                  "the site folder " + named.string() + (error ? " does not exist" : " is no folder"));
    configure();
    if (options_.port == 0) {
      const int chosen = server_.bind_to_any_port(options_.address);
      if (chosen <= 0) return fail(errc::io_failed, "no free port on " + options_.address);
      options_.port = static_cast<std::uint16_t>(chosen);
    } else if (!server_.bind_to_port(options_.address, options_.port)) {
      return fail(errc::io_failed,
                  "port " + std::to_string(options_.port) + " of " + options_.address + " cannot be used");
    }
    thread_ = std::thread([this] {
      server_.listen_after_bind();
      ended_ = true;
    });
    return {};
  }

  void stop() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    stopped_.notify_all();
    // The server ignores a stop before it runs.
    while (!server_.is_running() && !ended_) std::this_thread::yield();
    server_.stop();
    thread_.join();
  }

  [[nodiscard]] std::uint16_t port() const { return options_.port; }
  /// Returns the form of the address in a URL (RFC 3986 section 3.2.2).
  [[nodiscard]] std::string host() const {
    return options_.address.find(':') == std::string::npos ? options_.address : '[' + options_.address + ']';
  }

 private:
  using handled = httplib::Server::HandlerResponse;

  void configure() {
    const auto threads = std::max<std::size_t>(1, options_.threads);
    server_.new_task_queue = [threads] { return new httplib::ThreadPool(threads); };
    server_.set_keep_alive_max_count(1'000'000);
    server_.set_keep_alive_timeout(1);
    server_.set_tcp_nodelay(true);
    // Without SO_REUSEPORT, so that a port in use is refused and not shared.
    server_.set_socket_options([](auto socket) {
      const int on = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    });
    server_.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      // The library cuts any body by the ranges of its request, whatever the status: they stay only where a part is served.
      auto& owned = const_cast<httplib::Request&>(request);
      answer(owned, response);
      if (response.status != 206) owned.ranges.clear();
      return handled::Handled;
    });
    server_.set_logger([this](const httplib::Request& request, const httplib::Response& response) {
      if (!options_.on_request) return;
      const std::lock_guard lock(log_mutex_);
      options_.on_request(request.path, response.status);
    });
  }

  template <class Action, class Visit>
  void for_each_rule(const std::string& path, Visit visit) const {
    for (const auto& rule : options_.rules) {
      if (rule.path != path) continue;
      if (const auto* action = std::get_if<Action>(&rule.action)) visit(*action);
    }
  }

  void answer(httplib::Request& request, httplib::Response& response) {
    for_each_rule<serve_delay>(request.path, [&](const serve_delay& delay) {
      std::unique_lock lock(mutex_);
      stopped_.wait_for(lock, delay.time, [&] { return stopping_; });
    });
    if (request.method != "GET" && request.method != "HEAD") {
      response.status = 405;
      response.set_header("Allow", "GET, HEAD");
    } else {
      answer_path(request, response);
    }
    for_each_rule<serve_header>(request.path, [&](const serve_header& header) {
      // The headers are a multimap: the rule's value replaces one that is there already.
      response.headers.erase(header.name);
      response.headers.emplace(header.name, header.value);
    });
  }

  void answer_path(httplib::Request& request, httplib::Response& response) {
    response.status = 0;
    for_each_rule<serve_redirect>(request.path, [&](const serve_redirect& redirect) {
      response.status = redirect.status;
      response.headers.erase("Location");
      response.headers.emplace("Location", redirect.to);
    });
    for_each_rule<serve_status>(request.path, [&](const serve_status& status) {
      response.status = status.status;
      response.body = status.body;
      set_content_type(response, "text/plain");
    });
    if (response.status != 0) return;
    if (const auto file = find_file(options_.root, request.path)) {
      answer_file(request, *file, response);
    } else {
      response.status = 404;
      response.body = "not found\n";
      set_content_type(response, "text/plain");
    }
  }

  void answer_file(httplib::Request& request, const found_file& file, httplib::Response& response) {
    response.set_header("ETag", file.etag);
    response.set_header("Last-Modified", file.last_modified);
    if (is_unchanged(request, file)) {
      response.status = 304;
      return;
    }
    response.status = choose_part(request, file.size_bytes, file.etag, file.last_modified) ? 206 : 200;
    auto media_type = media_type_of(file.path.filename().string());
    for_each_rule<serve_media_type>(request.path,
                                    [&](const serve_media_type& rule) { media_type = rule.value; });
    auto kept = file.size_bytes;
    for_each_rule<serve_truncated>(
        request.path, [&](const serve_truncated& rule) { kept = std::min(kept, rule.keep_bytes); });
    if (file.size_bytes == 0) {
      set_content_type(response, media_type);
      return;
    }
    auto stream = std::make_shared<std::ifstream>(file.path, std::ios::binary);
    response.set_content_provider(
        file.size_bytes, media_type,
        [stream, kept](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
          return send_chunk(*stream, kept, offset, length, sink);
        });
    set_content_type(response, media_type);
  }

  static bool send_chunk(std::ifstream& file, std::uint64_t kept, std::size_t offset, std::size_t length,
                         httplib::DataSink& sink) {
    if (offset >= kept) return false;
    char buffer[chunk_bytes];
    const auto wanted = std::min<std::uint64_t>({length, sizeof buffer, kept - offset});
    file.seekg(static_cast<std::streamoff>(offset));
    file.read(buffer, static_cast<std::streamsize>(wanted));
    const auto got = file.gcount();
    return got > 0 && sink.write(buffer, static_cast<std::size_t>(got));
  }

  [[nodiscard]] std::string media_type_of(std::string_view name) const {
    std::size_t longest = 0;
    auto media_type = options_.default_media_type;
    for (const auto& [suffix, value] : options_.media_types) {
      if (suffix.size() <= longest || !name.ends_with(suffix)) continue;
      longest = suffix.size();
      media_type = value;
    }
    return media_type;
  }

  site_options options_;
  httplib::Server server_;
  std::thread thread_;
  std::mutex mutex_, log_mutex_;
  std::condition_variable stopped_;
  bool stopping_ = false;
  std::atomic<bool> ended_{false};
};

site_server::site_server(std::unique_ptr<state> running) : state_(std::move(running)) {}
site_server::site_server(site_server&&) noexcept = default;
site_server& site_server::operator=(site_server&&) noexcept = default;
site_server::~site_server() = default;

result<site_server> site_server::start(site_options options) {
  auto made = std::make_unique<state>(std::move(options));
  if (auto started = made->start(); !started) return tl::unexpected(started.error());
  return site_server(std::move(made));
}

void site_server::stop() {
  if (state_) state_->stop();
}
std::uint16_t site_server::port() const {
  return state_->port();
}
std::string site_server::url(std::string_view path) const {
  return "http://" + state_->host() + ':' + std::to_string(port()) + std::string(path);
}

std::vector<std::pair<std::string, std::string>> usual_media_types() {
  return {{".ttl", "text/turtle"},
          {".trig", "application/trig"},
          {".nt", "application/n-triples"},
          {".nq", "application/n-quads"},
          {".rdf", "application/rdf+xml"},
          {".owl", "application/rdf+xml"},
          {".jsonld", "application/ld+json"},
          {".html", "text/html"},
          {".xhtml", "application/xhtml+xml"},
          {".xml", "application/xml"},
          {".json", "application/json"},
          {".txt", "text/plain"},
          {".gz", "application/gzip"},
          {".bz2", "application/x-bzip2"},
          {".xz", "application/x-xz"},
          {".zst", "application/zstd"},
          {".zip", "application/zip"},
          {".tar", "application/x-tar"},
          {".tgz", "application/gzip"},
          {".csv", "text/csv"}};
}

}  // namespace laundromat
