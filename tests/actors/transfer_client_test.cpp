// A transfer client and the file server of a script, on threads of their own.
// SPDX-License-Identifier: Apache-2.0
#include "actors/cluster/transfer_client.hpp"

#include <gtest/gtest.h>

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/event_based_actor.hpp>
#include <caf/send.hpp>
#include <thread>

#include "core/leases/file_transfer.hpp"
#include "messages/errors.hpp"

namespace laundromat {

namespace {

class text_sink final : public byte_sink {
 public:
  result<void> write(std::string_view bytes) override {
    text.append(bytes);
    return {};
  }
  std::string text;
};

class transfer_client_test : public ::testing::Test {
 protected:
  /// Answers what `read_chunk` makes of an offset; nothing when that is empty.
  file_server_actor file_server() {
    return caf::actor_cast<file_server_actor>(system_.spawn([this](caf::event_based_actor* self) {
      return caf::behavior{
          [this, self](read_atom, const lease_id&, bool, std::uint64_t offset) -> caf::result<file_chunk> {
            ++asked_;
            if (!read_chunk_) return self->make_response_promise();
            auto chunk = read_chunk_(offset);
            if (!chunk) return to_error(chunk.error());
            return std::move(*chunk);
          }};
    }));
  }
  /// Says what a file of these bytes is, chunk by chunk.
  void serve(const std::string& file) {
    read_chunk_ = [file, digest = sha256(file)](std::uint64_t offset) -> result<file_chunk> {
      file_chunk chunk{offset, file.size(), file.substr(offset, chunk_bytes)};
      if (chunk.is_last()) chunk.digest = digest;
      return chunk;
    };
  }

  caf::actor_system_config config_;
  std::function<result<file_chunk>(std::uint64_t)> read_chunk_;
  std::atomic<int> asked_{0};
  caf::actor_system system_{config_};
};

TEST_F(transfer_client_test, brings_a_file_of_more_chunks_than_it_asks_for_at_a_time) {
  std::string file(chunk_bytes * (2 * chunk_window + 1) + 7, ' ');
  for (std::size_t i = 0; i < file.size(); ++i) file[i] = static_cast<char>(i * 31 / 7);
  serve(file);
  transfer_client carrier(system_, file_server());
  text_sink to;
  EXPECT_EQ(carrier.bring({}, true, to).value(), file.size());
  EXPECT_TRUE(to.text == file);
  EXPECT_EQ(asked_, static_cast<int>(2 * chunk_window + 2));
}

TEST_F(transfer_client_test, says_what_the_engine_says_and_goes_on_with_the_next_file) {
  read_chunk_ = [](std::uint64_t) -> result<file_chunk> {
    return fail(errc::not_found, "the lease is over");
  };
  transfer_client carrier(system_, file_server());
  text_sink to;
  const auto refused = carrier.bring({}, true, to);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, errc::not_found);
  EXPECT_EQ(refused.error().detail, "the lease is over");
  serve("soap");
  EXPECT_EQ(carrier.bring({}, true, to).value(), 4U);
  EXPECT_EQ(to.text, "soap");
}

TEST_F(transfer_client_test, takes_no_file_that_changed_on_its_way) {
  serve("soap");
  read_chunk_ = [honest = read_chunk_](std::uint64_t offset) {
    auto chunk = honest(offset);
    chunk->bytes = "soup";
    return chunk;
  };
  transfer_client carrier(system_, file_server());
  text_sink to;
  EXPECT_EQ(carrier.bring({}, true, to).error().code, errc::io_failed);
}

TEST_F(transfer_client_test, does_not_wait_for_an_engine_that_is_gone) {
  const auto silent = file_server();
  transfer_client carrier(system_, silent);
  std::thread end([&] {
    while (asked_ == 0) std::this_thread::yield();
    caf::anon_send_exit(silent, caf::exit_reason::kill);
  });
  text_sink to;
  EXPECT_EQ(carrier.bring({}, true, to).error().code, errc::cancelled);
  EXPECT_EQ(carrier.bring({}, true, to).error().code, errc::cancelled);
  end.join();
}

}  // namespace

}  // namespace laundromat
