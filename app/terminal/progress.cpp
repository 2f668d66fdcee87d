// The live line and its plain counterpart.
// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/progress.hpp"

#include <cmath>
#include <ostream>

namespace laundromat {
namespace {

constexpr std::chrono::milliseconds live_period{100};
constexpr std::chrono::milliseconds plain_period{10'000};

std::string counts(const progress& p) {
  return "done " + human_count(p.done) + "  failed " + human_count(p.failed) + "  refused " +
         human_count(p.refused) + "  waiting " + human_count(p.queued) + "  at work " +
         std::to_string(p.active[0]) + "/" + std::to_string(p.active[1]) + "/" + std::to_string(p.active[2]) +
         "/" + std::to_string(p.active[3]) + "  " + human_bytes(p.bytes) + "  " +
         number_of(p.statements, "statement");
}

std::string rate(double per_second) {
  return std::to_string(static_cast<std::int64_t>(std::floor(per_second))) + "." +
         std::to_string(static_cast<std::int64_t>(std::floor(per_second * 10)) % 10) + " documents/s";
}

std::string waits(const progress& p) {
  return p.waits_for.empty() ? std::string{} : "WAITS FOR THIS MACHINE: " + harmless(p.waits_for) + "  ";
}

}  // namespace

std::string lasting_line(const progress& p) {
  return waits(p) + counts(p);
}

std::string progress_line(const progress& p, const terminal_info& to) {
  const auto line = human_duration(p.elapsed) + "  " + lasting_line(p) + "  " + rate(p.documents_per_s);
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
  out_ << progress_line(now, to_);
  if (to_.interactive)
    live_ = true;
  else
    out_ << '\n';
  out_.flush();
  shown_ = true;
  shown_at_ = now.elapsed;
  last_counts_ = std::move(current);
}

void progress_display::say(std::string_view fact) {
  if (quiet_) return;
  wipe();
  out_ << fact << '\n';
  out_.flush();
}

void progress_display::finish(const progress& last) {
  if (quiet_) return;
  wipe();
  out_ << progress_line(last, to_) << '\n';
  out_.flush();
}

}  // namespace laundromat
