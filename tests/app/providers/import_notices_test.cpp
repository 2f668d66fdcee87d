// Tests of the pauses of inboxes that fail, and of what is given up.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/import_notices.hpp"

#include "storage/stores/data_folder.hpp"
#include "tests/app/providers/harvest_site.hpp"
#include "tests/net/inbox_server.hpp"

namespace laundromat {
namespace {

using namespace std::chrono_literals;

class import_notices_test : public harvest_site {
 protected:
  /// Imports without notifications, and asks for these afterwards.
  void import_dump(int number) {
    write("site/one/dump.nt", line("s", std::to_string(number)));
    describe("one", "2026-01-" + std::to_string(10 + number), full_dump, "dump.nt");
    ASSERT_EQ(run(), 0);
    auto db = open();
    graph_records records{db};
    const auto newest = records.imports(records.provider("one")->id, 1);
    ASSERT_TRUE(records.note_notice(newest->at(0).id, {}));
  }
  void enlist_with_inbox() {
    write("campaign.yaml", read("campaign.yaml") + "  notify: false\n");
    write("registry.yaml", "one:\n  void: '{serve}/one/void.ttl'\n  inbox: " + inboxes_.url("/in") + "\n");
  }
  [[nodiscard]] journal open() const {
    return journal::open(data_layout{data()}.journal(), journal_mode::read_write).value();
  }
  [[nodiscard]] std::vector<notice_state> states() const {
    auto db = open();
    graph_records records{db};
    std::vector<notice_state> all;
    const auto imports = records.imports_after(records.provider("one")->id, 0, 100);
    for (const auto& one : *imports) all.push_back(one.notice.state);
    return all;
  }
  /// A run that goes on for as long as the test does.
  struct notifying {
    std::optional<safe_folder> folder;
    std::optional<clean_store> clean;
    campaign settings;
    environment_ptr env;
    std::unique_ptr<import_notices> notices;
  };
  [[nodiscard]] std::unique_ptr<notifying> begin() {
    auto made = std::make_unique<notifying>();
    made->folder = safe_folder::open(data()).value();
    made->clean = clean_store::at(data_layout{data()}.clean()).value();
    made->settings = load_campaign(folder() / "campaign.yaml").value();
    made->settings.harvest.notify = true;
    made->env = std::make_shared<environment>();
    made->env->settings = made->settings;
    made->env->folder = &*made->folder;
    made->env->clean = &*made->clean;
    requester_options asking;
    asking.body_bytes = 1U << 16;
    asking.is_stopping = [] { return false; };
    asking.now = [this] { return now_; };
    asking.on_wait = [this](timestamp until, const std::string& /*why*/) -> result<void> {
      now_ = until;
      return {};
    };
    asking.judge = [this](const std::string&) { return decided_; };
    made->notices = std::make_unique<import_notices>(
        made->env, open(), std::make_unique<polite_requester>(made->settings, asking), nullptr);
    return made;
  }

  /// Requests of a step at `now_`.
  [[nodiscard]] std::size_t asked_by(notifying& run) {
    const auto before = inboxes_.received().size();
    EXPECT_TRUE(run.notices->step(timestamp{now_}));
    return inboxes_.received().size() - before;
  }

  steering_verdict decided_;  ///< by the operator
  test::inbox_server inboxes_;
  timestamp now_{std::chrono::seconds{1'800'000'000}};
};

TEST_F(import_notices_test, an_inbox_that_fails_rests_longer_each_time_and_not_for_each_import_G22) {
  enlist_with_inbox();
  for (int number = 1; number <= 3; ++number) import_dump(number);
  inboxes_.answer_with(503);
  const auto run = begin();
  const auto begun = now_;
  const auto asked_after = [&](seconds time) {
    now_ = begun + time;
    return asked_by(*run);
  };
  EXPECT_EQ(asked_after(0s), 1U) << "one for three imports";
  EXPECT_EQ(asked_after(59s), 0U);
  EXPECT_EQ(asked_after(60s), 1U);
  EXPECT_EQ(asked_after(179s), 0U) << "twice as long";
  EXPECT_EQ(asked_after(180s), 1U);
  inboxes_.answer_with(202);
  EXPECT_EQ(asked_after(1h), 3U) << "it takes all that waited";
  EXPECT_EQ(states(), std::vector(3, notice_state::sent));
}

TEST_F(import_notices_test,
       what_waits_for_an_inbox_that_always_fails_is_given_up_and_a_later_import_is_told_G22) {
  enlist_with_inbox();
  for (int number = 1; number <= 3; ++number) import_dump(number);
  inboxes_.answer_with(503);
  const auto run = begin();
  const auto begun = now_;
  for (std::uint32_t tries = 0; tries < most_notice_tries; ++tries) {
    now_ = begun + tries * 48h;
    EXPECT_EQ(asked_by(*run), 1U);
  }
  EXPECT_EQ(inboxes_.received().size(), most_notice_tries);
  EXPECT_EQ(states(), std::vector(3, notice_state::given_up));
  inboxes_.answer_with(202);
  import_dump(4);
  EXPECT_EQ(asked_by(*run), 1U);
  EXPECT_EQ(states().back(), notice_state::sent);
}

TEST_F(import_notices_test, a_host_that_must_not_be_asked_has_not_failed_G22) {
  enlist_with_inbox();
  import_dump(1);
  const auto run = begin();
  decided_ = {errc::paused, "by the operator"};
  for (std::uint32_t minute = 0; minute <= 2 * most_notice_tries; ++minute) {
    EXPECT_EQ(asked_by(*run), 0U);
    now_ += 60s;
  }
  EXPECT_EQ(states(), std::vector{notice_state::waiting});
  decided_ = {};
  EXPECT_EQ(asked_by(*run), 1U);
  EXPECT_EQ(states(), std::vector{notice_state::sent});
}

TEST_F(import_notices_test, an_inbox_rests_also_after_a_restart_and_another_one_is_asked_at_once_G22) {
  enlist_with_inbox();
  import_dump(1);
  import_dump(2);
  inboxes_.answer_with(503);
  EXPECT_EQ(asked_by(*begin()), 1U);
  now_ += 59s;
  EXPECT_EQ(asked_by(*begin()), 0U) << "neither for the other import";
  inboxes_.answer_with(202);
  {
    auto db = open();
    graph_records records{db};
    ASSERT_TRUE(records.note_inbox(records.provider("one")->id, inboxes_.url("/other")));
  }
  EXPECT_EQ(asked_by(*begin()), 2U);
  EXPECT_EQ(inboxes_.bodies_to("/other").size(), 2U);
}

}  // namespace
}  // namespace laundromat
