// Implements shared slots: a schedule and a queue for each network address and each registrable domain.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/shared_slots.hpp"

#include <algorithm>

#include "core/web/ip_address.hpp"

namespace laundromat {

namespace {

constexpr std::string_view address_kind = "address ", domain_kind = "domain ";
constexpr std::size_t site_prefix_bytes = 8;  // of an IPv6 address

std::string place_of(ip_address address) {
  constexpr std::array<std::uint8_t, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  if (address.is_v6 && std::equal(mapped.begin(), mapped.end(), address.bytes.begin()))
    address = ip_address::v4(address.bytes[12], address.bytes[13], address.bytes[14], address.bytes[15]);
  if (address.is_v6)
    std::fill(address.bytes.begin() + site_prefix_bytes, address.bytes.end(), std::uint8_t{0});
  return std::string{address_kind}.append(to_string(address)).append(address.is_v6 ? "/64" : "");
}

}  // namespace

std::string place_of_address(std::string_view address) {
  if (const auto v4 = parse_ipv4(address)) return place_of(*v4);
  const auto v6 = parse_ipv6(address.substr(0, address.find('%')));
  return v6 ? place_of(*v6) : std::string{};
}

std::string place_of_address(std::span<const std::uint8_t> address) {
  const auto read = ip_address::from_bytes(address);
  return read ? place_of(*read) : std::string{};
}

std::string place_of_domain(std::string_view domain) {
  return domain.empty() ? std::string{} : std::string{domain_kind}.append(domain);
}

std::optional<timestamp> shared_schedule::next_allowed(timestamp now) const {
  if (policy_.connections > 0 && open_ >= policy_.connections) return std::nullopt;
  return std::max({now, not_before_, held_until_});
}

void shared_schedule::begin(timestamp now) {
  ++open_;
  not_before_ = std::max(not_before_, now + policy_.delay);
}

void shared_schedule::end() {
  if (open_ > 0) --open_;
  held_until_ = {};
}

shared_slots::line& shared_slots::line_at(const std::string& place) {
  const auto& policy = place.starts_with(domain_kind) ? domain_ : address_;
  return lines_.try_emplace(place, line{shared_schedule{policy}, {}, {}}).first->second;
}

std::optional<std::string> shared_slots::begin(std::span<const std::string> places, const std::string& host,
                                               timestamp now) {
  for (const auto& place : places) {
    auto& at = line_at(place);
    const auto slot = at.schedule.next_allowed(now);
    if (slot && *slot <= now) continue;
    if (at.members.insert(host).second) at.hosts.push_back(host);
    return place;
  }
  for (const auto& place : places) line_at(place).schedule.begin(now);
  return std::nullopt;
}

void shared_slots::end(std::span<const std::string> places) {
  for (const auto& place : places) line_at(place).schedule.end();
}

void shared_slots::hold(const std::string& place, timestamp now, timestamp until) {
  line_at(place).schedule.hold(now, until);
}

std::optional<std::string> shared_slots::take_next(const std::string& place, timestamp now) {
  const auto found = lines_.find(place);
  if (found == lines_.end() || found->second.hosts.empty()) return std::nullopt;
  auto& [schedule, hosts, members] = found->second;
  const auto slot = schedule.next_allowed(now);
  if (!slot || *slot > now) return std::nullopt;
  auto host = std::move(hosts.front());
  hosts.pop_front();
  members.erase(host);
  return host;
}

std::optional<timestamp> shared_slots::next_move(const std::string& place, timestamp now) const {
  const auto found = lines_.find(place);
  if (found == lines_.end() || found->second.hosts.empty()) return std::nullopt;
  return found->second.schedule.next_allowed(now);
}

std::size_t shared_slots::waiting(const std::string& place) const {
  const auto found = lines_.find(place);
  return found == lines_.end() ? 0 : found->second.hosts.size();
}

std::uint32_t shared_slots::open(const std::string& place) const {
  const auto found = lines_.find(place);
  return found == lines_.end() ? 0 : found->second.schedule.open();
}

void shared_slots::tidy(timestamp now) {
  std::erase_if(lines_, [now](const auto& one) {
    const auto slot = one.second.schedule.next_allowed(now);
    return one.second.hosts.empty() && one.second.schedule.open() == 0 && slot && *slot <= now;
  });
}

}  // namespace laundromat
