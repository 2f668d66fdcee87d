// Prints progress as a live line or as plain lines.
// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/progress.hpp"

#include <array>
#include <cmath>
#include <ostream>

namespace laundromat {
namespace {

constexpr std::chrono::milliseconds live_period{100};
constexpr std::chrono::milliseconds plain_period{10'000};

/// The working stages, by name: `fetch 3, parse 2`.
std::string at_work(const progress& p) {
  constexpr std::array names{"fetch", "unpack", "guess", "parse"};
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (p.active[i] > 0)
      out.append(out.empty() ? "" : ", ").append(names[i]).append(" ").append(human_count(p.active[i]));
  return out.empty() ? "nothing" : out;
}

std::string counts(const progress& p) {
  return "done " + human_count(p.done) + "  failed " + human_count(p.failed) + "  refused " +
         human_count(p.refused) + "  queued " + human_count(p.queued) + "  at work: " + at_work(p) + "  " +
         human_bytes(p.bytes) + "  " + number_of(p.statements, "statement");
}

std::string rate(double per_second) {
  return std::to_string(static_cast<std::int64_t>(std::floor(per_second))) + "." +
         std::to_string(static_cast<std::int64_t>(std::floor(per_second * 10)) % 10) + " documents/s";
}

std::string waits(const progress& p) {
  return p.waits_for.empty() ? std::string{} : "PAUSED: " + harmless(p.waits_for) + "  ";
}

}  // namespace

void rate_meter::add(std::chrono::milliseconds elapsed, std::uint64_t done) {
  if (samples_.size() > 1 && elapsed < samples_[samples_.size() - 2].elapsed + std::chrono::seconds{1})
    samples_.back() = {elapsed, done};
  else
    samples_.push_back({elapsed, done});
  while (samples_.size() > 2 && samples_[1].elapsed + window <= elapsed) samples_.pop_front();
}

double rate_meter::per_second() const {
  const auto time = samples_.back().elapsed - samples_.front().elapsed;
  if (time.count() <= 0) return 0;
  return 1000.0 * static_cast<double>(samples_.back().done - samples_.front().done) /
         static_cast<double>(time.count());
}

std::optional<std::chrono::milliseconds> rate_meter::time_for(std::uint64_t remaining) const {
  const auto rate = per_second();
  if (rate <= 0) return {};
  return std::chrono::milliseconds{static_cast<std::int64_t>(1000.0 * static_cast<double>(remaining) / rate)};
}

std::string lasting_line(const progress& p) {
  return waits(p) + counts(p);
}

std::string progress_line(const progress& p, const terminal_info& to) {
  auto line = human_duration(p.elapsed) + "  " + lasting_line(p) + "  " + rate(p.documents_per_s);
  if (p.left) line += "  about " + human_duration(*p.left) + " left";
  if (!p.hosts.empty()) line += "  " + p.hosts;
  return to.interactive ? cut_to(line, to.columns > 1 ? to.columns - 1 : 1) : line;
}

void progress_display::wipe() {
  if (live_) wipe_line(out_);
  live_ = false;
}

void progress_display::update(const progress& now) {
  if (quiet_) return;
  if (shown_ && now.elapsed - shown_at_ < (to_.interactive ? live_period : plain_period)) return;
  auto current = counts(now);
  if (!to_.interactive && current == last_counts_) return;
  wipe();
  if (to_.interactive)
    out_ << progress_line(now, to_);
  else
    out_ << prefix_ << progress_line(now, to_) << '\n';
  live_ = to_.interactive;
  out_.flush();
  shown_ = true;
  shown_at_ = now.elapsed;
  last_counts_ = std::move(current);
}

void progress_display::print(std::string_view fact) {
  if (quiet_) return;
  wipe();
  out_ << fact << '\n';
  out_.flush();
}

void progress_display::finish(const progress& last) {
  if (quiet_) return;
  wipe();
  out_ << prefix_ << progress_line(last, to_) << '\n';
  out_.flush();
}

}  // namespace laundromat
