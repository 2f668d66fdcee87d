// Tests of the removal of received bodies by a running engine, and of what commands say afterwards.
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <nlohmann/json.hpp>

#include "app/terminal/exit_code.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/small_web.hpp"

namespace laundromat {
namespace {

class retention_by_engine : public small_web, public testing::WithParamInterface<const char*> {
 protected:
  [[nodiscard]] std::uint64_t raw_bytes() const {
    std::uint64_t sum = 0;
    for (const auto& one : std::filesystem::recursive_directory_iterator{data() / "raw"})
      if (one.is_regular_file()) sum += one.file_size();
    return sum;
  }
  answer on_data(std::vector<std::string> words) {
    words.insert(words.begin(), {"--data", data().string()});
    return ask(words);
  }
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(layouts, retention_by_engine, testing::Values("files", "warc"));

TEST_P(retention_by_engine, the_oldest_bodies_go_and_commands_say_so_R204) {
  serve(4, 1'300'000);
  const std::string raw = std::string("raw: {layout: ") + GetParam();
  write_campaign(raw + "}\n");
  ASSERT_EQ(child_program(run("")).exit_code(), exit_ok);
  const auto before = raw_bytes();
  const auto documents = clean_tree(data());

  write_campaign(raw + ", keep_mib: 2}\n");
  {
    child_program engine(run("", ""));
    ASSERT_TRUE(engine.prints("retention removed")) << engine.output();
    engine.signal(SIGTERM);
    EXPECT_TRUE(engine.exit_code());
  }
  EXPECT_LT(raw_bytes(), before);
  EXPECT_EQ(clean_tree(data()), documents) << "clean documents stay";
  auto db = journal_of(data());
  std::size_t removed = 0;
  for (int i = 0; i < 4; ++i) {
    const auto shown =
        nlohmann::json::parse(on_data({"show", "--json", site_->url('/' + std::to_string(i) + ".nt")}).out);
    const auto download = on_data({"show", "--json", shown["downloads"][0]["hash"].get<std::string>()});
    const auto fact = nlohmann::json::parse(download.out);
    const bool is_gone = !fact.value("body_removed", "").empty();
    EXPECT_EQ(fact.value("raw_path", "").empty(), is_gone) << download.out;
    removed += is_gone ? 1 : 0;
  }
  EXPECT_GE(removed, 2U);
  EXPECT_LT(removed, 4U);
  const auto verified = on_data({"verify"});
  EXPECT_EQ(verified.code, exit_ok) << verified.out;
  EXPECT_NE(verified.out.find(std::to_string(removed) + " removed by retention"), std::string::npos)
      << verified.out;
  EXPECT_EQ(child_program(run("")).exit_code(), exit_ok) << "the next run goes on";
}

}  // namespace laundromat
