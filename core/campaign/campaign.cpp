// The rules between the values of a campaign.
// SPDX-License-Identifier: Apache-2.0
#include "core/campaign/campaign.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "core/base/count_words.hpp"
#include "core/base/digest.hpp"
#include "core/campaign/host_overrides.hpp"
#include "core/campaign/served_folder.hpp"
#include "core/rdf/merge/absent_subjects.hpp"
#include "core/rdf/model/plain_iri.hpp"
#include "core/rdf/model/rdf_forms.hpp"
#include "core/rdf/model/taxonomy.hpp"
#include "core/sinks/store_login.hpp"
#include "core/web/ip_address.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"
#include "core/webhooks/webhook_event.hpp"

namespace laundromat {
namespace {

bool is_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return !text.empty() && error == std::errc{} && end == text.data() + text.size();
}

bool has_space_or_control(std::string_view text) {
  return std::ranges::any_of(text, [](unsigned char c) { return c <= ' ' || c == 0x7f; });
}

bool is_web_page(std::string_view url) {
  const auto start = url.starts_with("https://") ? 8U : url.starts_with("http://") ? 7U : 0U;
  return start != 0 && url.size() > start && url[start] != '/' && !has_space_or_control(url);
}

bool is_mail(std::string_view mail) {
  const auto at = mail.find('@');
  return at != std::string_view::npos && at > 0 && at + 1 < mail.size() &&
         mail.find('@', at + 1) == std::string_view::npos && !has_space_or_control(mail) &&
         mail.find_first_of("();<>") == std::string_view::npos;
}

milliseconds in_ms(double delay_s) {
  return milliseconds{static_cast<std::int64_t>(delay_s * 1'000)};
}

void check_contact(const campaign::contact_info& contact, std::vector<campaign_problem>& problems) {
  if (contact.product.empty())
    problems.push_back({"contact.product",
                        "a crawl needs a name: write the product token that robots.txt files may "
                        "address, for example `product: MyLaundromat`"});
  else if (!is_product_token(contact.product))
    problems.push_back(
        {"contact.product", "`" + contact.product +
                                "` is not a product token of RFC 9309: write letters, `-` and `_` only, "
                                "for example `product: MyLaundromat`"});
  if (contact.url.empty())
    problems.push_back({"contact.url",
                        "a crawl needs a contact page: write the address of a page that says who crawls and "
                        "why, for example `url: https://example.org/crawl`"});
  else if (!is_web_page(contact.url))
    problems.push_back(
        {"contact.url", "`" + contact.url + "` is not a web page: write an absolute https or http URL"});
  if (contact.mail.empty())
    problems.push_back({"contact.mail",
                        "a crawl needs a mail address: write one that somebody reads, for example "
                        "`mail: crawl@example.org`"});
  else if (!is_mail(contact.mail))
    problems.push_back({"contact.mail", "`" + contact.mail + "` is not a mail address: write `name@host`"});
}

void check_public_base(const std::string& base, std::vector<campaign_problem>& problems) {
  if (!base.empty() && (!is_web_page(base) || !is_plain_iri(base) || !base.ends_with('/') ||
                        base.find_first_of("?#") != std::string::npos))
    problems.push_back(
        {"public_base",
         "`" + base +
             "` is not a folder on the Web: write an absolute https or http IRI that ends with a slash, for "
             "example `public_base: https://data.example.org/`"});
}

void check_hosts(const campaign& c, std::vector<campaign_problem>& problems) {
  if (c.politeness.delay_s < 1)
    problems.push_back(
        {"politeness.delay_s",
         "a delay below 1 second is too fast for other people's servers: write 1 or more, and list "
         "hosts of your own under politeness.own_hosts with the delay you like"});
  for (std::size_t i = 0; i < c.politeness.own_hosts.size(); ++i) {
    const auto& host = c.politeness.own_hosts[i].host;
    if (host.empty() || has_space_or_control(host) || host.find_first_of("/*@?#") != std::string::npos)
      problems.push_back(
          {"politeness.own_hosts." + std::to_string(i) + ".host",
           "`" + host + "` is not a host: write `127.0.0.1:8080`, or `127.0.0.1` for every port"});
  }
  for (std::size_t i = 0; i < c.network.allow.size(); ++i)
    if (!is_address_rule(c.network.allow[i]))
      problems.push_back(
          {"network.allow." + std::to_string(i),
           "`" + c.network.allow[i] +
               "` is not a network address: write an address or a range, with or without a port, for "
               "example `10.1.0.0/16` or `127.0.0.1:8080`"});
}

void check_seeds(const campaign& c, std::vector<campaign_problem>& problems) {
  for (std::size_t i = 0; i < c.seeds.size(); ++i) {
    const auto key = "seeds." + std::to_string(i) + ".uri";
    if (c.seeds[i].uri.empty())
      problems.push_back({key, "a seed needs a URI: write `uri: https://example.org/data.nt`"});
    else if (c.serve.folder.empty() && c.seeds[i].uri.find(serve_placeholder) != std::string::npos)
      problems.push_back(
          {key, "{serve} is replaced by the address of the served folder: write serve.folder too"});
  }
}

bool is_header(std::string_view text) {
  const auto colon = text.find(": ");
  if (colon == std::string_view::npos || colon == 0) return false;
  constexpr std::string_view token =
      "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return text.substr(0, colon).find_first_not_of(token) == std::string_view::npos &&
         std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; });
}

/// Header fields that the engine itself sends.
bool is_reserved_header(std::string_view text) {
  constexpr std::array<std::string_view, 8> reserved{
      "host", "user-agent", "from", "range", "if-range", "if-none-match", "if-modified-since", "connection"};
  std::string name{text.substr(0, text.find(':'))};
  for (auto& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return std::ranges::find(reserved, name) != reserved.end();
}

void check_overrides(const campaign& c, std::vector<campaign_problem>& problems) {
  for (std::size_t i = 0; i < c.hosts.size(); ++i) {
    const auto& one = c.hosts[i];
    const auto key = "hosts." + std::to_string(i) + ".";
    if (!is_override_host(one.host))
      problems.push_back({key + "host", "`" + one.host +
                                            "` is no host: write `example.org`, `example.org:8080`, "
                                            "`*.example.org` or `https://example.org`"});
    if (one.delay_s > 0 && one.delay_s < 1)
      problems.push_back({key + "delay_s",
                          "a host of others needs a pause of a second or more; list a host of your own under "
                          "politeness.own_hosts"});
    for (std::size_t h = 0; h < one.headers.size(); ++h)
      if (!is_header(one.headers[h]) || is_reserved_header(one.headers[h]))
        problems.push_back(
            {key + "headers." + std::to_string(h), "`" + one.headers[h] +
                                                       "` cannot be sent: write `Name: value`, with another "
                                                       "name than those that the engine sends itself"});
    if (one.bandwidth_kib > 0 && std::uint64_t{one.bandwidth_kib} * 1'024 < c.network.low_speed_bytes)
      problems.push_back({key + "bandwidth_kib",
                          "is less than network.low_speed_bytes, so that each transfer would be given up"});
    if (one.user.empty() != one.password_file.empty())
      problems.push_back({key + "user", "user and password_file belong together"});
    if (!one.proxy.empty() && !one.proxy.starts_with("http://") && !one.proxy.starts_with("socks5h://"))
      problems.push_back(
          {key + "proxy",
           "`" + one.proxy + "` is no proxy: write `http://host:port` or `socks5h://host:port`"});
  }
}

void check_discovery(const campaign::discovery_settings& d, std::vector<campaign_problem>& problems) {
  for (std::size_t i = 0; i < d.follow.size(); ++i)
    if (!announced_as_from_name(d.follow[i]) || d.follow[i] == to_string(announced_as::endpoint)) {
      std::string names;
      for (auto n = 1; n <= static_cast<int>(announced_as::last); ++n)
        if (const auto kind = static_cast<announced_as>(n); kind != announced_as::endpoint)
          names += (names.empty() ? "" : ", ") + std::string{to_string(kind)};
      problems.push_back(
          {"discovery.follow." + std::to_string(i),
           "`" + d.follow[i] + "` is no kind of announcement to follow: write some of " + names});
    }
  if (d.ways != "cheapest" && d.ways != "all")
    problems.push_back(
        {"discovery.ways", "`" + d.ways + "` is no choice of ways: write `cheapest` or `all`"});
  for (std::size_t i = 0; i < d.scope.size(); ++i)
    if (const auto rule = parse_scope_rule(d.scope[i]); !rule)
      problems.push_back({"discovery.scope." + std::to_string(i),
                          "`" + d.scope[i] + "` is no rule: " + rule.error().detail});
  for (std::size_t i = 0; i < d.predicates.size(); ++i)
    if (!is_absolute(d.predicates[i]))
      problems.push_back({"discovery.predicates." + std::to_string(i),
                          "`" + d.predicates[i] +
                              "` is not an IRI: write for example "
                              "`http://www.w3.org/2000/01/rdf-schema#seeAlso`"});
}

void check_washing(const campaign& c, std::vector<campaign_problem>& problems) {
  if (!profile_from_name(c.washing.profile))
    problems.push_back(
        {"washing.profile",
         "`" + c.washing.profile + "` is not a profile: write `strict`, `standard` or `max-recall`"});
  if (!triple_term_form_from_name(c.washing.triple_terms))
    problems.push_back({"washing.triple_terms",
                        "`" + c.washing.triple_terms + "` is no form: write `kept` or `basic-encoding`"});
  if (!direction_form_from_name(c.washing.directions))
    problems.push_back({"washing.directions", "`" + c.washing.directions +
                                                  "` is no form: write `kept`, `compound-literal`, "
                                                  "`i18n-datatype` or `dropped`"});
  if (c.raw.keep != "local" && c.raw.keep != "all")
    problems.push_back({"raw.keep", "`" + c.raw.keep + "` is no choice: write `local` or `all`"});
  if (c.raw.layout != "files" && c.raw.layout != "warc")
    problems.push_back({"raw.layout", "`" + c.raw.layout + "` is not a layout: write `files` or `warc`"});
  if (c.isolation != "process" && c.isolation != "none")
    problems.push_back(
        {"isolation", "`" + c.isolation + "` is not an isolation mode: write `process` or `none`"});
}

bool is_web_uri(std::string_view uri) {
  return (uri.starts_with("http://") || uri.starts_with("https://")) && authority_key(uri).has_value();
}

void check_harvest(const campaign::harvest_settings& harvest, std::vector<campaign_problem>& problems) {
  if (harvest.registry.empty() && harvest != campaign::harvest_settings{})
    problems.push_back({"harvest.registry",
                        "name the registry whose providers are harvested: write `registry: registry.yaml`"});
  if (!read_full_dumps(harvest.full_dumps))
    problems.push_back({"harvest.full_dumps", "`" + harvest.full_dumps + "` is no choice: write " +
                                                  std::string{full_dumps_choices}});
  if (!harvest.graph_base.empty() && !is_web_uri(harvest.graph_base))
    problems.push_back({"harvest.graph_base",
                        "`" + harvest.graph_base +
                            "` is no http or https URI: write for example `https://example.org/graph/`"});
  const auto& file = harvest.export_file;
  const auto is_one_of = [&](std::initializer_list<std::string_view> ends) {
    return std::ranges::any_of(ends, [&](std::string_view end) { return file.ends_with(end); });
  };
  if (!file.empty() && !is_one_of({".nq", ".nq.gz", ".trig", ".trig.gz", "/"}))
    problems.push_back({"harvest.export_file", "`" + file +
                                                   "` does not say its format: end it with .nq, .nq.gz, "
                                                   ".trig or .trig.gz, or with / for a folder"});
  std::set<std::string> names;
  for (std::size_t i = 0; i < harvest.stores.size(); ++i) {
    const auto& store = harvest.stores[i];
    const auto key = "harvest.stores." + std::to_string(i) + ".";
    if (store.name.empty() || !names.insert(store.name).second)
      problems.push_back(
          {key + "name", store.name.empty()
                             ? "a store needs a name, under which it is remembered: write `name: triples`"
                             : "two stores have the name `" + store.name + "`"});
    if (std::ranges::any_of(store.name, [](unsigned char c) { return c <= ' ' || c == 0x7F; }))
      problems.push_back({key + "name",
                          "the name of a store has no spaces or control characters: write it "
                          "with `-` between words"});
    if (!is_web_uri(store.graph_store))
      problems.push_back(
          {key + "graph_store",
           "`" + store.graph_store + "` is no http or https URI: write that of the Graph Store Protocol"});
    for (const auto& [name, uri] : {std::pair{"update", &store.update}, std::pair{"query", &store.query}})
      if (!uri->empty() && !is_web_uri(*uri))
        problems.push_back({key + name, "`" + *uri + "` is no http or https URI"});
    if (store.check && store.query.empty())
      problems.push_back({key + "check", "comparing needs `query`, the URI of SPARQL queries of the store"});
    if (!store.user.empty() && store.password_file.empty())
      problems.push_back({key + "user", "a user needs `password_file`, whose first line is the password"});
    if (!store_login_from_name(store.login))
      problems.push_back(
          {key + "login", "`" + store.login + "` is no choice: write `any`, `basic`, `digest` or `bearer`"});
  }
}

/// The name of a webhook is written in one line with others, and in ids of messages.
void check_webhooks(const std::vector<campaign::webhook>& all, std::vector<campaign_problem>& problems) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& one = all[i];
    const auto key = "webhooks." + std::to_string(i) + ".";
    if (one.name.empty() || !names.insert(one.name).second)
      problems.push_back(
          {key + "name", one.name.empty()
                             ? "a webhook needs a name, under which it is remembered: write `name: alerts`"
                             : "two webhooks have the name `" + one.name + "`"});
    if (std::ranges::any_of(one.name, [](unsigned char c) { return c <= ' ' || c == 0x7F; }))
      problems.push_back({key + "name",
                          "the name of a webhook has no spaces or control characters: write it with `-` "
                          "between words"});
    const auto uri = parse_uri(one.url);
    if (!is_web_uri(one.url) || !uri)
      problems.push_back({key + "url", "`" + one.url + "` is no http or https URI: write where messages go"});
    else if (uri->authority && uri->authority->find('@') != std::string_view::npos)
      problems.push_back({key + "url",
                          "a URI with a user or password is not sent to: the signature says who sends; put "
                          "a token into its path where the receiver wants one"});
    if (one.secret_file.empty())
      problems.push_back({key + "secret_file",
                          "messages are signed: write `(umask 077; echo \"whsec_$(openssl rand -base64 "
                          "32)\" > hook.secret)`, and name that file"});
    if (one.events.empty() || !events_of_types(one.events))
      problems.push_back({key + "events",
                          "write one or more of `run_started`, `run_ended`, `seed_ended` and "
                          "`needs_person`"});
  }
}

void check_listen(const campaign::listen_settings& listen, std::vector<campaign_problem>& problems) {
  const campaign::listen_settings nobody;
  if (!parse_ipv4(listen.address) && !parse_ipv6(listen.address))
    problems.push_back(
        {"listen.address",
         "`" + listen.address +
             "` is not an address: write an address of this machine, `127.0.0.1` for worker nodes on it "
             "only, or `0.0.0.0` for all its addresses"});
  if (listen.bundle.empty() && (listen.address != nobody.address || listen.port != nobody.port))
    problems.push_back(
        {"listen.bundle",
         "worker nodes need certificates to join: make them with `laundromat cluster init`, and "
         "write `bundle: cluster/engine.pem`"});
}

void check_http(const campaign::http_settings& http, std::vector<campaign_problem>& problems) {
  if (!parse_ipv4(http.address) && !parse_ipv6(http.address))
    problems.push_back(
        {"http.address",
         "`" + http.address +
             "` is not an address: write an address of this machine, `127.0.0.1` for clients on it "
             "only, or `0.0.0.0` for all its addresses"});
  const campaign::http_settings nobody;
  const bool is_set = http.address != nobody.address || !http.token_file.empty() || http.behind_proxy ||
                      http.requests_per_second != nobody.requests_per_second ||
                      http.event_streams != nobody.event_streams || !http.labels.empty();
  if (http.port == 0 && is_set)
    problems.push_back({"http.port", "without a port nothing is served: write, for example, `port: 8080`"});
}

void check_index(const campaign::index_settings& index, std::vector<campaign_problem>& problems) {
  const auto& properties = index.labels.properties;
  for (std::size_t i = 0; i < properties.size(); ++i)
    if (!is_absolute(properties[i]) || properties[i].find_first_of("<>\"{}|^`\\") != std::string::npos ||
        has_space_or_control(properties[i]))
      problems.push_back(
          {"index.labels." + std::to_string(i), "`" + properties[i] +
                                                    "` is not the IRI of a property: write for example "
                                                    "`http://www.w3.org/2000/01/rdf-schema#label`"});
  if (properties.size() > most_label_properties)
    problems.push_back({"index.labels", "has " + number_of(properties.size(), "property", "properties") +
                                            ": write " + std::to_string(most_label_properties) + " at most"});
}

}  // namespace

address_policy allowed_addresses(const campaign& c) {
  address_policy policy;
  for (const auto& rule : c.network.allow)
    if (auto parsed = parse_allowed_network(rule)) policy.allowed_networks.push_back(*parsed);
  return policy;
}

bool has_local_documents(const campaign& c) {
  const auto is_local = [](const allowed_network& allowed) {
    const auto& here = allowed.network;
    return classify(here.network).reason.find("loopback") != std::string_view::npos ||
           here.contains(*parse_ipv4("127.0.0.1")) || here.contains(*parse_ipv6("::1"));
  };
  return !c.files.roots.empty() || !c.serve.folder.empty() ||
         std::ranges::any_of(allowed_addresses(c).allowed_networks, is_local);
}

std::string user_agent(const campaign::contact_info& contact, std::string_view version) {
  return contact.product + "/" + std::string{version} + " (+" + contact.url +
         (contact.mail.empty() ? "" : "; mailto:" + contact.mail) + ")";
}

std::vector<campaign_problem> check(const campaign& c) {
  std::vector<campaign_problem> problems;
  if (c.disk.intake_mib > 0 && c.disk.intake_mib <= c.disk.reserve_mib)
    problems.push_back({"disk.intake_mib", "must be more than disk.reserve_mib, which is " +
                                               std::to_string(c.disk.reserve_mib) +
                                               ": below that all work pauses"});
  check_public_base(c.public_base, problems);
  check_harvest(c.harvest, problems);
  check_webhooks(c.webhooks, problems);
  check_contact(c.contact, problems);
  check_hosts(c, problems);
  check_seeds(c, problems);
  check_discovery(c.discovery, problems);
  check_overrides(c, problems);
  check_washing(c, problems);
  check_listen(c.listen, problems);
  check_http(c.http, problems);
  check_index(c.index, problems);
  if (c.revisit.shortest_s > c.revisit.longest_s)
    problems.push_back({"revisit.shortest_s",
                        "write at most revisit.longest_s, which is " + std::to_string(c.revisit.longest_s)});
  if (c.stop_exit_code != 0 && c.stop_exit_code != 130)
    problems.push_back({"stop_exit_code",
                        "write 130, the code of shells after a signal, or 0 where a service manager takes "
                        "that for a failure"});
  return problems;
}

campaign_seed seed_to_crawl(const campaign& c, campaign_seed listed) {
  if (listed.interval_s == 0) listed.interval_s = c.interval_s;
  if (c.serve.folder.empty()) return listed;
  if (const auto at = listed.uri.find(serve_placeholder); at != std::string::npos)
    listed.uri.replace(at, serve_placeholder.size(), served_address(c));
  return listed;
}

void set_served_port(campaign& c, std::uint16_t port) {
  c.serve.port = port;
  const auto address = served_authority(port);
  if (std::ranges::find(c.network.allow, address) == c.network.allow.end())
    c.network.allow.push_back(address);
}

bool is_product_token(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](char c) { return is_alpha(c) || c == '-' || c == '_'; });
}

bool is_address_rule(std::string_view text) {
  std::string_view network = text;
  if (text.starts_with('[')) {
    const auto close = text.find(']');
    if (close == std::string_view::npos) return false;
    network = text.substr(1, close - 1);
    const auto rest = text.substr(close + 1);
    if (!rest.empty() && (rest[0] != ':' || !is_port(rest.substr(1)))) return false;
  } else if (std::ranges::count(text, ':') == 1) {
    const auto colon = text.find(':');
    network = text.substr(0, colon);
    if (!is_port(text.substr(colon + 1))) return false;
  }
  return parse_cidr(network).has_value();
}

shared_policy address_policy_for(const campaign& c) {
  return {c.politeness.address_connections, in_ms(c.politeness.address_delay_s)};
}

shared_policy domain_policy_for(const campaign& c) {
  return {c.politeness.domain_connections, in_ms(c.politeness.domain_delay_s)};
}

std::string obeyed_product(const campaign& c) {
  return c.robots.directives ? c.contact.product : std::string{};
}

discovery_policy discovery_policy_of(const campaign& c) {
  discovery_policy out;
  for (const auto& name : c.discovery.follow)
    if (const auto kind = announced_as_from_name(name)) out.follow.set(static_cast<std::size_t>(*kind));
  if (!c.discovery.predicates.empty()) out.follow.set(static_cast<std::size_t>(announced_as::linked));
  std::vector<scope_rule> rules;
  for (const auto& text : c.discovery.scope)
    if (auto rule = parse_scope_rule(text)) rules.push_back(*std::move(rule));
  out.scope = discovery_scope{std::move(rules)};
  out.ftp = c.network.ftp;
  out.ways = c.discovery.ways == "all" ? followed_ways::all : followed_ways::cheapest;
  out.usual_host = policy_for(c, {});
  out.other_formats = c.discovery.other_formats;
  out.traps.depth = c.discovery.depth;
  out.traps.path_segments = c.discovery.path_segments;
  out.per_document = c.discovery.per_document;
  out.per_host = c.discovery.per_host;
  out.per_domain = c.discovery.per_domain;
  if (!c.public_base.empty()) out.own_bases.push_back(c.public_base);
  out.interval = seconds{static_cast<std::int64_t>(c.interval_s)};
  out.shortest_interval = seconds{static_cast<std::int64_t>(c.discovery.shortest_interval_s)};
  return out;
}

interval_rules interval_rules_for(const campaign& c) {
  const auto in_s = [](std::uint64_t number) { return seconds{static_cast<std::int64_t>(number)}; };
  return {c.revisit.adaptive, in_s(c.interval_s), in_s(c.revisit.shortest_s), in_s(c.revisit.longest_s),
          in_s(c.revisit.longest_fresh_s)};
}

std::string washing_signature(const campaign& c) {
  std::string out{program_version};
  for (const auto* word : {&c.washing.profile, &c.washing.triple_terms, &c.washing.directions})
    out.append(" ").append(*word);
  const auto& l = c.limits;
  for (const std::uint64_t limit :
       {std::uint64_t{l.unpack_gib}, std::uint64_t{l.entries}, std::uint64_t{l.depth},
        std::uint64_t{l.filters}, std::uint64_t{l.ratio}, std::uint64_t{l.statement_ratio}, c.ledger.rows,
        c.ledger.quarantine_mib, std::uint64_t{c.ledger.ratio}, c.ledger.free_mib})
    out.append(" ").append(std::to_string(limit));
  return out;
}

std::string specs_signature(const campaign& c) {
  return c.record_specs.empty() ? std::string() : sha256(c.record_specs).hex();
}

unpack_budget whole_budget(const campaign::document_limits& l) {
  return {std::uint64_t{l.unpack_gib} << 30, l.entries, l.depth, l.filters, l.ratio};
}

host_policy policy_for(const campaign& c, std::string_view authority) {
  host_policy out;
  out.delay = in_ms(c.politeness.delay_s);
  if (const auto* one = override_for(c, authority); one && one->delay_s > 0) out.delay = in_ms(one->delay_s);
  out.adaptive = c.politeness.adaptive;
  out.crawl_delay_most = seconds{c.politeness.max_crawl_delay_s};
  for (const auto& own : c.politeness.own_hosts) {
    if (authority != own.host && authority.substr(0, authority.rfind(':')) != own.host) continue;
    out.delay = in_ms(own.delay_s);
    out.is_own = true;
    out.connections = own.connections;
    out.adaptive = false;
  }
  return out;
}

}  // namespace laundromat
