// Engine and nodes over a network that drops, delays, repeats and reorders, with crashes, hangs, disconnections and restarts on both sides.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <random>

#include "core/leases/lease_scheduler.hpp"
#include "core/leases/received_leases.hpp"

namespace laundromat {
namespace {

constexpr int records = 120;
constexpr int nodes = 4;
constexpr int trouble_ends = 400;  // seconds

record_hash name_of(int number) {
  return md5(std::to_string(number));
}

struct node {
  std::unique_ptr<received_leases> lease_table;
  std::optional<node_id> id;  ///< none: not admitted
  bool is_cut = false;
  int life = 0;                                          ///< messages to an earlier life are dropped
  std::map<lease_id, std::pair<int, lease_grant>> work;  ///< and when it is finished
  std::map<lease_id, record_hash> results;
};

/// A step is one second. All random events depend on one seed.
class world {
 public:
  explicit world(std::uint64_t seed) : random_(seed) {
    start_engine();
    for (auto& w : nodes_) start(w);
  }

  void run() {
    for (now_ = 1; now_ < 4'000 && committed_.size() < records; ++now_) {
      if (now_ < trouble_ends) make_trouble();
      deliver();
      for (auto& w : nodes_) step(w);
      step_engine();
    }
  }

  [[nodiscard]] std::size_t committed() const { return committed_.size(); }
  [[nodiscard]] int published_twice() const { return published_twice_; }
  [[nodiscard]] int miscounted() const { return miscounted_; }
  [[nodiscard]] std::uint64_t stale() const { return stale_before_ + book_->counts().stale; }
  [[nodiscard]] const lease_scheduler& book() const { return *book_; }

 private:
  struct message {
    int at;
    std::function<void()> open;
  };

  bool chance(double p) { return std::uniform_real_distribution<>(0, 1)(random_) < p; }
  int between(int low, int high) { return std::uniform_int_distribution<>(low, high)(random_); }
  [[nodiscard]] timestamp at() const { return from_ms(1'000'000) + seconds{now_}; }

  /// Messages arrive in any order, never, or twice.
  void send(node& w, std::function<void()> open) {
    const bool is_bad = now_ < trouble_ends;
    if (w.is_cut || (is_bad && chance(0.1))) return;
    const auto life = w.life;
    const auto guarded = [&w, life, open = std::move(open)] {
      if (w.life == life && !w.is_cut) open();
    };
    for (int copies = is_bad && chance(0.1) ? 2 : 1; copies > 0; --copies)
      messages_.push_back({now_ + between(0, is_bad ? 8 : 1), guarded});
  }

  void deliver() {
    std::vector<message> due;
    std::erase_if(messages_, [&](const message& l) {
      if (l.at > now_) return false;
      due.push_back(l);
      return true;
    });
    std::shuffle(due.begin(), due.end(), random_);
    for (const auto& l : due) l.open();
  }

  void start_engine() {
    if (book_) stale_before_ += book_->counts().stale;
    book_ = std::make_unique<lease_scheduler>(
        ++epoch_, node_handshake{"engine", "b", 1, {}, 0},
        lease_terms{{seconds{40}, seconds{40}, seconds{40}, seconds{40}}, seconds{25}});
    for (int i = 0; i < records; ++i)
      if (!committed_.contains(name_of(i))) book_->offer(stage::parse, name_of(i), 1);
  }

  void start(node& w) {
    w = {std::make_unique<received_leases>(std::array<std::uint32_t, stage_count>{0, 0, 0, 3}),
         {},
         w.is_cut,
         w.life + 1,
         {},
         {}};
  }

  void drop_all(node& w) {
    for (const auto& id : w.lease_table->end_all()) w.work.at(id).first = now_ + 1;
    w.results.clear();
  }

  void make_trouble() {
    for (auto& w : nodes_) {
      if (chance(0.01)) {
        if (w.id && chance(0.5)) book_->remove(*w.id, errc::worker_crashed);  // the engine noticed the crash
        start(w);
      }
      if (chance(w.is_cut ? 0.04 : 0.01)) w.is_cut = !w.is_cut;
    }
    if (chance(0.005)) start_engine();
  }

  void step(node& w) {
    if (now_ >= trouble_ends) w.is_cut = false;
    for (auto task = w.work.begin(); task != w.work.end();) {
      if (task->second.first > now_) {
        ++task;
        continue;
      }
      if (w.lease_table->finish(task->first)) w.results.emplace(task->first, task->second.second.record);
      task = w.work.erase(task);
    }
    if (!w.id) return send_handshake(w);
    if (now_ % 3 != 0) return;
    for (const auto& id : w.lease_table->unconfirmed())
      send(w, [this, &w, from = *w.id, id, record = w.results.at(id)] { take_result(w, from, id, record); });
    send(w, [this, &w, from = *w.id, report = w.lease_table->report()] { take_report(w, from, report); });
  }

  void send_handshake(node& w) {
    send(w, [this, &w] {
      const auto id = book_->admit({"node-1", "b", 1, {}, 0}, at()).value();
      send(w, [&w, id] {
        if (!w.id) w.id = id;
      });
    });
  }

  void take_report(node& w, node_id from, const node_report& report) {
    const auto over = book_->take(from, report, at());
    if (!over)
      send(w, [this, &w, from] {
        if (w.id != from) return;
        w.id.reset();
        drop_all(w);
      });
    else if (!over->empty())
      send(w, [this, &w, ended = *over] { end(w, ended); });
  }

  void end(node& w, const std::vector<lease_id>& over) {
    for (const auto& id : w.lease_table->end(over)) w.work.at(id).first = now_ + 1;
    for (const auto& id : over) w.results.erase(id);
  }

  void take_result(node& w, node_id from, const lease_id& id, const record_hash& record) {
    if (book_->finish(from, id)) published_twice_ += committed_.insert(record).second ? 0 : 1;
    send(w, [this, &w, id] { end(w, {id}); });
  }

  void step_engine() {
    book_->expire(at());
    for (const auto& lost : book_->take_lost()) book_->offer(lost.which, lost.record, 1);
    for (const auto& granted : book_->grant(at()))
      for (auto& w : nodes_)
        if (w.id == granted.node) send(w, [this, &w, granted] { begin(w, granted); });
    // Each record waits, or is leased once, or is finished.
    if (book_->leases().size() + book_->waiting(stage::parse) + committed_.size() != records) ++miscounted_;
  }

  void begin(node& w, const lease_grant& granted) {
    if (w.id != granted.node || !w.lease_table->take(granted)) return;
    const bool hangs = now_ < trouble_ends && chance(0.05);
    w.work.emplace(granted.id, std::pair{now_ + (hangs ? 100 : between(1, 20)), granted});
  }

  std::mt19937_64 random_;
  int now_ = 0;
  std::uint64_t epoch_ = 0;
  std::unique_ptr<lease_scheduler> book_;
  std::array<node, nodes> nodes_;
  std::vector<message> messages_;
  std::set<record_hash> committed_;
  std::uint64_t stale_before_ = 0;
  int published_twice_ = 0, miscounted_ = 0;
};

TEST(lease_protocol, loses_nothing_and_publishes_nothing_twice_over_an_unreliable_network) {
  std::uint64_t stale = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    world w(seed);
    w.run();
    ASSERT_EQ(w.committed(), static_cast<std::size_t>(records)) << "seed " << seed;
    ASSERT_EQ(w.published_twice(), 0) << "seed " << seed;
    ASSERT_EQ(w.miscounted(), 0) << "seed " << seed;
    const auto& counts = w.book().counts();
    ASSERT_EQ(counts.granted, counts.finished + counts.expired + counts.crashed + w.book().leases().size())
        << "seed " << seed;
    stale += w.stale();
  }
  EXPECT_GT(stale, 0u) << "otherwise the network was too reliable";
}

}  // namespace
}  // namespace laundromat
