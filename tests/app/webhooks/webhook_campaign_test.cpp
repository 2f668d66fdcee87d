// Tests of the keys of webhooks in a campaign.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>

#include "app/campaign/campaign_file.hpp"
#include "app/campaign/campaign_keys.hpp"
#include "core/campaign/reload.hpp"
#include "storage/files/private_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

class webhook_campaign : public testing::Test {
 protected:
  webhook_campaign() {
    EXPECT_TRUE(write_private_file(folder_.path() / "good", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n"));
  }
  /// `hooks`: the lines of the list; the first one is line 5 of the file.
  read_from_file<campaign> load(const std::string& hooks) const {
    const auto file = folder_.path() / "x.yaml";
    std::ofstream{file} << "data: " << (folder_.path() / "laundry").string()
                        << "\nseeds: ['http://example.org/']\ncontact: {product: Test, url: "
                           "'https://example.org/', mail: a@example.org}\nwebhooks:\n"
                        << hooks;
    return load_campaign(file);
  }
  /// `LINE MESSAGE` of the only problem.
  std::string problem(const std::string& hooks) const {
    const auto loaded = load(hooks);
    EXPECT_FALSE(loaded) << hooks;
    if (loaded) return {};
    EXPECT_EQ(loaded.error().size(), 1U) << hooks;
    return std::to_string(loaded.error().front().line) + " " + loaded.error().front().message;
  }

  temporary_folder folder_;
};

TEST_F(webhook_campaign, has_names_urls_secrets_and_events_K04) {
  const auto c = load(
      "  - {name: a, url: 'https://a.example/hook', secret_file: good}\n"
      "  - {name: b, url: 'http://127.0.0.1:8080/', secret_file: good, events: [run_ended]}\n");
  ASSERT_TRUE(c) << to_string(c.error().front());
  ASSERT_EQ(c->webhooks.size(), 2U);
  EXPECT_EQ(c->webhooks[0].secret_file, (folder_.path() / "good").string()) << "relative to the campaign";
  EXPECT_EQ(c->webhooks[0].events, (std::vector<std::string>{"run_ended", "seed_ended", "needs_person"}));
  EXPECT_EQ(c->webhooks[1].events, std::vector<std::string>{"run_ended"});
}

TEST_F(webhook_campaign, refuses_what_is_wrong_with_its_line_and_what_to_write_K04) {
  const auto hook = [](const std::string& keys) { return "  - {" + keys + "}\n"; };
  const std::string good = "name: a, url: 'http://a.example/', secret_file: good";
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != text.npos;
  };
  auto text = problem(hook(good + ", secret: good"));
  EXPECT_TRUE(text.starts_with("5 unknown key `webhooks.1.secret`; the nearest is `secret_file`")) << text;
  text = problem(hook("url: 'http://a.example/', secret_file: good"));
  EXPECT_TRUE(text.starts_with("5 webhooks.1.name: a webhook needs a name")) << text;
  text = problem(hook(good) + hook(good));
  EXPECT_TRUE(text.starts_with("6 webhooks.2.name: two webhooks have the name `a`")) << text;
  text = problem(hook("name: 'a b', url: 'http://a.example/', secret_file: good"));
  EXPECT_TRUE(has(text, "has no spaces")) << text;
  for (const auto* url : {"nonsense", "ftp://a.example/", "''"}) {
    text = problem(hook("name: a, secret_file: good, url: " + std::string{url}));
    EXPECT_TRUE(text.starts_with("5 webhooks.1.url: `")) << text;
  }
  text = problem(hook("name: a, secret_file: good, url: 'http://me:pw@a.example/'"));
  EXPECT_TRUE(text.starts_with("5 webhooks.1.url: a URI with a user")) << text;
  EXPECT_FALSE(has(text, "pw")) << text;
  text = problem(hook("name: a, url: 'http://a.example/'"));
  EXPECT_TRUE(has(text, "webhooks.1.secret_file: messages are signed")) << text;
  text = problem(hook(good + ", events: [run_ended, seeds]"));
  EXPECT_TRUE(has(text, "webhooks.1.events: write one or more of")) << text;
  text = problem(hook(good + ", events: []"));
  EXPECT_TRUE(has(text, "webhooks.1.events: write one or more of")) << text;
  text = problem("  none\n");
  EXPECT_TRUE(has(text, "`webhooks` is a list of webhooks")) << text;
}

TEST_F(webhook_campaign, refuses_secrets_that_others_may_read_or_that_are_none_K04) {
  const auto with = [](const std::string& file) {
    return "  - {name: a, url: 'http://a.example/', secret_file: " + file + "}\n";
  };
  EXPECT_TRUE(problem(with("none")).starts_with("5 webhooks.1.secret_file: ")) << problem(with("none"));
  std::ofstream{folder_.path() / "open"} << "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n";
  std::filesystem::permissions(folder_.path() / "open", std::filesystem::perms{0644});
  auto text = problem(with("open"));
  EXPECT_NE(text.find("type `chmod 600"), text.npos) << text;
  ASSERT_TRUE(write_private_file(folder_.path() / "weak", "hunter2\n"));
  text = problem(with("weak"));
  EXPECT_NE(text.find("openssl rand -base64 32"), text.npos) << text;
  EXPECT_EQ(text.find("hunter2"), text.npos) << text;
  text = problem("  - {name: a, url: 'https://a.example/', secret_file: good, ca_file: none}\n");
  EXPECT_TRUE(text.starts_with("5 webhooks.1.ca_file: ")) << text;
}

TEST_F(webhook_campaign, needs_a_restart_K04) {
  const auto before = load("  - {name: a, url: 'http://a.example/', secret_file: good}\n").value();
  const auto after = load("  - {name: a, url: 'http://b.example/', secret_file: good}\n").value();
  EXPECT_EQ(keys_that_need_a_restart(before, after), std::vector<std::string>{"webhooks"});
  EXPECT_EQ(reloadable_part(before, after).webhooks, before.webhooks);
  EXPECT_EQ(changed_keys(before, after), std::vector<std::string>{"webhooks"});
}

}  // namespace
}  // namespace laundromat
