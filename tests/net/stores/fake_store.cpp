// Keeps graphs in memory, behind cpp-httplib.
// SPDX-License-Identifier: Apache-2.0
#include "tests/net/stores/fake_store.hpp"

#include <httplib.h>
#include <openssl/evp.h>

#include <regex>
#include <thread>

namespace laundromat::test {

namespace {

std::string md5(const std::string& text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned size = 0;
  EVP_Digest(text.data(), text.size(), bytes.data(), &size, EVP_md5(), nullptr);
  std::string out;
  for (unsigned i = 0; i < size; ++i) {
    constexpr std::string_view digits = "0123456789abcdef";
    out.push_back(digits[bytes[i] >> 4]);
    out.push_back(digits[bytes[i] & 15]);
  }
  return out;
}

std::string field(const std::string& authorization, const std::string& name) {
  std::smatch found;
  const std::regex pattern("[ ,]" + name + "=\"?([^\",]*)\"?");
  return std::regex_search(authorization, found, pattern) ? found[1].str() : std::string{};
}

/// RFC 7616 with MD5 and qop=auth. The server decodes headers, hence the target of the request instead of the `uri` of the header.
bool is_right_digest(const httplib::Request& request, const std::string& password) {
  const auto given = request.get_header_value("Authorization");
  if (!given.starts_with("Digest ")) return false;
  const auto first = md5("dba:store:" + password), second = md5(request.method + ":" + request.target);
  return field(given, "response") ==
         md5(first + ":nonce1:" + field(given, "nc") + ":" + field(given, "cnonce") + ":auth:" + second);
}

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    auto end = text.find('\n', at);
    if (end == text.npos) end = text.size();
    const auto line = text.substr(at, end - at);
    if (line.starts_with("<") && line.ends_with(" .")) out.push_back(line);
    at = end + 1;
  }
  return out;
}

}  // namespace

class fake_store::state {
 public:
  state(fake_store& owner, troublemaker trouble) : owner_(owner), trouble_(std::move(trouble)) {
    const auto handle = [this](const httplib::Request& request, httplib::Response& response) {
      answer(request, response);
    };
    server_.Get(".*", handle);
    server_.Put(".*", handle);
    server_.Post(".*", handle);
    server_.Delete(".*", handle);
    server_.set_tcp_nodelay(true);
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
  }
  ~state() {
    while (!server_.is_running()) std::this_thread::yield();  // stopping earlier has no effect
    server_.stop();
    thread_.join();
  }

  fake_store& owner_;
  troublemaker trouble_;
  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
  std::mutex mutex_;
  std::map<std::string, std::set<std::string>> graphs_;
  std::vector<seen_request> requests_;
  std::size_t number_ = 0;

 private:
  bool may_enter(const httplib::Request& request, httplib::Response& response) {
    if (!owner_.digest_password.empty() && !is_right_digest(request, owner_.digest_password)) {
      response.status = 401;
      response.set_header("WWW-Authenticate",
                          "Digest realm=\"store\", nonce=\"nonce1\", qop=\"auth\", algorithm=MD5");
      return false;
    }
    if (!owner_.login.empty() && request.get_header_value("Authorization") != owner_.login) {
      response.status = 401;
      response.set_header("WWW-Authenticate", "Basic realm=\"store\"");
      return false;
    }
    return true;
  }

  void answer(const httplib::Request& request, httplib::Response& response) {
    const std::lock_guard lock(mutex_);
    requests_.push_back({request.method, request.target, request.get_header_value("Content-Type"),
                         request.get_header_value("Authorization"), request.body.size()});
    if (!may_enter(request, response)) return;
    const auto trouble = trouble_ ? trouble_(++number_, requests_.back()) : store_trouble{};
    if ((trouble.status == 0 && !trouble.cuts) || trouble.does_it_first) do_it(request, response);
    if (trouble.status != 0) {
      response.status = trouble.status;
      if (!trouble.retry_after.empty()) response.set_header("Retry-After", trouble.retry_after);
      response.set_content(trouble.body, "text/plain");
    }
    if (trouble.cuts) {
      response.status = 200;
      response.set_content_provider(100, "text/plain",
                                    [](std::size_t, std::size_t, httplib::DataSink&) { return false; });
    }
  }

  void do_it(const httplib::Request& request, httplib::Response& response) {
    if (request.path == "/update") return update(request, response);
    if (request.path == "/query") return query(request.get_param_value("query"), response);
    const auto iri = request.has_param("graph") ? request.get_param_value("graph")
                                                : "http://127.0.0.1:" + std::to_string(port_) + request.path;
    if (request.method == "GET") {
      const auto found = graphs_.find(iri);
      if (found == graphs_.end()) {
        response.status = 404;
        return;
      }
      return response.set_content(text_of(found->second), "application/n-triples");
    }
    if (request.method == "DELETE") {
      response.status = graphs_.erase(iri) > 0 ? 204 : 404;
      return;
    }
    const auto lines = lines_in(request.body);
    if (!are_accepted(lines, response)) return;
    if (request.method == "PUT") graphs_[iri].clear();
    for (const auto& line : lines) add(graphs_[iri], line);
    response.status = 201;
  }

  void add(std::set<std::string>& graph, const std::string& line) const {
    if (!owner_.keeps_line || owner_.keeps_line(line)) graph.insert(line);
  }

  bool are_accepted(const std::vector<std::string>& lines, httplib::Response& response) const {
    for (const auto& line : lines) {
      if (!owner_.accepts_line || owner_.accepts_line(line)) continue;
      response.status = 400;
      response.set_content("Virtuoso 22005 Error SR341: Invalid value", "text/plain");
      return false;
    }
    return true;
  }

  void update(const httplib::Request& request, httplib::Response& response) {
    static const std::regex data(R"(^(INSERT|DELETE) DATA \{ GRAPH <([^>]*)> \{)"),
        drop("^DROP SILENT GRAPH <([^>]*)>");
    std::smatch found;
    const auto head = request.body.substr(0, 1'000);
    if (std::regex_search(head, found, drop)) {
      graphs_.erase(found[1].str());
      response.status = 204;
      return;
    }
    if (!std::regex_search(head, found, data)) {
      response.status = 400;
      return;
    }
    const auto lines = lines_in(request.body);
    if (!are_accepted(lines, response)) return;
    auto& graph = graphs_[found[2].str()];
    for (const auto& line : lines) {
      if (found[1] == "INSERT")
        add(graph, line);
      else
        graph.erase(line);
    }
    response.status = 204;
  }

  std::string text_of(const std::set<std::string>& lines) const {
    std::string out;
    std::size_t rows = 0;
    for (const auto& line : lines)
      if (owner_.most_rows == 0 || rows++ < owner_.most_rows) out += line + "\n";
    return out;
  }

  void query(const std::string& text, httplib::Response& response) {
    std::smatch found;
    static const std::regex graph(R"(GRAPH <([^>]*)>)");
    if (!std::regex_search(text, found, graph)) {
      response.status = 400;
      return;
    }
    const auto& lines = graphs_[found[1].str()];
    if (text.starts_with("SELECT (COUNT(*) AS ?n)"))
      response.set_content("n\r\n" + std::to_string(lines.size()) + "\r\n", "text/csv");
    else if (text.starts_with("CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <" + found[1].str() + "> { ?s ?p ?o } }"))
      response.set_content(text_of(lines), "application/n-triples");
    else
      response.status = 400;
  }
};

fake_store::fake_store(troublemaker trouble) : state_(std::make_unique<state>(*this, std::move(trouble))) {}
fake_store::~fake_store() = default;

std::string fake_store::url(const std::string& path) const {
  return "http://127.0.0.1:" + std::to_string(state_->port_) + path;
}
std::set<std::string> fake_store::graph(const std::string& iri) const {
  const std::lock_guard lock(state_->mutex_);
  return state_->graphs_[iri];
}
void fake_store::set_graph(const std::string& iri, std::set<std::string> lines) {
  const std::lock_guard lock(state_->mutex_);
  state_->graphs_[iri] = std::move(lines);
}
std::vector<seen_request> fake_store::requests() const {
  const std::lock_guard lock(state_->mutex_);
  return state_->requests_;
}

}  // namespace laundromat::test
