// What a fetcher is doing, and the steps of its downloads that its files share.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "actors/download_body.hpp"
#include "actors/environment.hpp"
#include "actors/job_requests.hpp"
#include "core/base/byte_source.hpp"
#include "core/discovery/catalogue/archive_index.hpp"
#include "core/web/redirect_chain.hpp"
#include "core/web/robots.hpp"
#include "core/web/shared_slots.hpp"
#include "messages/interfaces.hpp"
#include "net/transfer.hpp"

namespace laundromat::fetching {

/// The requests of this process to one address.
struct used_address {
  shared_schedule requests;
  std::string authority;   ///< of the last request
  bool is_shared = false;  ///< used by several hosts: no idle connection to it is kept
};

/// A page that a URI answered with, while the server is asked for RDF only.
struct held_page {
  redirect_chain chain;
  std::unique_ptr<download_body> body;
  std::vector<http_hop> hops;
  std::vector<stream_warning> damage;
};

/// A download in progress, one hop after the other.
struct download {
  download(std::string uri, const campaign::network_limits& limits, raw_store& store, std::string path)
      : chain(std::move(uri), limits.max_redirects, limits.ftp), raw(store), file_path(std::move(path)) {
    begin_body();
  }
  void begin_body() { body = std::make_unique<download_body>(raw, file_path); }

  fetch_job job;
  std::uint64_t permit = 0;  ///< of the current hop
  std::string place;         ///< `permit_answer::place` of that permit
  caf::typed_response_promise<fetch_outcome> promise;
  redirect_chain chain;
  raw_store& raw;
  std::string file_path;
  std::unique_ptr<download_body> body;
  bool asks_for_rdf_only = false;
  std::optional<held_page> page;
  std::optional<byte_part>
      part;  ///< only this part of the file is asked for: a record of a web archive elsewhere
  std::uint32_t resumes = 0;  ///< how often the rest of a body was asked for
  fetch_outcome found;
  byte_source_ptr local;  ///< of a `file:` seed
  bool is_slow = false;   ///< does not count in `fetcher_state::at_once`
};

/// A robots.txt that is being read. Its first hop uses the slot that the politeness scheduler has taken at the host; each hop of a redirect waits for the pause
/// of its host, and for a slot at its address.
struct robots_read {
  robots_read(std::string uri, raw_store& raw) : chain(std::move(uri), robots_redirects), exchange(raw, "") {}

  redirect_chain chain;
  download_body exchange;
  std::string place, address;  ///< of the host that is requested
  timestamp begun{};
  timestamp next_hop{};     ///< when the next hop of a redirect is requested; the epoch: one is under way
  std::uint32_t waits = 0;  ///< for a slot at the address of the next hop
  caf::typed_response_promise<robots_outcome> promise;
  string_sink body;
};

struct fetcher_state {
  static constexpr const char* name = "fetcher";

  environment_ptr env;
  dispatcher_actor dispatcher;
  politeness_actor politeness_scheduler;
  std::unique_ptr<transfer_loop> loop;
  transfer_limits limits;
  std::map<std::uint64_t, std::unique_ptr<download>> downloads;  ///< by lease
  std::map<std::uint64_t, std::unique_ptr<robots_read>> robots;
  std::uint64_t next_robots = 1;
  std::map<std::string, used_address> addresses;  ///< by place
  std::set<std::string>
      closing_hosts;  ///< that closed a kept connection when it was used again: none is kept
  bool polling = false;
  job_requests requests;
  std::uint32_t at_once = 0;                ///< downloads at the same time, without those that are slow
  std::uint32_t slow = 0, slow_robots = 0;  ///< downloads, and readings of robots.txt
  timestamp next_look{};                    ///< for slow ones
  timestamp next_late_poll{};               ///< while downloads wait for permits only
};

using fetcher_ptr = fetcher_actor::stateful_pointer<fetcher_state>;

/// Asks the dispatcher for so many downloads.
void request_jobs(fetcher_ptr self, std::uint32_t jobs);
/// Lets the transfers and copies go on.
void keep_polling(fetcher_ptr self);
/// Finds the downloads that have become slow, and requests as many others; does nothing more than once in a second.
void find_slow(fetcher_ptr self);
/// Requests as many jobs as may be in progress, after `at_once` or the number of slow downloads has changed.
void adjust_requests(fetcher_ptr self);
/// Starts a transfer that takes its slot at the address to which the name of its host resolves. `place`: `permit_answer::place`.
void start_transfer(fetcher_ptr self, transfer_request request, const std::string& place,
                    std::function<void(transfer_outcome)> done);

// The ends of a download, which `id`, its lease, names no more afterwards.

void finish(fetcher_ptr self, std::uint64_t id, event on, errc cause, std::string detail);
/// Ends an attempt that failed: the download is tried again when the campaign allows more attempts, else it has failed.
void retry(fetcher_ptr self, std::uint64_t id, errc cause, std::string detail);
/// Ends a download because the host of a redirect takes no request before a certain time. The whole chain is requested again then. When the
/// host is suspended or its robots.txt failed this counts as an attempt, so that the download ends some day.
void put_off_or_retry(fetcher_ptr self, std::uint64_t id, const permit_answer& answer);
/// Ends a download with an error instead of an outcome. The journal is not changed.
void give_back(fetcher_ptr self, std::uint64_t id, const failure& why);
/// Ends a download for an error on our side. A fault of our machine does not count against the document.
void fail_here(fetcher_ptr self, std::uint64_t id, const failure& why);
/// Ends a download whose body is the same as that of an earlier crawl, whose documents are kept.
void end_unchanged(fetcher_ptr self, std::uint64_t id, std::string how);
/// Stores the body and ends the download, unless its publisher asks not to keep it.
void store(fetcher_ptr self, std::uint64_t id, std::string note);

/// Requests the next hop, for which there is a permit.
void start_hop(fetcher_ptr self, std::uint64_t id);

/// Starts the copy of a local file, which is a download without hops.
void start_copy(fetcher_ptr self, std::uint64_t id);
/// Copies one step of each local file, so that a large file does not block the transfers. Whether there is one.
bool copy_on(fetcher_ptr self);

caf::result<robots_outcome> take_robots_job(fetcher_ptr self, const robots_job& job);
/// Requests the next hops of redirected robots.txt whose pauses are over. Whether others still wait.
bool go_on_with_robots(fetcher_ptr self);

}  // namespace laundromat::fetching
