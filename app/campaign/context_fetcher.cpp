// Sends GET requests host by host, and follows redirects and alternates itself.
// SPDX-License-Identifier: Apache-2.0
#include "app/campaign/context_fetcher.hpp"

#include <utility>

#include "core/base/http_status_of.hpp"
#include "core/web/http_values.hpp"
#include "core/web/link_field.hpp"
#include "core/web/redirect_chain.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"
#include "net/hop_verdict.hpp"

namespace laundromat {

namespace {

constexpr std::string_view accepted = "application/ld+json, application/json;q=0.9, */*;q=0.1";
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 20;
constexpr std::size_t most_redirects = 5;
constexpr milliseconds longest_request{20'000}, absent_for{3'600'000};

bool is_json(const http_hop& hop) {
  const auto type = parse_content_type(header_of(hop, "Content-Type")).media_type;
  return type == "application/json" || type.ends_with("+json");
}

/// The target of `Link: <…>; rel="alternate"; type="application/ld+json"`, or the empty string.
std::string alternate_of(const http_hop& hop) {
  for (const auto& header : hop.headers) {
    if (!equals_ignoring_case(header.name, "Link")) continue;
    for (const auto& link : parse_links(header.value))
      if (link.has_relation("alternate") && link.media_type == "application/ld+json") return link.target;
  }
  return {};
}

bool stays_absent(const failure& why) {
  const auto status = http_status_of(why.code, why.detail);
  return status == "404" || status == "410";
}

}  // namespace

context_fetcher::context_fetcher(campaign settings, std::function<timestamp()> wall_clock)
    : settings_(std::move(settings)), wall_clock_(std::move(wall_clock)) {}

result<std::string> context_fetcher::load(std::string_view iri) {
  constexpr std::size_t most_absent = 10'000;
  {
    const std::lock_guard lock(of_maps_);
    const auto known = absent_.find(iri);
    if (known != absent_.end() && wall_clock_() - known->second.since < absent_for)
      return tl::unexpected(known->second.why);
  }
  auto body = fetch(std::string(iri));
  if (!body && stays_absent(body.error())) {
    const std::lock_guard lock(of_maps_);
    const auto now = wall_clock_();
    if (absent_.size() >= most_absent)
      std::erase_if(absent_, [&](const auto& one) { return now - one.second.since >= absent_for; });
    if (absent_.size() >= most_absent) absent_.erase(absent_.begin());
    absent_.insert_or_assign(std::string(iri), absence{body.error(), now});
  }
  return body;
}

result<std::string> context_fetcher::fetch(const std::string& iri) {
  auto got = get(iri);
  if (!got) return tl::unexpected(got.error());
  if (!is_json(got->hop))
    if (const auto target = alternate_of(got->hop); !target.empty()) got = get(resolve_iri(got->uri, target));
  if (!got) return tl::unexpected(got.error());
  return std::move(got->body);
}

result<context_fetcher::answer> context_fetcher::get(const std::string& uri) {
  redirect_chain chain{uri, most_redirects};
  while (true) {
    const auto& current = chain.current();
    if (!current.starts_with("http://") && !current.starts_with("https://"))
      return fail(errc::scheme_refused, current);
    const auto at = host_of(current);
    const std::lock_guard one_request(at->one_at_a_time);
    auto got = at->requester.get_hop(current, std::string(accepted));
    if (!got) return tl::unexpected(got.error());
    auto verdict = judge_hop(got->hop, chain);
    if (verdict.step == hop_step::follow) continue;
    if (verdict.step != hop_step::store) return fail(verdict.cause, std::move(verdict.detail));
    return answer{std::move(got->hop), chain.current(), std::move(got->body)};
  }
}

/// Hosts that are not in use and may be asked at once are forgotten when there are many: each may hold a connection.
std::shared_ptr<context_fetcher::host> context_fetcher::host_of(const std::string& uri) {
  constexpr std::size_t most_hosts = 64;
  const std::lock_guard lock(of_maps_);
  auto& found = hosts_[authority_key(uri).value_or(uri)];
  if (found) return found;
  auto made = std::make_shared<host>(uri, settings_, asking());
  found = made;
  if (hosts_.size() > most_hosts)
    std::erase_if(hosts_, [&](const auto& one) {
      return one.second.use_count() == 1 &&
             one.second->requester.not_before(one.second->uri) <= wall_clock_();
    });
  return made;
}

requester_options context_fetcher::asking() const {
  requester_options options;
  options.body_bytes = most_bytes;
  options.total = longest_request;
  options.now = wall_clock_;
  options.is_stopping = [] { return false; };  // what is awaited ends soon
  options.judge = judge_;
  options.on_wait = [this](timestamp until, const std::string& why) {
    return refuse_long_wait(until, why, wall_clock_(), longest_wait);
  };
  return options;
}

}  // namespace laundromat
