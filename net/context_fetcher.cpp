// Sends GET requests and follows redirects itself, after reading robots.txt.
// SPDX-License-Identifier: Apache-2.0
#include "net/context_fetcher.hpp"

#include <charconv>

#include "core/base/count_words.hpp"
#include "core/web/http_values.hpp"
#include "core/web/link_field.hpp"
#include "core/web/redirect_chain.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"
#include "net/bounded_text.hpp"
#include "net/hop_verdict.hpp"

namespace laundromat {

namespace {

constexpr std::string_view accepted = "application/ld+json, application/json;q=0.9, */*;q=0.1";

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

/// The rules when a robots.txt could not be read (RFC 9309 section 2.3.1). The detail of `http_status` is the status.
robots_rules rules_without(const failure& why) {
  if (why.code == errc::empty_body) return robots_rules::allow_all();
  int status = 0;
  if (why.code == errc::http_status)
    std::from_chars(why.detail.data(), why.detail.data() + why.detail.size(), status);
  return access_from_status(why.code, status) == robots_access::allow_all ? robots_rules::allow_all()
                                                                          : robots_rules::disallow_all();
}

}  // namespace

result<std::string> context_fetcher::load(std::string_view iri) {
  constexpr std::size_t most_absent = 10'000;
  const std::lock_guard lock(one_at_a_time_);
  if (const auto known = absent_.find(iri);
      known != absent_.end() && options_.wall_clock() - known->second.since < options_.absent_for)
    return tl::unexpected(known->second.why);
  auto body = fetch(std::string(iri));
  const bool is_absent = !body && body.error().code == errc::http_status &&
                         (body.error().detail == "404" || body.error().detail == "410");
  if (is_absent && absent_.size() < most_absent)
    absent_.insert_or_assign(std::string(iri), absence{body.error(), options_.wall_clock()});
  return body;
}

result<std::string> context_fetcher::fetch(const std::string& iri) {
  auto got = get(iri, std::string(accepted), true);
  if (!got) return tl::unexpected(got.error());
  if (!is_json(got->hop))
    if (const auto target = alternate_of(got->hop); !target.empty())
      got = get(resolve_iri(got->uri, target), std::string(accepted), true);
  if (!got) return tl::unexpected(got.error());
  return std::move(got->body);
}

result<context_fetcher::answer> context_fetcher::get(const std::string& uri, const std::string& accept,
                                                     bool obey_robots) {
  redirect_chain chain{uri, options_.redirects};
  while (true) {
    if (obey_robots)
      if (auto allowed = ask_robots(chain.current()); !allowed) return tl::unexpected(allowed.error());
    auto got = get_hop(chain.current(), accept, obey_robots ? 0 : robots_limits{}.body_bytes + 1);
    if (!got) return got;
    const auto verdict = judge_hop(got->hop, chain);
    if (verdict.step == hop_step::follow) continue;
    if (verdict.step != hop_step::store) return fail(verdict.cause, verdict.detail);
    return got;
  }
}

result<context_fetcher::answer> context_fetcher::get_hop(const std::string& uri, const std::string& accept,
                                                         std::uint64_t enough_bytes) const {
  answer got;
  got.uri = uri;
  bounded_text body{got.body, options_.body_bytes};
  transfer_loop loop{options_.check, options_.wall_clock};
  transfer_request request;
  request.uri = uri;
  request.user_agent = options_.user_agent;
  request.accept = accept;
  request.limits.total = request.limits.first_byte = request.limits.connect = options_.total;
  request.limits.wire_bytes = options_.body_bytes;
  request.enough_bytes = enough_bytes;
  request.open_body = [&](const http_hop&) -> result<byte_sink*> { return &body; };
  loop.start(std::move(request),
             [&](transfer_id, transfer_outcome outcome) { got.hop = std::move(outcome.hop); });
  while (loop.active() > 0) loop.poll(milliseconds{1'000});
  return got;
}

result<void> context_fetcher::ask_robots(const std::string& uri) {
  const auto site = resolve_iri(uri, "/robots.txt");
  auto known = robots_.find(site);
  if (known == robots_.end()) {
    const auto got = get(site, "text/plain, */*;q=0.1", false);
    known = robots_
                .emplace(site, got ? known_robots{parse_robots(got->body, options_.user_agent), {}}
                                   : known_robots{rules_without(got.error()), to_string(got.error())})
                .first;
  }
  const auto verdict = known->second.rules.judge_uri(uri);
  if (verdict.is_allowed) return {};
  return fail(
      verdict.code,
      uri + ' ' + (verdict.code == errc::robots_unreachable ? known->second.first_cause : verdict.rule));
}

}  // namespace laundromat
