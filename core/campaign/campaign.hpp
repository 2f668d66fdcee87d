// A campaign: everything that a user configures, as plain values with defaults and units.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/codec/archive/budget.hpp"
#include "core/discovery/discovery_policy.hpp"
#include "core/labels/label_choice.hpp"
#include "core/web/address_guard.hpp"
#include "core/web/politeness.hpp"
#include "core/web/revisit_interval.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/shared_slots.hpp"

namespace laundromat {

/// The version of this program, as it is sent and stored.
inline constexpr std::string_view program_version = LAUNDROMAT_VERSION;

/// A URI of the seed list, as listed; `seed_to_crawl` completes it.
struct campaign_seed {
  std::string uri;
  std::uint64_t interval_s = 0;  ///< 0: that of the campaign
  std::int32_t priority = 0;     ///< higher is earlier

  friend bool operator==(const campaign_seed&, const campaign_seed&) = default;
};

/// Everything that a user configures. A field with a unit has it in its name.
struct campaign {
  /// A host of the user's own, which may be asked more often than others.
  struct own_host {
    std::string host;               ///< `127.0.0.1:8080`, or `127.0.0.1` for any port
    double delay_s = 0;             ///< between two requests
    std::uint32_t connections = 1;  ///< at the same time

    friend bool operator==(const own_host&, const own_host&) = default;
  };

  /// The conditions of a host that is not our own.
  struct host_override {
    std::string
        host;  ///< `example.org:8080`, `example.org` for any port, `*.example.org` for all hosts below it as well; each may begin with `https://` or `http://`
    double delay_s = 0;                ///< 0: that of the campaign
    std::vector<std::string> headers;  ///< `Name: value`, sent as `receives_secrets` says
    std::string user, password_file;  ///< HTTP Basic credentials; the file has the password in its first line
    std::string password;             ///< as read from the file; never printed
    std::string
        proxy;  ///< `http://` or `socks5h://host:port`; the proxy connects, so its own address is checked
    std::uint32_t bandwidth_kib = 0;  ///< a second; 0: no limit
    bool any_certificate = false;     ///< accept a TLS certificate without checking it; each answer says so

    friend bool operator==(const host_override&, const host_override&) = default;
  };

  /// Who crawls: sent with every request, so that a server's owner can ask.
  struct contact_info {
    std::string product;  ///< an RFC 9309 product token, matched against robots.txt: letters, `-`, `_`
    std::string url;      ///< a page about this crawl: http or https
    std::string mail;

    friend bool operator==(const contact_info&, const contact_info&) = default;
  };

  struct politeness_settings {
    double delay_s = 1.0;                   ///< between the end of a request to a host and the next
    bool adaptive = false;                  ///< a slow answer makes the delay longer
    std::uint32_t max_crawl_delay_s = 300;  ///< a longer Crawl-delay refuses the host
    /// To one network address at the same time, whatever the hosts; 0: no limit.
    std::uint32_t address_connections = 2;
    double address_delay_s = 0.1;  ///< from the start of one of these requests to the next
    /// To all hosts of one registrable domain at the same time; 0: no limit.
    std::uint32_t domain_connections = 0;
    double domain_delay_s = 0;  ///< from the start of one of these requests to the next
    std::vector<own_host> own_hosts;
  };

  struct robots_settings {
    bool directives = true;       ///< X-Robots-Tag and meta robots elements are obeyed
    std::uint32_t expiry_h = 24;  ///< RFC 9309 section 2.4 says at most 24

    friend bool operator==(const robots_settings&, const robots_settings&) = default;
  };

  /// What is done with URIs that sitemaps, catalogues, headers and documents announce.
  struct discovery_settings {
    /// The kinds that become seeds, see `announced_as`.
    std::vector<std::string> follow{"sitemap",   "page",      "dump",      "description",
                                    "catalogue", "next_page", "alternate", "linkset"};
    std::vector<std::string> predicates;  ///< IRIs whose objects are followed, as `linked`
    std::vector<std::string> scope = {};  ///< rules, see `parse_scope_rule`
    std::string ways = "cheapest";        ///< to a dataset: `cheapest` or `all`
    bool other_formats = false;           ///< also what is announced as a format without RDF
    bool robots_sitemaps = false;         ///< sitemaps that the robots.txt of a crawled host names
    bool well_known = false;              ///< `/.well-known/void` of each crawled host
    std::uint32_t depth = trap_limits{}.depth;
    std::uint32_t path_segments = trap_limits{}.path_segments;
    std::uint64_t per_document = discovery_policy{}.per_document;
    std::uint64_t per_host = discovery_policy{}.per_host;
    std::uint64_t per_domain = discovery_policy{}.per_domain;
    std::uint64_t shortest_interval_s = 3'600;  ///< that an announced frequency of change leads to

    friend bool operator==(const discovery_settings&, const discovery_settings&) = default;
  };

  struct network_limits {
    /// Private addresses that are allowed: `10.0.0.0/8`, `127.0.0.1:8080`, `[::1]:80`.
    std::vector<std::string> allow;
    std::uint32_t connect_timeout_s = 15;
    std::uint32_t first_byte_timeout_s = 60;
    std::uint32_t low_speed_bytes = 512;  ///< per second, over `low_speed_s`: slower transfers are given up
    std::uint32_t low_speed_s = 60;
    std::uint32_t total_timeout_s = 7'200;
    std::uint32_t max_redirects = 10;
    std::uint64_t max_body_mib = 16'384;
    std::vector<std::uint32_t> retries_s{60, 900, 14'400};  ///< the wait before the second try, the third, …
    std::uint32_t resumes = 20;  ///< how often one try continues a body that was cut
    bool ftp = false;            ///< URIs of FTP are fetched, too

    friend bool operator==(const network_limits&, const network_limits&) = default;
  };

  /// How a seed is crawled again.
  struct revisit_settings {
    bool conditional = true;           ///< what has not changed is neither fetched nor washed again
    bool adaptive = false;             ///< intervals follow the changes that were found
    std::uint64_t shortest_s = 3'600;  ///< the bounds of such an interval
    std::uint64_t longest_s = 7'776'000;
    std::uint64_t longest_fresh_s =
        604'800;  ///< freshness that a server states is obeyed for at most so long
  };

  /// What may be spent; 0: no limit. See `crawl_budget`.
  struct budget_settings {
    std::uint64_t documents = 0, mib = 0;
    double hours = 0;  ///< of requests, those of all hosts added up
    std::uint64_t host_documents = 0, host_mib = 0;
    double host_hours = 0;
  };

  struct file_access {
    std::vector<std::string> roots;  ///< folders with files that `file:` seeds may read; none: no file seeds
  };

  struct washing_settings {
    std::string profile = "standard";   ///< `strict`, `standard` or `max-recall`, see `wash_profile`
    std::string triple_terms = "kept";  ///< see `triple_term_form`
    std::string directions = "kept";    ///< see `direction_form`
    std::string contexts;               ///< folder of JSON-LD contexts; empty: `contexts` in the data folder
    bool fetch_contexts = false;        ///< load missing contexts from the Web
    std::uint32_t threads = 0;  ///< that help with large documents, for all parsers together; 0: one per core

    friend bool operator==(const washing_settings&, const washing_settings&) = default;
  };

  /// How large the ledger of a document may become, see `ledger_bounds`.
  struct ledger_settings {
    std::uint64_t rows = 10'000'000;
    std::uint64_t quarantine_mib = 4'096;
    std::uint32_t ratio = 128;
    std::uint64_t free_mib = 16;

    friend bool operator==(const ledger_settings&, const ledger_settings&) = default;
  };

  /// How bodies are stored.
  struct raw_settings {
    /// `files`: a file for each, without Content-Encoding, or `warc`: exchanges as they went over the wire, in WARC segments.
    std::string layout = "warc";
    bool requests = true;  ///< keep requests in WARC segments, too
    /// What becomes of bodies that worker nodes fetch: `all` are stored here, or they stay `local`, at the node, which drops them.
    std::string keep = "local";
    // Which bodies are removed again, see `retention_rules`. 0: none for this reason.
    std::uint32_t keep_days = 0;
    std::uint64_t keep_mib = 0;
    std::uint32_t keep_newest = 0;

    friend bool operator==(const raw_settings&, const raw_settings&) = default;
  };

  struct wardrobe_settings {
    std::uint32_t versions = 0;  ///< newest crawls of a seed whose clean documents are kept; 0: all
    bool compact = true;         ///< the engine rewrites segments of which less than half is in use
  };

  struct pool_sizes {
    std::uint32_t transfers = 64;  ///< at the same time, over all hosts
    std::uint32_t unpackers = 4;   ///< workers mostly wait for commits: a few per core
    std::uint32_t guessers = 4;
    std::uint32_t parsers = 4;  ///< each may use `memory_mib` for sorting
  };

  struct live_limits {
    std::uint32_t seeds = 1'024;    ///< actors at the same time
    std::uint32_t entries = 2'048;  ///< actors at the same time
  };

  struct document_limits {
    std::uint32_t memory_mib = 512;  ///< for sorting, per parser
    /// What one download may cost, with all its entries: see `unpack_budget`, whose defaults these are.
    std::uint32_t unpack_gib = unpack_budget{}.bytes >> 30U;
    std::uint32_t entries = unpack_budget{}.entries;
    std::uint32_t depth = unpack_budget{}.depth;
    std::uint32_t filters = unpack_budget{}.filters;
    std::uint32_t ratio = unpack_budget{}.ratio;
    std::uint32_t statement_ratio = 256;  ///< expansion of a document into statements
    std::uint32_t lease_s = 3'600;        ///< a worker that needs longer for a document loses it

    friend bool operator==(const document_limits&, const document_limits&) = default;
  };

  struct disk_settings {
    /// Free space to keep; at most a twentieth of a disk, see `reserve_of`.
    std::uint32_t reserve_mib = 1'024;
    std::uint64_t intake_mib =
        0;  ///< free space below which no crawl begins, while what was fetched is washed; 0: none
    std::uint64_t segment_kib = std::uint64_t{1}
                                << 20;  ///< a segment of this size is complete, and the next one begins
  };

  /// A folder that is served on loopback while the campaign runs.
  struct serve_settings {
    std::string folder;      ///< empty: nothing is served
    std::string rules;       ///< file with exceptions: redirects, errors, media types; empty: none
    std::uint16_t port = 0;  ///< 0: a free one, the same as last time where possible
  };

  /// Where worker nodes join, over mutual TLS.
  struct listen_settings {
    std::string address = "127.0.0.1";  ///< of this machine, IPv4 or IPv6
    std::uint16_t port = 0;             ///< 0: a free one
    std::string bundle;                 ///< file made by `laundromat cluster init`; empty: no worker nodes
  };

  /// The HTTP API, metrics and documents, served by a process of their own.
  struct http_settings {
    std::string address = "127.0.0.1";  ///< of this machine, IPv4 or IPv6
    std::uint16_t port = 0;             ///< 0: nothing is served
    std::string token_file;             ///< first line: the token for requests that change something
    bool behind_proxy = false;          ///< a proxy on this machine names its clients in X-Forwarded-For
    double requests_per_second = 20;    ///< of one network address; 0: no limit
    std::uint32_t event_streams = 1'000;
    std::string labels;  ///< file of the reconciliation service; empty: there is none
  };

  /// What is indexed of clean documents, besides their IRIs.
  struct index_settings {
    label_choice labels;  ///< their words are found by `laundromat labels`

    friend bool operator==(const index_settings&, const index_settings&) = default;
  };

  /// A SPARQL store that is kept equal to the graphs of providers.
  struct harvest_store {
    std::string name;         ///< under which it is remembered
    std::string graph_store;  ///< URI of its Graph Store Protocol endpoint, for whole graphs
    std::string update;  ///< URI of its SPARQL Update endpoint, for changes; empty: graphs are sent whole
    std::string query;   ///< URI of its SPARQL endpoint, to count; empty: nothing is counted
    std::string graph_parameter = "graph";  ///< that names the graph in a request of `graph_store`
    std::string login = "any";              ///< `basic`, `digest`, `bearer`, or `any` that the store asks for
    std::string user, password_file;        ///< the file has the password or token in its first line
    std::uint32_t batch_statements = 1'000;
    bool check = false;     ///< read back what the store has after each change, and compare
    bool optional = false;  ///< that it does not answer is no error

    friend bool operator==(const harvest_store&, const harvest_store&) = default;
  };

  /// Named graphs that are kept up to date with the dumps of their providers.
  struct harvest_settings {
    std::string registry;    ///< file; empty: nothing is harvested
    bool write_back = true;  ///< write into the registry what was harvested; otherwise only the journal knows
    std::uint32_t every_s = 60;  ///< from one request of each VoID file to the next
    std::string graph_base;      ///< prefix of the IRIs of graphs; empty: `graphs/` below `public_base`
    std::string full_dumps = "replace";  ///< or `merge`, see `full_dumps` in core/providers/registry.hpp
    std::vector<harvest_store> stores;
    std::string export_file;  ///< file or folder that is kept equal to all graphs; empty: none
    std::uint32_t export_every_s = 60;
    bool notify = true;  ///< send receipts to inboxes

    friend bool operator==(const harvest_settings&, const harvest_settings&) = default;
  };

  /// An address that gets signed messages of events.
  struct webhook {
    std::string name;         ///< under which it is remembered
    std::string url;          ///< http or https; any address of this machine or network, too
    std::string secret_file;  ///< a private file with a secret for signatures in each line
    std::vector<std::string> events{"run_ended", "seed_ended", "needs_person"};  ///< see `type_of`
    std::string ca_file;  ///< PEM of the authorities for its certificate; empty: those of the system

    friend bool operator==(const webhook&, const webhook&) = default;
  };

  std::string name = "laundry";
  /// Where documents are washed: `process`, child processes, or `none`, the engine's own.
  std::string isolation = "process";
  std::string data = "laundry";  ///< folder of the journal, the raw bodies and the clean documents
  std::string public_base;       ///< prefix of the IRIs of published documents; empty: the default
  contact_info contact;
  std::vector<campaign_seed> seeds;
  std::vector<std::string> seed_files;
  std::uint32_t stop_exit_code = 130;  ///< after a signal has stopped the engine in order: 130 or 0
  std::uint64_t interval_s = 86'400;   ///< the age at which a crawl is repeated
  politeness_settings politeness;
  robots_settings robots;
  discovery_settings discovery;
  network_limits network;
  std::vector<host_override> hosts;  ///< the first that fits counts
  revisit_settings revisit;
  budget_settings budgets;
  harvest_settings harvest;
  std::vector<webhook> webhooks;
  file_access files;
  std::vector<std::string>
      records;  ///< specifications, or files of them, by which documents that are no RDF become records
  std::string record_specs;  ///< what they say, as a bundle (core/specs/spec_bundle.hpp)
  washing_settings washing;
  ledger_settings ledger;
  raw_settings raw;
  wardrobe_settings wardrobe;
  pool_sizes pools;
  live_limits live;
  document_limits limits;
  disk_settings disk;
  serve_settings serve;
  listen_settings listen;
  http_settings http;
  index_settings index;
};

/// `Product/version (+https://url; mailto:mail)`, for the `User-Agent` field (RFC 9110 section 10.1.5).
[[nodiscard]] std::string user_agent(const campaign::contact_info& contact,
                                     std::string_view version = program_version);

/// Which addresses may be connected to.
[[nodiscard]] address_policy allowed_addresses(const campaign& c);

/// Whether documents may come from the machine that fetches them: from `files.roots`, from the served folder, or from a loopback address
/// that `network.allow` permits. A worker node would look for them on its own machine.
[[nodiscard]] bool has_local_documents(const campaign& c);

/// A violated rule between values: the key, and what to write instead.
struct campaign_problem {
  std::string key;  ///< with list positions: `politeness.own_hosts.0.host`
  std::string message;

  friend bool operator==(const campaign_problem&, const campaign_problem&) = default;
};

/// Every violated rule between values: no contact, a delay below a second for hosts of others, invalid addresses, a port without
/// certificates. Empty when the campaign may start. Single values are checked by the table of keys.
[[nodiscard]] std::vector<campaign_problem> check(const campaign& c);

/// The product whose X-Robots-Tag and meta robots elements are obeyed; empty: none are.
[[nodiscard]] std::string obeyed_product(const campaign& c);

/// What becomes of announcements: from the keys of `discovery`, `interval_s` and `public_base`.
[[nodiscard]] discovery_policy discovery_policy_of(const campaign& c);
/// What seeds may name besides http and https.
[[nodiscard]] inline allowed_schemes schemes_of(const campaign& c) {
  return {!c.files.roots.empty(), c.network.ftp};
}

/// What one download may cost, with all its entries: from the keys of `limits`.
[[nodiscard]] unpack_budget whole_budget(const campaign::document_limits& limits);

/// The policy of the host `authority` (`host:port`): that of the user's own hosts, or that of all others.
[[nodiscard]] host_policy policy_for(const campaign& c, std::string_view authority);
/// What the campaign says about the intervals of seeds.
[[nodiscard]] interval_rules interval_rules_for(const campaign& c);

/// The version of this program and the settings on which a clean document depends: a document that was washed with others is washed again when
/// its seed is due. A text for the journal.
[[nodiscard]] std::string washing_signature(const campaign& c);
/// Likewise the specifications of records, on which the documents depend that are no RDF.
[[nodiscard]] std::string specs_signature(const campaign& c);

/// The policy of all hosts at one network address together, and of all hosts of one registrable domain.
[[nodiscard]] shared_policy address_policy_for(const campaign& c);
[[nodiscard]] shared_policy domain_policy_for(const campaign& c);

/// Sets the port of the served folder, and allows its one address.
void set_served_port(campaign& c, std::uint16_t port);

/// A listed seed with the interval of the campaign if it has none, and with `http://127.0.0.1:port` of the served folder for `{serve}`.
[[nodiscard]] campaign_seed seed_to_crawl(const campaign& c, campaign_seed listed);

/// True for letters, `-` and `_` only (RFC 9309 section 2.2.1).
[[nodiscard]] bool is_product_token(std::string_view text);
/// True for an IPv4 or IPv6 address with an optional `/prefix` and an optional `:port` (IPv6 then in brackets).
[[nodiscard]] bool is_address_rule(std::string_view text);

}  // namespace laundromat
