// The multi handle: slots, completions, deadlines.
// SPDX-License-Identifier: Apache-2.0
#include "net/transfer.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "net/curl_hop.hpp"

namespace laundromat {
namespace {

/// True once libcurl is ready; its own start is thread-safe.
bool library_is_ready() {
  static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  return ready;
}

milliseconds rounded_up(std::chrono::steady_clock::duration time) {
  return std::chrono::ceil<milliseconds>(std::max(time, std::chrono::steady_clock::duration::zero()));
}

}  // namespace

/// Handles live in slots and are used again. An id is the slot's number below and its generation above, so
/// that the id of a transfer that ended never names a later one.
class transfer_loop::state {
 public:
  state(address_check check, std::function<timestamp()> wall_clock, transfer_loop_options options)
      : shared_{std::move(check), std::move(wall_clock), std::move(options.ca_file)},
        multi_(library_is_ready() ? curl_multi_init() : nullptr) {
    curl_multi_setopt(multi_, CURLMOPT_MAX_TOTAL_CONNECTIONS, static_cast<long>(options.connections));
    curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, static_cast<long>(options.connections));
    curl_multi_setopt(multi_, CURLMOPT_MAX_HOST_CONNECTIONS, static_cast<long>(options.connections_per_host));
  }

  ~state() {
    for (auto& s : slots_) {
      if (s->running) curl_multi_remove_handle(multi_, s->hop.handle());
    }
    slots_.clear();
    curl_multi_cleanup(multi_);
  }

  transfer_id start(transfer_request request, transfer_callback on_done) {
    const auto index = free_slot();
    auto& s = *slots_[index];
    s.on_done = std::move(on_done);
    s.active = true;
    active_ += 1;
    const auto id = id_of(index);
    auto prepared = s.hop.prepare(std::move(request));
    if (prepared && curl_multi_add_handle(multi_, s.hop.handle()) != CURLM_OK) {
      prepared = fail(errc::internal, "libcurl refused the handle");
    }
    s.running = prepared.has_value();
    if (!prepared) refused_.emplace_back(id, std::move(prepared.error()));
    return id;
  }

  std::size_t pump(milliseconds max_wait) {
    auto ended = report_refused() + step();
    if (ended > 0 || !refused_.empty()) return ended;
    auto wait = std::max(max_wait, milliseconds{0});
    if (shared_.next_check != steady_time::max()) {
      wait = std::min(wait, rounded_up(shared_.next_check - std::chrono::steady_clock::now()));
    }
    curl_multi_poll(multi_, nullptr, 0, static_cast<int>(std::min<std::int64_t>(wait.count(), 3'600'000)),
                    nullptr);
    return step();
  }

  void wake() { curl_multi_wakeup(multi_); }

  bool cancel(transfer_id id) {
    auto* s = find(id);
    if (s == nullptr) return false;
    release(id);
    return true;
  }

  [[nodiscard]] std::size_t active() const { return active_; }

 private:
  struct slot {
    explicit slot(hop_context& shared) : hop(shared) {}
    curl_hop hop;
    transfer_callback on_done;
    std::uint32_t generation = 1;
    bool active = false;
    bool running = false;  ///< the multi handle has it
  };

  [[nodiscard]] transfer_id id_of(std::size_t index) const {
    return (transfer_id{slots_[index]->generation} << 32) | index;
  }

  slot* find(transfer_id id) {
    const auto index = static_cast<std::size_t>(id & 0xffff'ffffU);
    return index < slots_.size() && slots_[index]->active && id_of(index) == id ? slots_[index].get()
                                                                                : nullptr;
  }

  std::size_t free_slot() {
    if (!free_.empty()) {
      const auto index = free_.back();
      free_.pop_back();
      return index;
    }
    slots_.push_back(std::make_unique<slot>(shared_));
    const auto index = slots_.size() - 1;
    curl_easy_setopt(slots_.back()->hop.handle(), CURLOPT_PRIVATE, reinterpret_cast<void*>(index));
    return index;
  }

  void release(transfer_id id) {
    const auto index = static_cast<std::size_t>(id & 0xffff'ffffU);
    auto& s = *slots_[index];
    if (std::exchange(s.running, false)) curl_multi_remove_handle(multi_, s.hop.handle());
    s.hop.clear();
    s.on_done = nullptr;
    s.active = false;
    s.generation += 1;
    active_ -= 1;
    free_.push_back(index);
  }

  /// Ends a transfer and reports it. The slot is free before the callback runs, so that the callback may
  /// start another.
  void end(transfer_id id, CURLcode code, std::optional<failure> verdict) {
    auto& s = *find(id);
    auto outcome = s.hop.finish(code, std::move(verdict));
    auto on_done = std::move(s.on_done);
    release(id);
    if (on_done) on_done(id, std::move(outcome));
  }

  std::size_t report_refused() {
    std::size_t ended = 0;
    for (auto& [id, why] : std::exchange(refused_, {})) {
      if (find(id) == nullptr) continue;
      end(id, CURLE_OK, std::move(why));
      ended += 1;
    }
    return ended;
  }

  std::size_t step() {
    int running = 0;
    curl_multi_perform(multi_, &running);
    return report_finished() + report_late();
  }

  std::size_t report_finished() {
    std::size_t ended = 0;
    int left = 0;
    while (const auto* message = curl_multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      const auto code = message->data.result;
      char* index = nullptr;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &index);
      end(id_of(reinterpret_cast<std::size_t>(index)), code, std::nullopt);
      ended += 1;
    }
    return ended;
  }

  std::size_t report_late() {
    const auto now = std::chrono::steady_clock::now();
    if (now < shared_.next_check) return 0;
    shared_.next_check = steady_time::max();
    std::vector<std::pair<transfer_id, failure>> late;
    for (std::size_t index = 0; index < slots_.size(); ++index) {
      auto& s = *slots_[index];
      if (!s.running) continue;
      if (auto why = s.hop.lateness(now)) {
        late.emplace_back(id_of(index), std::move(*why));
      } else {
        shared_.next_check = std::min(shared_.next_check, s.hop.deadline());
      }
    }
    for (auto& [id, why] : late) {
      if (find(id) != nullptr) end(id, CURLE_OK, std::move(why));
    }
    return late.size();
  }

  hop_context shared_;
  CURLM* multi_;
  std::vector<std::unique_ptr<slot>> slots_;
  std::vector<std::size_t> free_;
  std::vector<std::pair<transfer_id, failure>> refused_;
  std::size_t active_ = 0;
};

transfer_loop::transfer_loop(address_check check, std::function<timestamp()> wall_clock,
                             transfer_loop_options options)
    : state_(std::make_unique<state>(std::move(check), std::move(wall_clock), std::move(options))) {}
transfer_loop::~transfer_loop() = default;

transfer_id transfer_loop::start(transfer_request request, transfer_callback on_done) {
  return state_->start(std::move(request), std::move(on_done));
}
std::size_t transfer_loop::pump(milliseconds max_wait) {
  return state_->pump(max_wait);
}
void transfer_loop::wake() {
  state_->wake();
}
bool transfer_loop::cancel(transfer_id id) {
  return state_->cancel(id);
}
std::size_t transfer_loop::active() const {
  return state_->active();
}

std::string http_library_version() {
  return curl_version();
}
std::uint32_t http_library_number() {
  return curl_version_info(CURLVERSION_NOW)->version_num;
}

}  // namespace laundromat
