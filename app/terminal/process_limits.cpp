// Computes the required descriptors and adjusts limits with setrlimit(2).
// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/process_limits.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <limits>

#include "actors/log.hpp"
#include "core/base/count_words.hpp"
#include "core/campaign/slow_downloads.hpp"

namespace laundromat {

namespace {

/// Descriptors of streams, journal, locks, signals, the actor system and libcurl; of a worker with its process and shared files; of a
/// download with its connection, body and resolver, of a slow one without the last; of a served folder and of worker nodes.
constexpr std::uint64_t for_the_engine = 40, for_a_worker = 12, for_a_transfer = 4, for_a_slow_transfer = 2,
                        for_a_served_one = 3, for_a_cluster = 64;
constexpr std::uint64_t least_address_space_bytes = std::uint64_t{2} << 30;

std::uint64_t fixed_for(const campaign& c) {
  return for_the_engine + (c.listen.bundle.empty() ? 0 : for_a_cluster);
}
std::uint64_t transfer_for(const campaign& c) {
  return for_a_transfer + (c.serve.folder.empty() ? 0 : for_a_served_one) +
         slow_beside_each * for_a_slow_transfer;
}
std::uint64_t workers_of(const campaign::pool_sizes& pools) {
  return std::uint64_t{pools.unpackers} + pools.guessers + pools.parsers;
}

/// Raises the soft limit of a resource to the hard limit, and returns it.
rlim_t raised(__rlimit_resource which) {
  rlimit limit{};
  if (::getrlimit(which, &limit) != 0) return RLIM_INFINITY;
  if (limit.rlim_cur == limit.rlim_max) return limit.rlim_max;
  const auto before = std::exchange(limit.rlim_cur, limit.rlim_max);
  return ::setrlimit(which, &limit) == 0 ? limit.rlim_max : before;
}

result<void> check_file_size(const campaign& c) {
  const std::uint64_t most = raised(RLIMIT_FSIZE);
  const auto wanted = std::max(c.network.max_body_mib << 20, std::uint64_t{c.limits.unpack_gib} << 30);
  if (most == RLIM_INFINITY || most >= wanted) return {};
  return fail(errc::configuration,
              "this process may write files of at most " + std::to_string(most >> 20) +
                  " MiB, and the campaign allows " + std::to_string(wanted >> 20) +
                  " MiB: type `ulimit -f unlimited`, or lower network.max_body_mib and limits.unpack_gib");
}

result<void> check_address_space() {
  const std::uint64_t most = raised(RLIMIT_AS);
  if (most == RLIM_INFINITY || most >= least_address_space_bytes) return {};
  return fail(errc::out_of_memory, "this process may use " + std::to_string(most >> 20) +
                                       " MiB of address space, and needs " +
                                       std::to_string(least_address_space_bytes >> 20) +
                                       " MiB at least: type `ulimit -v unlimited`");
}

}  // namespace

descriptor_needs descriptors_for(const campaign& c) {
  const auto fixed = fixed_for(c);
  return {fixed + 3 * for_a_worker + transfer_for(c),
          fixed + workers_of(c.pools) * for_a_worker + c.pools.transfers * transfer_for(c)};
}

result<campaign::pool_sizes> fit_pools(const campaign& c, std::uint64_t descriptors) {
  const auto [least, whole] = descriptors_for(c);
  if (descriptors >= whole) return c.pools;
  if (descriptors < least)
    return fail(errc::no_descriptors,
                "this process may have " + number_of(descriptors, "file") +
                    " open at the same time, and needs " + std::to_string(least) + " at least, " +
                    std::to_string(whole) + " for this campaign: type `ulimit -n " + std::to_string(whole) +
                    "`, or write LimitNOFILE=" + std::to_string(whole) + " into its service");
  const auto there = descriptors - fixed_for(c);
  const auto for_workers = workers_of(c.pools) * for_a_worker;
  const auto share = std::min(for_workers, there / 2);
  const auto smaller = [&](std::uint32_t size) {
    return std::max(1U, static_cast<std::uint32_t>(size * share / for_workers));
  };
  campaign::pool_sizes out = c.pools;
  out.unpackers = smaller(c.pools.unpackers);
  out.guessers = smaller(c.pools.guessers);
  out.parsers = smaller(c.pools.parsers);
  const auto left = (there - workers_of(out) * for_a_worker) / transfer_for(c);
  out.transfers = std::max(1U, static_cast<std::uint32_t>(std::min<std::uint64_t>(left, c.pools.transfers)));
  return out;
}

std::uint64_t raise_descriptors() {
  const auto most = raised(RLIMIT_NOFILE);
  return most == RLIM_INFINITY ? std::numeric_limits<std::uint64_t>::max() : std::uint64_t{most};
}

result<void> fit_to_process(campaign& c) {
  if (auto enough = check_file_size(c); !enough) return enough;
  if (auto enough = check_address_space(); !enough) return enough;
  const auto descriptors = raise_descriptors();
  const auto pools = fit_pools(c, descriptors);
  if (!pools) return tl::unexpected(pools.error());
  if (pools->transfers != c.pools.transfers || workers_of(*pools) != workers_of(c.pools))
    log_warning(
        "this process may have {} files open, and the campaign wants {}: {} downloads and {}/{}/{} workers "
        "at the same time; `ulimit -n` or LimitNOFILE= gives it more",
        descriptors, descriptors_for(c).whole, pools->transfers, pools->unpackers, pools->guessers,
        pools->parsers);
  c.pools = *pools;
  return {};
}

}  // namespace laundromat
