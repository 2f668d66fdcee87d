// Prepares seeds of a list, and leaves out those that the journal has.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/seed_batch.hpp"

#include <algorithm>
#include <future>

#include "core/base/keyed_hash.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/journal/one_state.hpp"
#include "storage/journal/seed_batch_writer.hpp"

namespace laundromat {

namespace {

constexpr std::size_t fewest_for_two_threads = 10'000;
constexpr std::size_t seeds_of_long_list = 20'000;

/// As a number that is ordered as hashes are.
std::uint64_t leading_bits(const record_hash& hash) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < sizeof bits; ++i) bits = bits << 8U | hash.bytes[i];
  return bits;
}

constexpr row_id every_seed = std::int64_t{1} << 62U;

/// The host of a seed that is normal, fit to be fetched and without a port, as most are; empty for any other, which must be looked at closely.
std::string_view host_of_plain_seed(std::string_view uri) {
  constexpr std::string_view http = "http://", https = "https://";
  const auto begin = uri.starts_with(http) ? http.size() : uri.starts_with(https) ? https.size() : 0;
  const auto end = uri.find('/', begin);
  if (begin == 0 || end == uri.npos || end == begin) return {};
  const auto is_lower = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  for (auto i = begin; i < end; ++i) {
    const bool is_inner = i > begin && i + 1 < end && is_lower(uri[i - 1]) && is_lower(uri[i + 1]);
    if (!is_lower(uri[i]) && !(is_inner && (uri[i] == '.' || uri[i] == '-'))) return {};
  }
  const auto dot = uri.rfind('.', end);
  const auto last_label = dot == uri.npos || dot < begin ? begin : dot + 1;
  if (is_digit(uri[last_label])) return {};  // an address, of which there are several forms
  for (auto i = end + 1; i < uri.size(); ++i) {
    const char c = uri[i];
    const bool is_name = is_lower(c) || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '~';
    if (!is_name && ((c != '.' && c != '/') || uri[i - 1] == '/')) return {};
  }
  return uri.substr(begin, end - begin);
}

/// The seeds of `order` that the journal has.
void mark_stored(database& db, const std::vector<seed_batch::listed>& seeds,
                 const std::vector<std::uint32_t>& order, std::vector<bool>& known) {
  hash_stream stored{db, used_hash_runs(db), every_seed};
  for (const auto i : order) {
    const auto& hash = seeds[i].hash;
    if (const auto* at = stored.current(); at && at->hash < hash) stored.skip_to(hash);
    const auto* at = stored.current();
    if (!at) return;
    if (at->hash == hash) known[i] = true;
  }
}

}  // namespace

std::uint32_t numbered_texts::number_of(std::string_view text) {
  if (2 * size() >= slots_.size()) grow();
  auto at = keyed_hash(text) & (slots_.size() - 1);
  while (slots_[at] != 0) {
    if (this->text(slots_[at] - 1) == text) return slots_[at] - 1;
    at = (at + 1) & (slots_.size() - 1);
  }
  texts_ += text;
  ends_.push_back(static_cast<std::uint32_t>(texts_.size()));
  slots_[at] = size();
  return size() - 1;
}

void numbered_texts::grow() {
  std::vector<std::uint32_t> larger(std::max<std::size_t>(64, 2 * slots_.size()));
  for (std::uint32_t number = 0; number < size(); ++number) {
    auto at = keyed_hash(text(number)) & (larger.size() - 1);
    while (larger[at] != 0) at = (at + 1) & (larger.size() - 1);
    larger[at] = number + 1;
  }
  slots_ = std::move(larger);
}

std::size_t seed_batch::next_limit(std::size_t limit, std::size_t added) {
  constexpr std::size_t growth = 8, known_for_each_added = 10;
  return std::min(limit * growth, added * known_for_each_added < limit ? most_known_seeds : most_seeds);
}

void seed_batch::add(std::string_view uri, seconds interval, std::int32_t priority, allowed_schemes allowed) {
  if (seeds_.size() == seeds_of_long_list) {  // doubled vectors would be half empty
    seeds_.reserve(limit_);
    texts_.reserve(std::min(texts_.size() * (limit_ / seeds_of_long_list + 1), most_bytes + uri.size()));
  }
  const auto place = static_cast<std::uint32_t>(texts_.size());
  texts_ += uri;
  listed seed{{}, place,    static_cast<std::uint32_t>(uri.size()),
              0,  priority, std::max<std::int64_t>(interval.count(), 0)};
  if (const auto host = host_of_plain_seed(uri); !host.empty()) {
    seed.host = hosts_.number_of(std::string{host} + (uri[4] == ':' ? ":80" : ":443"));
  } else {
    const auto normal = normalize_seed(uri);
    seed.hash = md5(normal);
    seed.host = hosts_.number_of(authority_key(normal).value_or(""));
    auto verdict = classify_seed(uri, allowed);
    if (verdict.code != errc::ok) refused_.emplace(place, std::move(verdict));
  }
  seeds_.push_back(seed);
}

void seed_batch::hash_and_sort() {
  struct key {
    std::uint64_t leading_bits;  // of the hash, so that seeds themselves are seldom looked at
    std::uint32_t seed;
  };
  std::vector<key> keys(seeds_.size());
  const auto is_before = [this](const key& a, const key& b) {
    if (a.leading_bits != b.leading_bits) return a.leading_bits < b.leading_bits;
    const auto &one = seeds_[a.seed].hash, &other = seeds_[b.seed].hash;
    return one == other ? a.seed < b.seed : one < other;
  };
  const auto prepare = [&](std::size_t from, std::size_t end) {
    for (auto i = from; i < end; ++i) {
      auto& hash = seeds_[i].hash;
      if (hash.is_null()) hash = md5(uri(seeds_[i]));
      keys[i] = {leading_bits(hash), static_cast<std::uint32_t>(i)};
    }
    std::sort(keys.begin() + static_cast<std::ptrdiff_t>(from),
              keys.begin() + static_cast<std::ptrdiff_t>(end), is_before);
  };
  const auto middle = seeds_.size() < fewest_for_two_threads ? 0 : seeds_.size() / 2;
  if (middle == 0) {
    prepare(0, seeds_.size());
  } else {
    auto first = std::async(std::launch::async, prepare, std::size_t{0}, middle);
    prepare(middle, seeds_.size());
    first.get();
    std::inplace_merge(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(middle), keys.end(),
                       is_before);
  }
  by_hash_.resize(keys.size());
  std::ranges::transform(keys, by_hash_.begin(), &key::seed);
}

result<std::uint64_t> seed_batch::leave_out_known(journal* known_by, std::span<const record_hash> before) {
  hash_and_sort();
  std::vector<bool> known(seeds_.size());
  const record_hash* last = nullptr;
  for (auto at = before.begin(); const auto i : by_hash_) {
    const auto& hash = seeds_[i].hash;
    while (at != before.end() && *at < hash) ++at;
    known[i] = (last && *last == hash) || (at != before.end() && *at == hash);
    last = &hash;
  }
  if (known_by) {
    journal_reader reader{*known_by};
    auto done = reader.mark_known(*this, known);
    if (!done) return tl::unexpected(done.error());
  }
  const auto count = static_cast<std::uint64_t>(std::ranges::count(known, true));
  if (count > 0) leave_out(known);
  if (known_by && !seeds_.empty())
    if (auto done = journal_reader{*known_by}.find_hosts(*this); !done) return tl::unexpected(done.error());
  return count;
}

std::vector<std::uint32_t> seed_batch::hosts_without_row() {
  host_rows_.resize(hosts_.size());
  std::vector<bool> is_used(hosts_.size());
  for (const auto& seed : seeds_) is_used[seed.host] = true;
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t number = 0; number < hosts_.size(); ++number)
    if (is_used[number] && host_rows_[number] == 0) numbers.push_back(number);
  std::ranges::sort(numbers, {}, [this](std::uint32_t number) { return hosts_.text(number); });
  return numbers;
}

result<void> journal_reader::mark_known(seed_batch& batch, std::vector<bool>& known) {
  return answered([&] {
    auto& db = state_->db;
    const one_state same{db};
    batch.checked_end_ = db.number("SELECT coalesce(max(id), 0) FROM seeds");
    mark_stored(db, batch.seeds_, batch.by_hash_, known);
  });
}

result<void> journal_reader::find_hosts(seed_batch& batch) {
  return answered([&] {
    auto& db = state_->db;
    const one_state same{db};
    for (const auto number : batch.hosts_without_row())
      batch.host_rows_[number] = row_of_host(db, batch.hosts_.text(number));
  });
}

result<std::vector<read_list>> journal_reader::read_lists() {
  return answered([&] {
    std::vector<read_list> all;
    auto c = state_->db.query(
        "SELECT path, device, number, bytes, modified_ns, changed_ns, seeds, digest FROM seed_files ORDER BY "
        "path");
    while (c.next())
      all.push_back({c.text(0), c.as<std::uint64_t>(1), c.as<std::uint64_t>(2), c.as<std::uint64_t>(3),
                     c.integer(4), c.integer(5), c.as<std::uint64_t>(6), c.digest<content_digest>(7)});
    return all;
  });
}

void seed_batch::leave_out(const std::vector<bool>& known) {
  std::vector<std::uint32_t> now_at(seeds_.size());
  std::uint32_t kept = 0;
  for (std::size_t i = 0; i < seeds_.size(); ++i) {
    now_at[i] = kept;
    if (known[i]) continue;
    seeds_[kept++] = seeds_[i];
  }
  std::erase_if(by_hash_, [&](std::uint32_t i) { return known[i]; });
  for (auto& i : by_hash_) i = now_at[i];
  seeds_.resize(kept);
}

std::vector<record_hash> seed_batch::sorted_hashes() const {
  std::vector<record_hash> all;
  all.reserve(seeds_.size());
  for (const auto i : by_hash_) all.push_back(seeds_[i].hash);
  return all;
}

const seed_verdict* seed_batch::refusal(const listed& seed) const {
  if (refused_.empty()) return nullptr;
  const auto found = refused_.find(seed.uri);
  return found == refused_.end() ? nullptr : &found->second;
}

}  // namespace laundromat
