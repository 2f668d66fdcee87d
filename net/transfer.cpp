// Runs the multi handle of libcurl: queue, slots, completions, deadlines.
// SPDX-License-Identifier: Apache-2.0
#include "net/transfer.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "net/curl_hop.hpp"

namespace laundromat {
namespace {

/// True when libcurl is initialised. Initialising it is thread-safe.
bool library_is_ready() {
  static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  return ready;
}

milliseconds rounded_up(std::chrono::steady_clock::duration time) {
  return std::chrono::ceil<milliseconds>(std::max(time, std::chrono::steady_clock::duration::zero()));
}

}  // namespace

/// A transfer has a slot from its start to its end, and a handle only while it runs: a waiting transfer needs only the memory of its request.
/// The low half of an id is the number of the slot, the high half its generation. So the id of an ended transfer never names a later one.
class transfer_loop::state {
 public:
  state(address_check check, std::function<timestamp()> wall_clock, const transfer_loop_options& options)
      : shared_{std::move(check), std::move(wall_clock), options.ca_file},
        multi_(library_is_ready() ? curl_multi_init() : nullptr) {
    allow(options.at_once);
    curl_multi_setopt(multi_, CURLMOPT_MAX_HOST_CONNECTIONS, static_cast<long>(options.connections_per_host));
  }

  ~state() {
    for (auto& s : slots_) {
      if (s.hop && s.attached) curl_multi_remove_handle(multi_, s.hop->handle());
    }
    slots_.clear();
    idle_.clear();
    curl_multi_cleanup(multi_);
  }

  void allow(std::uint32_t at_once) {
    at_once_ = std::max<std::size_t>(1, at_once);
    curl_multi_setopt(multi_, CURLMOPT_MAX_TOTAL_CONNECTIONS, static_cast<long>(at_once_));
    curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, static_cast<long>(at_once_));
  }

  transfer_id start(transfer_request request, transfer_callback on_done) {
    const auto index = free_slot();
    auto& s = slots_[index];
    s.request = std::move(request);
    s.on_done = std::move(on_done);
    s.active = true;
    active_ += 1;
    waiting_.push_back(id_of(index));
    return waiting_.back();
  }

  std::size_t poll(milliseconds max_wait) {
    const auto ended = step();
    if (ended > 0) return ended;
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
    if (find(id) == nullptr) return false;
    release(id);
    return true;
  }

  [[nodiscard]] std::size_t active() const { return active_; }

 private:
  struct slot {
    transfer_request request;  ///< until the transfer runs
    transfer_callback on_done;
    std::unique_ptr<curl_hop> hop;  ///< while it runs
    std::uint32_t generation = 1;
    bool active = false;
    bool attached = false;  ///< the multi handle has the hop
  };

  [[nodiscard]] static std::size_t index_of(transfer_id id) {
    return static_cast<std::size_t>(id & 0xffff'ffffU);
  }
  [[nodiscard]] transfer_id id_of(std::size_t index) const {
    return (transfer_id{slots_[index].generation} << 32) | index;
  }

  slot* find(transfer_id id) {
    const auto index = index_of(id);
    return index < slots_.size() && slots_[index].active && id_of(index) == id ? &slots_[index] : nullptr;
  }

  std::size_t free_slot() {
    if (free_.empty()) {
      slots_.emplace_back();
      return slots_.size() - 1;
    }
    const auto index = free_.back();
    free_.pop_back();
    return index;
  }

  std::unique_ptr<curl_hop> free_hop() {
    if (idle_.empty()) return std::make_unique<curl_hop>(shared_);
    auto hop = std::move(idle_.back());
    idle_.pop_back();
    return hop;
  }

  void release(transfer_id id) {
    auto& s = slots_[index_of(id)];
    if (s.hop) {
      if (s.attached) curl_multi_remove_handle(multi_, s.hop->handle());
      s.hop->clear();
      idle_.push_back(std::move(s.hop));
      running_ -= 1;
    }
    s.request = {};
    s.on_done = nullptr;
    s.active = s.attached = false;
    s.generation += 1;
    active_ -= 1;
    free_.push_back(index_of(id));
  }

  /// Ends a transfer and reports it. The slot is free before the callback runs, so that the callback may start a transfer.
  void end(transfer_id id, CURLcode code, std::optional<failure> verdict) {
    auto& s = *find(id);
    auto outcome = s.hop->finish(code, std::move(verdict));
    const auto on_done = std::move(s.on_done);
    release(id);
    if (on_done) on_done(id, std::move(outcome));
  }

  /// Gives free handles to waiting transfers. Returns how many ended at once because of their request.
  std::size_t launch_waiting() {
    std::size_t ended = 0;
    for (auto left = waiting_.size(); left > 0 && running_ < at_once_; --left) {
      const auto id = waiting_.front();
      waiting_.pop_front();
      auto* s = find(id);
      if (s == nullptr) continue;
      s->hop = free_hop();
      running_ += 1;
      auto prepared = s->hop->prepare(std::move(s->request));
      if (prepared) {
        // NOLINTNEXTLINE(performance-no-int-to-ptr): libcurl keeps a number of ours as a pointer
        curl_easy_setopt(s->hop->handle(), CURLOPT_PRIVATE, reinterpret_cast<void*>(index_of(id)));
        s->attached = curl_multi_add_handle(multi_, s->hop->handle()) == CURLM_OK;
        if (s->attached) continue;
        prepared = fail(errc::internal, "libcurl refused the handle");
      }
      end(id, CURLE_OK, std::move(prepared.error()));
      ended += 1;
    }
    return ended;
  }

  std::size_t step() {
    auto ended = launch_waiting();
    int running = 0;
    shared_.performing_since = std::chrono::steady_clock::now();
    curl_multi_perform(multi_, &running);
    ended += report_finished() + report_late();
    return ended + launch_waiting();
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
      const auto& s = slots_[index];
      if (!s.attached) continue;
      if (auto why = s.hop->lateness(now)) {
        late.emplace_back(id_of(index), std::move(*why));
      } else {
        shared_.next_check = std::min(shared_.next_check, s.hop->deadline());
      }
    }
    std::size_t ended = 0;
    for (auto& [id, why] : late) {
      if (find(id) == nullptr) continue;
      end(id, CURLE_OK, std::move(why));
      ended += 1;
    }
    return ended;
  }

  hop_context shared_;
  std::size_t at_once_ = 1;
  CURLM* multi_;
  std::deque<slot> slots_;  ///< a deque, because addresses must not change while callbacks add slots
  std::vector<std::size_t> free_;
  std::deque<transfer_id> waiting_;  ///< in the order of their start; cancelled ones are skipped
  std::vector<std::unique_ptr<curl_hop>> idle_;
  std::size_t running_ = 0;
  std::size_t active_ = 0;
};

transfer_loop::transfer_loop(address_check check, std::function<timestamp()> wall_clock,
                             const transfer_loop_options& options)
    : state_(std::make_unique<state>(std::move(check), std::move(wall_clock), options)) {}
transfer_loop::~transfer_loop() = default;

transfer_id transfer_loop::start(transfer_request request, transfer_callback on_done) {
  return state_->start(std::move(request), std::move(on_done));
}
std::size_t transfer_loop::poll(milliseconds max_wait) {
  return state_->poll(max_wait);
}
void transfer_loop::wake() {
  state_->wake();
}
bool transfer_loop::cancel(transfer_id id) {
  return state_->cancel(id);
}
void transfer_loop::allow(std::uint32_t at_once) {
  state_->allow(at_once);
}

std::size_t transfer_loop::active() const {
  return state_->active();
}

std::string http_library_version() {
  const auto* info = curl_version_info(CURLVERSION_NOW);
  return std::string{"libcurl "} + info->version + ", " + (info->ssl_version ? info->ssl_version : "no TLS");
}
std::uint32_t http_library_number() {
  return curl_version_info(CURLVERSION_NOW)->version_num;
}

}  // namespace laundromat
