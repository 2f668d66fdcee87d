// Asks a service by POST, and an index of labels in memory.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/candidate_source.hpp"
#include "app/extraction/label_lines.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "app/requests/polite_requester.hpp"
#include "app/terminal/wall_clock.hpp"
#include "app/wash/wash_input.hpp"
#include "core/campaign/campaign.hpp"
#include "core/reconciliation/label_index.hpp"
#include "core/web/uri.hpp"
#include "net/hop_verdict.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

bool is_on_this_machine(std::string_view uri) {
  const auto authority = authority_key(uri).value_or(std::string{});
  const auto host = authority.substr(0, authority.rfind(':'));
  const auto address = host.starts_with('[') && host.ends_with(']')
                           ? parse_ipv6(std::string_view(host).substr(1, host.size() - 2))
                           : parse_ipv4(host);
  const auto is_in = [&](const std::string& network) {
    return parse_allowed_network(network)->network.contains(*address);
  };
  return host == "localhost" || (address && std::ranges::any_of(loopback_networks(), is_in));
}

namespace {

campaign settings_of(const candidate_service& service) {
  campaign settings;
  settings.contact = {"laundromat", "https://lodlaundromat.org/", service.contact};
  // A service on this machine is that of the user; no other one may redirect to this machine.
  if (is_on_this_machine(service.url)) settings.network.allow = loopback_networks();
  return settings;
}

class asked_service final : public candidate_source {
 public:
  explicit asked_service(candidate_service service)
      : service_(std::move(service)), settings_(settings_of(service_)), requester_(settings_, asking()) {}

  result<std::vector<reconciliation_answer>> find(const std::vector<std::string>& names,
                                                  std::uint32_t most) override {
    if (auto known = read_manifest(); !known) return tl::unexpected(known.error());
    std::vector<reconciliation_query> queries;
    for (const auto& name : names) queries.push_back({name, service_.type, most, {}});
    const auto body =
        body_of(requester_.post(service_.url, {"application/x-www-form-urlencoded",
                                               reconciliation_form(reconciliation_queries(queries))}));
    if (!body) return tl::unexpected(body.error());
    auto found = read_reconciliation_answer(*body, names.size());
    if (!found) return wrong(found.error().code, found.error().detail);
    for (auto& answer : *found) {
      if (answer.candidates.size() > most) answer.candidates.resize(most);
      name_candidates(*manifest_, answer);
    }
    return found;
  }
  [[nodiscard]] std::size_t batch() const override { return service_.batch; }

 private:
  [[nodiscard]] requester_options asking() const {
    requester_options made;
    made.body_bytes = service_.answer_bytes;
    made.total = service_.deadline;
    made.is_stopping = service_.is_stopping;
    made.now = wall_now;
    return made;
  }

  [[nodiscard]] tl::unexpected<failure> wrong(errc code, std::string_view why) const {
    return fail(code, service_.url + ": " + std::string(why));
  }
  [[nodiscard]] result<std::string> body_of(result<requested_answer> got) const {
    if (!got) return wrong(got.error().code, got.error().detail);
    if (got->hop.error != errc::ok) return wrong(got->hop.error, got->hop.detail);
    const auto status = status_number(got->hop.status);
    if (status >= 300 && status < 400)
      return wrong(errc::http_status, "it has moved: name the new address with --with, " +
                                          std::string(header_of(got->hop, "Location")));
    if (status < 200 || status >= 300) return wrong(errc::http_status, got->hop.status);
    return std::move(got->body);
  }
  result<void> read_manifest() {
    if (manifest_) return {};
    const auto body = body_of(requester_.get(service_.url, "application/json"));
    if (!body) return tl::unexpected(body.error());
    auto read = read_reconciliation_manifest(*body);
    if (!read) return wrong(read.error().code, read.error().detail);
    manifest_ = *std::move(read);
    return {};
  }

  candidate_service service_;
  campaign settings_;
  polite_requester requester_;
  std::optional<reconciliation_manifest> manifest_;
};

class label_file final : public candidate_source {
 public:
  explicit label_file(label_index index) : index_(std::move(index)) {}
  result<std::vector<reconciliation_answer>> find(const std::vector<std::string>& names,
                                                  std::uint32_t most) override {
    std::vector<reconciliation_answer> all;
    for (const auto& name : names) {
      auto& candidates = all.emplace_back().candidates;
      for (const auto& match : index_.find(name, most))
        candidates.push_back({std::string(match.iri), std::string(match.label), match.score, false, {}});
    }
    return all;
  }
  [[nodiscard]] std::size_t batch() const override { return 1'000; }

 private:
  label_index index_;
};

}  // namespace

std::unique_ptr<candidate_source> make_candidate_service(candidate_service service) {
  return std::make_unique<asked_service>(std::move(service));
}

result<std::unique_ptr<candidate_source>> read_candidate_labels(const std::string& file) {
  auto labels = read_label_file(file);
  if (!labels) return tl::unexpected(labels.error());
  return std::make_unique<label_file>(*std::move(labels));
}

}  // namespace laundromat
