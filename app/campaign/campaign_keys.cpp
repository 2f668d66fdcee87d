// The keys of a campaign file, and the default file printed from them.
// SPDX-License-Identifier: Apache-2.0
#include "app/campaign/campaign_keys.hpp"

#include <array>
#include <sstream>
#include <type_traits>
#include <utility>

namespace laundromat {
namespace {

constexpr double no_limit = 4'294'967'295.0;
constexpr double one_day_s = 86'400;
constexpr double ten_years_s = 315'360'000;

/// The field that a chain of member pointers leads to.
template <class Owner, auto First, auto... Rest>
constexpr auto& member(Owner& owner) {
  if constexpr (sizeof...(Rest) == 0)
    return owner.*First;
  else
    return member<std::remove_reference_t<decltype(owner.*First)>, Rest...>(owner.*First);
}
template <class Owner, auto... Members>
constexpr auto at = &member<Owner, Members...>;

constexpr auto campaign_table = std::to_array<key_rule<campaign>>({
    {"name", "", 0, 0, "name of this campaign in reports", at<campaign, &campaign::name>},
    {"data", "", 0, 0,
     "folder for the journal, the raw bodies and the clean documents, relative to the current folder",
     at<campaign, &campaign::data>},
    {"isolation", "", 0, 0,
     "where documents are washed: process (sandboxed child processes) or none (in the engine itself)",
     at<campaign, &campaign::isolation>},
    {"stop_exit_code", "", 0, 130,
     "exit code after a signal has stopped the engine in order: 130, or 0 for a service manager that treats "
     "130 as a failure",
     at<campaign, &campaign::stop_exit_code>},
    {"public_base", "", 0, 0,
     "prefix, with a slash at its end, of all IRIs that are generated for what you publish; empty: "
     "https://lodlaundromat.org/",
     at<campaign, &campaign::public_base>},
    {"contact.product", "", 0, 0,
     "required: the product token that robots.txt files may name: letters, `-` and `_`",
     at<campaign, &campaign::contact, &campaign::contact_info::product>},
    {"contact.url", "", 0, 0, "required: a page that says who crawls and why",
     at<campaign, &campaign::contact, &campaign::contact_info::url>},
    {"contact.mail", "", 0, 0, "required: a mail address that is read",
     at<campaign, &campaign::contact, &campaign::contact_info::mail>},
    {"seeds", "", 0, 0, "URIs to crawl: plain, or with uri, interval_s and priority",
     at<campaign, &campaign::seeds>},
    {"seed_files", "", 0, 0,
     "files with one URI per line and, after tabs, interval and priority; relative to this file",
     at<campaign, &campaign::seed_files>},
    {"records", "", 0, 0,
     "specifications, or files of them and of RML mappings, relative to this file: the documents that one of "
     "them claims are read as records (tables, JSON, XML, YAML, HTML) and become RDF as it says",
     at<campaign, &campaign::records>},
    {"interval_s", "seconds", 1, ten_years_s, "time after which a seed is due again",
     at<campaign, &campaign::interval_s>},
    {"politeness.delay_s", "seconds", 0, one_day_s,
     "pause between two requests to a host; less than 1 is allowed for own_hosts only",
     at<campaign, &campaign::politeness, &campaign::politeness_settings::delay_s>},
    {"politeness.adaptive", "", 0, 0, "make the pause longer after a slow answer",
     at<campaign, &campaign::politeness, &campaign::politeness_settings::adaptive>},
    {"politeness.max_crawl_delay_s", "seconds", 1, one_day_s,
     "longest Crawl-delay that is obeyed; a host whose robots.txt asks for more is refused",
     at<campaign, &campaign::politeness, &campaign::politeness_settings::max_crawl_delay_s>},
    {"politeness.address_connections", "", 0, 10'000,
     "simultaneous requests to one network address, over all its hosts; own_hosts do not count; 0: no limit",
     at<campaign, &campaign::politeness, &campaign::politeness_settings::address_connections>},
    {"politeness.address_delay_s", "seconds", 0, one_day_s, "pause between the starts of two such requests",
     at<campaign, &campaign::politeness, &campaign::politeness_settings::address_delay_s>},
    {"politeness.domain_connections", "", 0, 10'000,
     "simultaneous requests to all hosts of one registrable domain; 0: no limit",
     at<campaign, &campaign::politeness, &campaign::politeness_settings::domain_connections>},
    {"politeness.domain_delay_s", "seconds", 0, one_day_s, "pause between the starts of two such requests",
     at<campaign, &campaign::politeness, &campaign::politeness_settings::domain_delay_s>},
    {"politeness.own_hosts", "", 0, 0, "your own hosts, with host, delay_s and connections",
     at<campaign, &campaign::politeness, &campaign::politeness_settings::own_hosts>},
    {"robots.directives", "", 0, 0,
     "obey X-Robots-Tag and meta robots: noindex is not washed, nofollow leads nowhere",
     at<campaign, &campaign::robots, &campaign::robots_settings::directives>},
    {"robots.expiry_h", "hours", 1, 24, "how long a robots.txt is cached (RFC 9309 section 2.4)",
     at<campaign, &campaign::robots, &campaign::robots_settings::expiry_h>},
    {"discovery.follow", "", 0, 0,
     "which announced URIs become seeds: sitemap, page (of a sitemap or feed), dump, sample, description, "
     "catalogue, access_page, alternate, other_form (of an answer that is RDF itself), next_page, linkset, "
     "linked, archived; none: only the list is crawled",
     at<campaign, &campaign::discovery, &campaign::discovery_settings::follow>},
    {"discovery.predicates", "", 0, 0,
     "IRIs of predicates whose objects become seeds, for example "
     "http://www.w3.org/2000/01/rdf-schema#seeAlso",
     at<campaign, &campaign::discovery, &campaign::discovery_settings::predicates>},
    {"discovery.scope", "", 0, 0,
     "which URIs are followed: rules of which the first that matches decides, `include domain example.org` "
     "or `exclude prefix http://example.org/private/`; also by host and by surt, a sort key. With a rule "
     "that includes, all other URIs are left out",
     at<campaign, &campaign::discovery, &campaign::discovery_settings::scope>},
    {"discovery.ways", "", 0, 0,
     "which ways to a dataset are taken that announces several: cheapest (the dump rather than its "
     "documents) or all",
     at<campaign, &campaign::discovery, &campaign::discovery_settings::ways>},
    {"discovery.other_formats", "", 0, 0,
     "also request what is announced as a format that is no RDF, for example CSV and PDF",
     at<campaign, &campaign::discovery, &campaign::discovery_settings::other_formats>},
    {"discovery.robots_sitemaps", "", 0, 0,
     "also read the sitemaps that the robots.txt of each crawled host names",
     at<campaign, &campaign::discovery, &campaign::discovery_settings::robots_sitemaps>},
    {"discovery.well_known", "", 0, 0, "also ask each crawled host for /.well-known/void, every 30 days",
     at<campaign, &campaign::discovery, &campaign::discovery_settings::well_known>},
    {"discovery.depth", "", 0, 1'000, "documents between a seed of the list and a URI that is still followed",
     at<campaign, &campaign::discovery, &campaign::discovery_settings::depth>},
    {"discovery.path_segments", "", 1, 1'000, "segments of the path of a URI that is still followed",
     at<campaign, &campaign::discovery, &campaign::discovery_settings::path_segments>},
    {"discovery.per_document", "", 0, 1e9,
     "new seeds of one document; sitemaps have the limits of their protocol",
     at<campaign, &campaign::discovery, &campaign::discovery_settings::per_document>},
    {"discovery.per_host", "", 0, 1e12, "new seeds at one host, by all documents together",
     at<campaign, &campaign::discovery, &campaign::discovery_settings::per_host>},
    {"discovery.per_domain", "", 0, 1e12,
     "new seeds at all hosts of one registrable domain, by all documents together",
     at<campaign, &campaign::discovery, &campaign::discovery_settings::per_domain>},
    {"discovery.shortest_interval_s", "seconds", 1, ten_years_s,
     "shortest time to which an announced frequency of change sets the interval of a found seed; without "
     "an announcement it is interval_s, which may be shorter",
     at<campaign, &campaign::discovery, &campaign::discovery_settings::shortest_interval_s>},
    {"network.allow", "", 0, 0, "private addresses and ranges that may be crawled, with or without a port",
     at<campaign, &campaign::network, &campaign::network_limits::allow>},
    {"network.connect_timeout_s", "seconds", 1, 3'600, "time limit for making a connection",
     at<campaign, &campaign::network, &campaign::network_limits::connect_timeout_s>},
    {"network.first_byte_timeout_s", "seconds", 1, 3'600, "time limit for the first byte of an answer",
     at<campaign, &campaign::network, &campaign::network_limits::first_byte_timeout_s>},
    {"network.low_speed_bytes", "bytes per second", 1, 1e9, "a slower transfer is aborted after low_speed_s",
     at<campaign, &campaign::network, &campaign::network_limits::low_speed_bytes>},
    {"network.low_speed_s", "seconds", 1, 3'600, "how long a transfer may be slower than low_speed_bytes",
     at<campaign, &campaign::network, &campaign::network_limits::low_speed_s>},
    {"network.total_timeout_s", "seconds", 1, 604'800, "time limit for a whole transfer",
     at<campaign, &campaign::network, &campaign::network_limits::total_timeout_s>},
    {"network.max_redirects", "", 0, 50, "longest chain of redirects that is followed",
     at<campaign, &campaign::network, &campaign::network_limits::max_redirects>},
    {"network.max_body_mib", "MiB", 1, 16'777'216, "largest body that is stored",
     at<campaign, &campaign::network, &campaign::network_limits::max_body_mib>},
    {"network.retries_s", "seconds", 1, ten_years_s, "pauses before the second attempt, the third, and so on",
     at<campaign, &campaign::network, &campaign::network_limits::retries_s>},
    {"network.resumes", "", 0, 200,
     "how often one attempt asks for the rest of a body that was cut (Range), where the server gives a "
     "strong validator",
     at<campaign, &campaign::network, &campaign::network_limits::resumes>},
    {"network.ftp", "", 0, 0, "fetch ftp:// URIs, too: anonymously, single files, no lists of folders",
     at<campaign, &campaign::network, &campaign::network_limits::ftp>},
    {"hosts", "", 0, 0,
     "conditions of hosts that are not your own: host, delay_s, headers, user, password_file, proxy, "
     "bandwidth_kib, any_certificate; the first that fits counts",
     at<campaign, &campaign::hosts>},
    {"revisit.conditional", "", 0, 0,
     "ask only for what has changed since the last crawl (If-None-Match, If-Modified-Since), and do not wash "
     "the same bytes again; false: fetch and wash everything each time",
     at<campaign, &campaign::revisit, &campaign::revisit_settings::conditional>},
    {"revisit.adaptive", "", 0, 0,
     "halve the interval of a seed after a change of its data, and double it without one; false: interval_s "
     "is kept",
     at<campaign, &campaign::revisit, &campaign::revisit_settings::adaptive>},
    {"revisit.shortest_s", "seconds", 1, ten_years_s, "shortest interval of an adaptive campaign",
     at<campaign, &campaign::revisit, &campaign::revisit_settings::shortest_s>},
    {"revisit.longest_s", "seconds", 1, ten_years_s, "longest interval of an adaptive campaign",
     at<campaign, &campaign::revisit, &campaign::revisit_settings::longest_s>},
    {"revisit.longest_fresh_s", "seconds", 0, ten_years_s,
     "a seed is not due while its server states that the document is fresh (Cache-Control: max-age, "
     "Expires), for at most this time; 0: that is ignored",
     at<campaign, &campaign::revisit, &campaign::revisit_settings::longest_fresh_s>},
    {"budgets.documents", "", 0, 1e12,
     "answers with a body, error pages included, that the campaign may receive in all; 0: no limit",
     at<campaign, &campaign::budgets, &campaign::budget_settings::documents>},
    {"budgets.mib", "MiB", 0, 1e12, "what the campaign may receive; 0: no limit",
     at<campaign, &campaign::budgets, &campaign::budget_settings::mib>},
    {"budgets.hours", "hours", 0, 1e6, "how long requests may take, those of all hosts added up; 0: no limit",
     at<campaign, &campaign::budgets, &campaign::budget_settings::hours>},
    {"budgets.host_documents", "", 0, 1e12,
     "answers with a body, error pages included, that one host may be asked for; 0: no limit",
     at<campaign, &campaign::budgets, &campaign::budget_settings::host_documents>},
    {"budgets.host_mib", "MiB", 0, 1e12, "what one host may send; 0: no limit",
     at<campaign, &campaign::budgets, &campaign::budget_settings::host_mib>},
    {"budgets.host_hours", "hours", 0, 1e6, "how long the requests to one host may take; 0: no limit",
     at<campaign, &campaign::budgets, &campaign::budget_settings::host_hours>},
    {"files.roots", "", 0, 0,
     "folders that may contain file: seeds, and files outside of its folder that a specification of records "
     "names, relative to this file; none: such seeds and files are refused",
     at<campaign, &campaign::files, &campaign::file_access::roots>},
    {"washing.profile", "", 0, 0,
     "strict repairs only the case of language tags; standard what has one obvious reading; max-recall also "
     "what has a likely one",
     at<campaign, &campaign::washing, &campaign::washing_settings::profile>},
    {"washing.triple_terms", "", 0, 0,
     "triple terms of RDF 1.2 are kept, or for readers of RDF 1.1 written as blank nodes (basic-encoding)",
     at<campaign, &campaign::washing, &campaign::washing_settings::triple_terms>},
    {"washing.directions", "", 0, 0,
     "base directions of RDF 1.2 are kept, or for readers of RDF 1.1 written in the forms of JSON-LD "
     "(compound-literal, i18n-datatype), or dropped with a defect each; JSON-LD drops them where they should "
     "be kept",
     at<campaign, &campaign::washing, &campaign::washing_settings::directions>},
    {"washing.contexts", "", 0, 0,
     "folder of JSON-LD contexts, relative to this file; empty: `contexts` in the data folder",
     at<campaign, &campaign::washing, &campaign::washing_settings::contexts>},
    {"washing.fetch_contexts", "", 0, 0,
     "fetch missing contexts, and the metadata of tables that a specification with `csvw` claims, from "
     "the Web, once each",
     at<campaign, &campaign::washing, &campaign::washing_settings::fetch_contexts>},
    {"washing.threads", "", 0, 1'024,
     "threads for large documents, shared by all parsers; 0: one for each core, 1: no additional thread",
     at<campaign, &campaign::washing, &campaign::washing_settings::threads>},
    {"ledger.rows", "", 1, 1e12, "defects of one document that its ledger lists; all are counted",
     at<campaign, &campaign::ledger, &campaign::ledger_settings::rows>},
    {"ledger.quarantine_mib", "MiB", 0, 16'777'216,
     "bytes of one document that its ledger copies; of the others it has only the ranges",
     at<campaign, &campaign::ledger, &campaign::ledger_settings::quarantine_mib>},
    {"ledger.ratio", "", 1, 1e6, "largest ratio of the text of a ledger to the body as received",
     at<campaign, &campaign::ledger, &campaign::ledger_settings::ratio>},
    {"ledger.free_mib", "MiB", 1, 1'048'576, "text of a ledger that ratio does not limit",
     at<campaign, &campaign::ledger, &campaign::ledger_settings::free_mib>},
    {"raw.layout", "", 0, 0,
     "how bodies are stored: files (one for each) or warc (WARC 1.1 segments, with the requests)",
     at<campaign, &campaign::raw, &campaign::raw_settings::layout>},
    {"raw.requests", "", 0, 0, "keep the requests in WARC segments, too",
     at<campaign, &campaign::raw, &campaign::raw_settings::requests>},
    {"raw.keep", "", 0, 0,
     "which bodies that worker nodes fetch are stored here: all, like those that the engine fetches, or "
     "local (none: a node drops them after their documents were washed)",
     at<campaign, &campaign::raw, &campaign::raw_settings::keep>},
    {"raw.keep_days", "days", 0, 36'500,
     "remove received bodies that are older, also the last one of a document that was washed; 0: none",
     at<campaign, &campaign::raw, &campaign::raw_settings::keep_days>},
    {"raw.keep_mib", "MiB", 0, 1e9,
     "remove received bodies, the oldest first, until the others have at most this size as stored; 0: none",
     at<campaign, &campaign::raw, &campaign::raw_settings::keep_mib>},
    {"raw.keep_newest", "", 0, 1e6,
     "how many received bodies of a URI are kept, the newest ones, and always that of its present document; "
     "0: all",
     at<campaign, &campaign::raw, &campaign::raw_settings::keep_newest>},
    {"wardrobe.versions", "", 0, 1e6,
     "how many clean documents of a seed are kept, the newest ones with statements; deltas are always kept; "
     "0: all",
     at<campaign, &campaign::wardrobe, &campaign::wardrobe_settings::versions>},
    {"wardrobe.compact", "", 0, 0,
     "rewrite segments of which less than half is in use, in small steps between those that store",
     at<campaign, &campaign::wardrobe, &campaign::wardrobe_settings::compact>},
    {"pools.transfers", "", 1, 10'000,
     "simultaneous downloads, over all hosts; slow ones do not count, of which up to three times as many go "
     "on beside",
     at<campaign, &campaign::pools, &campaign::pool_sizes::transfers>},
    {"pools.unpackers", "", 1, 1'024, "threads that read archives",
     at<campaign, &campaign::pools, &campaign::pool_sizes::unpackers>},
    {"pools.guessers", "", 1, 1'024, "threads that guess formats",
     at<campaign, &campaign::pools, &campaign::pool_sizes::guessers>},
    {"pools.parsers", "", 1, 1'024, "threads that parse, repair and sort",
     at<campaign, &campaign::pools, &campaign::pool_sizes::parsers>},
    {"live.seeds", "", 1, 100'000, "seeds that are crawled simultaneously",
     at<campaign, &campaign::live, &campaign::live_limits::seeds>},
    {"live.entries", "", 1, 100'000, "files in progress simultaneously",
     at<campaign, &campaign::live, &campaign::live_limits::entries>},
    {"limits.memory_mib", "MiB", 16, 1'048'576, "memory of one parser; more is sorted on disk",
     at<campaign, &campaign::limits, &campaign::document_limits::memory_mib>},
    {"limits.unpack_gib", "GiB", 1, 1'048'576, "decoded bytes of one download",
     at<campaign, &campaign::limits, &campaign::document_limits::unpack_gib>},
    {"limits.entries", "", 1, 1e8, "files in the archives of one download",
     at<campaign, &campaign::limits, &campaign::document_limits::entries>},
    {"limits.depth", "", 1, 32, "nesting depth of archives",
     at<campaign, &campaign::limits, &campaign::document_limits::depth>},
    {"limits.filters", "", 1, 32, "compression layers around one file",
     at<campaign, &campaign::limits, &campaign::document_limits::filters>},
    {"limits.ratio", "", 2, 1e6, "largest ratio of decompressed to compressed bytes of one layer",
     at<campaign, &campaign::limits, &campaign::document_limits::ratio>},
    {"limits.statement_ratio", "", 16, 1e6,
     "largest ratio of statements to document in bytes, after the first 256 MiB of statements",
     at<campaign, &campaign::limits, &campaign::document_limits::statement_ratio>},
    {"limits.lease_s", "seconds", 10, 604'800, "time limit for one stage of one document",
     at<campaign, &campaign::limits, &campaign::document_limits::lease_s>},
    {"disk.reserve_mib", "MiB", 0, 1e9,
     "free space to keep on each file system of the data folder (of a small one a twentieth); with less the "
     "engine pauses; 0: none",
     at<campaign, &campaign::disk, &campaign::disk_settings::reserve_mib>},
    {"disk.intake_mib", "MiB", 0, 1e9,
     "free space below which no new crawl begins, while all that was received is still washed; more than "
     "reserve_mib; 0: none",
     at<campaign, &campaign::disk, &campaign::disk_settings::intake_mib>},
    {"disk.segment_kib", "KiB", 1, 4'194'304,
     "a file of small documents, or of WARC records, of this size is complete, and the next one begins",
     at<campaign, &campaign::disk, &campaign::disk_settings::segment_kib>},
    {"harvest.registry", "", 0, 0,
     "registry of providers, relative to this file: their graphs are kept up to date with their dumps",
     at<campaign, &campaign::harvest, &campaign::harvest_settings::registry>},
    {"harvest.write_back", "", 0, 0, "write the times of harvests into the registry; false: it is only read",
     at<campaign, &campaign::harvest, &campaign::harvest_settings::write_back>},
    {"harvest.every_s", "seconds", 1, one_day_s, "from one request of each VoID file to the next",
     at<campaign, &campaign::harvest, &campaign::harvest_settings::every_s>},
    {"harvest.graph_base", "", 0, 0,
     "prefix of the IRIs of graphs, behind which the name of the provider comes; empty: graphs/ below "
     "public_base",
     at<campaign, &campaign::harvest, &campaign::harvest_settings::graph_base>},
    {"harvest.full_dumps", "", 0, 0,
     "replace: subjects that a full dump does not name are removed from the graph; merge: they stay",
     at<campaign, &campaign::harvest, &campaign::harvest_settings::full_dumps>},
    {"harvest.stores", "", 0, 0,
     "SPARQL stores that are kept equal to the graphs, with name, graph_store, update, query, "
     "graph_parameter, login, "
     "user, password_file, batch_statements, check and optional",
     at<campaign, &campaign::harvest, &campaign::harvest_settings::stores>},
    {"harvest.export_file", "", 0, 0,
     "file with all graphs, .nq or .trig, also .gz, or a folder (its name ends in /) with a file each; "
     "relative to this file",
     at<campaign, &campaign::harvest, &campaign::harvest_settings::export_file>},
    {"harvest.export_every_s", "seconds", 1, one_day_s,
     "how often that is written, where a graph has changed",
     at<campaign, &campaign::harvest, &campaign::harvest_settings::export_every_s>},
    {"harvest.notify", "", 0, 0, "send receipts to the inboxes (LDN) that providers or the registry name",
     at<campaign, &campaign::harvest, &campaign::harvest_settings::notify>},
    {"webhooks", "", 0, 0,
     "addresses that get signed messages when a run or a seed ends, or something needs a person, with name, "
     "url, secret_file, events and ca_file",
     at<campaign, &campaign::webhooks>},
    {"serve.folder", "", 0, 0,
     "folder to serve on loopback during the run, relative to this file; {serve} in seeds is its URL",
     at<campaign, &campaign::serve, &campaign::serve_settings::folder>},
    {"serve.rules", "", 0, 0,
     "file with redirects, errors and media types of that folder, relative to this file",
     at<campaign, &campaign::serve, &campaign::serve_settings::rules>},
    {"serve.port", "", 0, 65'535,
     "port to serve on; 0: a free one, which later runs with the same data folder use again if it is still "
     "free",
     at<campaign, &campaign::serve, &campaign::serve_settings::port>},
    {"listen.address", "", 0, 0,
     "address of this machine at which worker nodes join; 0.0.0.0: all its addresses",
     at<campaign, &campaign::listen, &campaign::listen_settings::address>},
    {"listen.port", "", 0, 65'535, "port for worker nodes; 0: a free one, which the log names",
     at<campaign, &campaign::listen, &campaign::listen_settings::port>},
    {"listen.bundle", "", 0, 0,
     "file that `laundromat cluster init` made for the engine, relative to this file; empty: no node can "
     "join",
     at<campaign, &campaign::listen, &campaign::listen_settings::bundle>},
    {"http.address", "", 0, 0,
     "address of this machine at which the API, metrics and documents are served; 0.0.0.0: all its addresses",
     at<campaign, &campaign::http, &campaign::http_settings::address>},
    {"http.port", "", 0, 65'535, "port to serve on; 0: nothing is served",
     at<campaign, &campaign::http, &campaign::http_settings::port>},
    {"http.token_file", "", 0, 0,
     "file, readable only by its owner, whose first line is the token for requests that change something, "
     "relative to "
     "this file; empty: the API only answers questions",
     at<campaign, &campaign::http, &campaign::http_settings::token_file>},
    {"http.behind_proxy", "", 0, 0,
     "a proxy on this machine passes requests on, and names its clients in X-Forwarded-For",
     at<campaign, &campaign::http, &campaign::http_settings::behind_proxy>},
    {"http.requests_per_second", "", 0, 1e6,
     "requests of one network address in the long run, and five times as many at once; 0: no limit",
     at<campaign, &campaign::http, &campaign::http_settings::requests_per_second>},
    {"http.event_streams", "", 0, 10'000, "clients that follow events at the same time",
     at<campaign, &campaign::http, &campaign::http_settings::event_streams>},
    {"http.labels", "", 0, 0,
     "file with an IRI, a tab and a label in each line, relative to this file, for the reconciliation "
     "service that "
     "OpenRefine asks; empty: none",
     at<campaign, &campaign::http, &campaign::http_settings::labels>},
    {"index.labels", "", 0, 0,
     "index labels and titles for `laundromat labels`: true for the literals of rdfs:label, skos:prefLabel, "
     "dcterms:title, foaf:name, schema:name and similar properties, or the IRIs of the properties",
     at<campaign, &campaign::index, &campaign::index_settings::labels>},
});

constexpr auto seed_table = std::to_array<key_rule<campaign_seed>>({
    {"uri", "", 0, 0, "required: what to crawl", at<campaign_seed, &campaign_seed::uri>},
    {"interval_s", "seconds", 0, ten_years_s, "overrides the campaign's interval_s; 0: the campaign's",
     at<campaign_seed, &campaign_seed::interval_s>},
    {"priority", "", -1'000'000, 1'000'000, "seeds with a higher number are crawled first",
     at<campaign_seed, &campaign_seed::priority>},
});

constexpr auto own_host_table = std::to_array<key_rule<campaign::own_host>>({
    {"host", "", 0, 0, "required: `127.0.0.1:8080`, or `127.0.0.1` for every port",
     at<campaign::own_host, &campaign::own_host::host>},
    {"delay_s", "seconds", 0, one_day_s, "pause between two requests",
     at<campaign::own_host, &campaign::own_host::delay_s>},
    {"connections", "", 1, 64, "simultaneous connections",
     at<campaign::own_host, &campaign::own_host::connections>},
});

constexpr auto host_override_table = std::to_array<key_rule<campaign::host_override>>({
    {"host", "", 0, 0,
     "required: `example.org`, `example.org:8080`, or `*.example.org` for all hosts below it as well; with "
     "`http://` or `https://` before it for requests by that scheme only",
     at<campaign::host_override, &campaign::host_override::host>},
    {"delay_s", "seconds", 0, one_day_s, "pause between two requests; 0: that of the campaign",
     at<campaign::host_override, &campaign::host_override::delay_s>},
    {"headers", "", 0, 0,
     "`Name: value`, sent with each request by https, or by http when the host begins with `http://`",
     at<campaign::host_override, &campaign::host_override::headers>},
    {"user", "", 0, 0, "of HTTP Basic credentials, sent like `headers`",
     at<campaign::host_override, &campaign::host_override::user>},
    {"password_file", "", 0, 0, "file with the password in its first line, relative to this file",
     at<campaign::host_override, &campaign::host_override::password_file>},
    {"proxy", "", 0, 0, "http://host:port or socks5h://host:port, through which the host is requested",
     at<campaign::host_override, &campaign::host_override::proxy>},
    {"bandwidth_kib", "KiB per second", 0, no_limit, "most bytes a second from this host; 0: no limit",
     at<campaign::host_override, &campaign::host_override::bandwidth_kib>},
    {"any_certificate", "", 0, 0,
     "accept the TLS certificate of this host without checking it; each answer says so in the journal",
     at<campaign::host_override, &campaign::host_override::any_certificate>},
});

constexpr auto harvest_store_table = std::to_array<key_rule<campaign::harvest_store>>({
    {"name", "", 0, 0, "required: under which it is remembered",
     at<campaign::harvest_store, &campaign::harvest_store::name>},
    {"graph_store", "", 0, 0, "required: URI of the Graph Store Protocol, to which whole graphs are sent",
     at<campaign::harvest_store, &campaign::harvest_store::graph_store>},
    {"update", "", 0, 0, "URI of SPARQL Update, to which changes are sent; empty: graphs are sent whole",
     at<campaign::harvest_store, &campaign::harvest_store::update>},
    {"query", "", 0, 0, "URI of SPARQL queries, to count what the store has",
     at<campaign::harvest_store, &campaign::harvest_store::query>},
    {"graph_parameter", "", 0, 0, "that names the graph for graph_store: graph, or graph-uri",
     at<campaign::harvest_store, &campaign::harvest_store::graph_parameter>},
    {"login", "", 0, 0, "basic, digest, bearer, or any that the store asks for",
     at<campaign::harvest_store, &campaign::harvest_store::login>},
    {"user", "", 0, 0, "who writes", at<campaign::harvest_store, &campaign::harvest_store::user>},
    {"password_file", "", 0, 0, "file with the password or token in its first line, relative to this file",
     at<campaign::harvest_store, &campaign::harvest_store::password_file>},
    {"batch_statements", "", 1, 100'000, "most statements in one request",
     at<campaign::harvest_store, &campaign::harvest_store::batch_statements>},
    {"check", "", 0, 0, "read back what the store has after each change, and compare",
     at<campaign::harvest_store, &campaign::harvest_store::check>},
    {"optional", "", 0, 0, "that it does not answer is no error: it gets the graphs when it is there",
     at<campaign::harvest_store, &campaign::harvest_store::optional>},
});

constexpr auto webhook_table = std::to_array<key_rule<campaign::webhook>>({
    {"name", "", 0, 0, "required: under which it is remembered",
     at<campaign::webhook, &campaign::webhook::name>},
    {"url", "", 0, 0, "required: to which messages are sent, by POST; private addresses are allowed",
     at<campaign::webhook, &campaign::webhook::url>},
    {"secret_file", "", 0, 0,
     "required: private file (mode 600) with a secret for signatures in each line, whsec_ and base64, "
     "relative to this file",
     at<campaign::webhook, &campaign::webhook::secret_file>},
    {"events", "", 0, 0, "what is told: run_started, run_ended, seed_ended, needs_person",
     at<campaign::webhook, &campaign::webhook::events>},
    {"ca_file", "", 0, 0,
     "PEM file of the authorities that are trusted for its certificate, relative to this file; empty: those "
     "of the system",
     at<campaign::webhook, &campaign::webhook::ca_file>},
});

template <class T>
std::string as_yaml(const T& value) {
  std::ostringstream out;
  if constexpr (std::is_same_v<T, bool>) {
    out << (value ? "true" : "false");
  } else if constexpr (std::is_same_v<T, std::string>) {
    out << (value.empty() ? "\"\"" : value);
  } else if constexpr (std::is_arithmetic_v<T>) {
    out << value;
  } else if constexpr (std::is_same_v<T, std::vector<std::uint32_t>> ||
                       std::is_same_v<T, std::vector<std::string>>) {
    for (const char* comma = "["; const auto& item : value) out << std::exchange(comma, ", ") << item;
    out << (value.empty() ? "[]" : "]");
  } else if constexpr (std::is_same_v<T, label_choice>) {
    return value.properties.empty() ? as_yaml(value.is_on) : as_yaml(value.properties);
  } else {
    out << "[]";
  }
  return std::move(out).str();
}

template <class T>
constexpr bool has_keys =
    std::is_same_v<T, std::vector<campaign_seed>> || std::is_same_v<T, std::vector<campaign::own_host>> ||
    std::is_same_v<T, std::vector<campaign::host_override>> ||
    std::is_same_v<T, std::vector<campaign::harvest_store>> ||
    std::is_same_v<T, std::vector<campaign::webhook>>;

std::string plain(double value) {
  std::ostringstream out;
  out.precision(15);
  out << value;
  return std::move(out).str();
}

template <class T>
constexpr bool is_number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

template <class T, class Owner>
std::string words_for(const key_rule<Owner>& key) {
  const auto of_unit = key.unit.empty() ? std::string{} : " of " + std::string{key.unit};
  const auto range = " from " + plain(key.lowest) + " to " + plain(key.highest);
  if constexpr (std::is_same_v<T, bool>) return "true or false";
  if constexpr (std::is_same_v<T, std::string>) return "a text";
  if constexpr (std::is_same_v<T, double>) return "a number" + of_unit + range;
  if constexpr (is_number<T>) return "a whole number" + of_unit + range;
  if constexpr (std::is_same_v<T, std::vector<std::string>>)
    return key.path == "records" ? "a list of files and specifications" : "a list of texts";
  if constexpr (std::is_same_v<T, std::vector<std::uint32_t>>)
    return "a list of whole numbers" + of_unit + range;
  if constexpr (std::is_same_v<T, label_choice>) return "true, false, or a list of IRIs";
  if constexpr (std::is_same_v<T, std::vector<campaign_seed>>) return "a list of seeds";
  if constexpr (std::is_same_v<T, std::vector<campaign::harvest_store>>) return "a list of stores";
  if constexpr (std::is_same_v<T, std::vector<campaign::webhook>>) return "a list of webhooks";
  return "a list of hosts";
}

}  // namespace

std::span<const key_rule<campaign>> campaign_keys() {
  return campaign_table;
}
std::span<const key_rule<campaign_seed>> seed_keys() {
  return seed_table;
}
std::span<const key_rule<campaign::host_override>> host_override_keys() {
  return host_override_table;
}
std::span<const key_rule<campaign::harvest_store>> harvest_store_keys() {
  return harvest_store_table;
}
std::span<const key_rule<campaign::webhook>> webhook_keys() {
  return webhook_table;
}
std::span<const key_rule<campaign::own_host>> own_host_keys() {
  return own_host_table;
}

template <class Owner>
std::string describe(const key_rule<Owner>& key) {
  return std::visit([&]<class T>(T& (*)(Owner&)) { return words_for<T>(key); }, key.field);
}
template std::string describe(const key_rule<campaign>&);
template std::string describe(const key_rule<campaign_seed>&);
template std::string describe(const key_rule<campaign::own_host>&);
template std::string describe(const key_rule<campaign::host_override>&);
template std::string describe(const key_rule<campaign::harvest_store>&);
template std::string describe(const key_rule<campaign::webhook>&);

std::vector<std::string> changed_keys(const campaign& before, const campaign& after) {
  std::vector<std::string> out;
  auto was = before, is = after;  // fields are reached in objects that may change
  for (const auto& key : campaign_table)
    std::visit(
        [&]<class T>(T& (*field)(campaign&)) {
          if (field(was) == field(is)) return;
          out.emplace_back(key.path);
          if constexpr (!has_keys<T>)
            out.back() += " from " + as_yaml(field(was)) + " to " + as_yaml(field(is));
        },
        key.field);
  return out;
}

std::vector<key_setting> settings_of(const campaign& settings) {
  std::vector<key_setting> all;
  auto is = settings;
  campaign usual;
  for (const auto& key : campaign_table)
    std::visit(
        [&]<class T>(T& (*field)(campaign&)) {
          const auto shown = [](const T& value) {
            if constexpr (has_keys<T>)
              return value.empty() ? std::string{"[]"} : number_of(value.size(), "item");
            else
              return as_yaml(value);
          };
          all.push_back({std::string{key.path}, shown(field(is)), shown(field(usual)),
                         std::string{key.meaning}, describe(key)});
        },
        key.field);
  return all;
}

std::string default_campaign_yaml() {
  std::ostringstream out;
  out << "# Every key of a campaign with its default. Printed by: laundromat config --defaults\n"
         "# A campaign needs its seeds, the three keys of contact, and the keys that differ from the "
         "default.\n";
  campaign defaults;
  std::string_view section;
  for (const auto& key : campaign_table) {
    const auto dot = key.path.find('.');
    const auto own_section = dot == std::string_view::npos ? std::string_view{} : key.path.substr(0, dot);
    if (own_section != section || own_section.empty()) out << '\n';
    if (own_section != section && !own_section.empty()) out << own_section << ":\n";
    section = own_section;
    const std::string indent = section.empty() ? "" : "  ";
    const auto name = dot == std::string_view::npos ? key.path : key.path.substr(dot + 1);
    out << indent << "# " << key.meaning << " (" << describe(key) << ")\n";
    out << indent << name << ": "
        << std::visit([&](auto field) { return as_yaml(field(defaults)); }, key.field) << '\n';
  }
  return std::move(out).str();
}

}  // namespace laundromat
