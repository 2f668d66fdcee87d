// Tests of a transfer client with a scripted file server, each in its own thread.
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
  /// A file server that answers with `read_chunk` of the offset, and never when that is empty.
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
  /// Makes a `read_chunk` for a file of these bytes.
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

TEST_F(transfer_client_test, receives_a_file_with_more_chunks_than_its_window) {
  std::string file(chunk_bytes * (2 * chunk_window + 1) + 7, ' ');
  for (std::size_t i = 0; i < file.size(); ++i) file[i] = static_cast<char>(i * 31 / 7);
  serve(file);
  transfer_client transfer(system_, file_server());
  text_sink to;
  EXPECT_EQ(transfer.receive({}, true, to).value(), file.size());
  EXPECT_TRUE(to.text == file);
  EXPECT_EQ(asked_, static_cast<int>(2 * chunk_window + 2));
}

TEST_F(transfer_client_test, returns_the_error_of_the_engine_and_receives_the_next_file) {
  read_chunk_ = [](std::uint64_t) -> result<file_chunk> {
    return fail(errc::not_found, "the lease has ended");
  };
  transfer_client transfer(system_, file_server());
  text_sink to;
  const auto refused = transfer.receive({}, true, to);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, errc::not_found);
  EXPECT_EQ(refused.error().detail, "the lease has ended");
  serve("soap");
  EXPECT_EQ(transfer.receive({}, true, to).value(), 4U);
  EXPECT_EQ(to.text, "soap");
}

TEST_F(transfer_client_test, refuses_a_file_that_was_changed_during_its_transfer) {
  serve("soap");
  read_chunk_ = [honest = read_chunk_](std::uint64_t offset) {
    auto chunk = honest(offset);
    chunk->bytes = "soup";
    return chunk;
  };
  transfer_client transfer(system_, file_server());
  text_sink to;
  EXPECT_EQ(transfer.receive({}, true, to).error().code, errc::io_failed);
}

TEST_F(transfer_client_test, does_not_wait_for_an_engine_that_is_gone) {
  const auto silent = file_server();
  transfer_client transfer(system_, silent);
  std::thread end([&] {
    while (asked_ == 0) std::this_thread::yield();
    caf::anon_send_exit(silent, caf::exit_reason::kill);
  });
  text_sink to;
  EXPECT_EQ(transfer.receive({}, true, to).error().code, errc::cancelled);
  EXPECT_EQ(transfer.receive({}, true, to).error().code, errc::cancelled);
  end.join();
}

}  // namespace

}  // namespace laundromat
