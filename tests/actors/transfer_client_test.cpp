// A porter and the freight of a script, on threads of their own.
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

class porter_test : public ::testing::Test {
 protected:
  /// Answers what `read_piece` makes of an offset; nothing when that is empty.
  freight_actor freight() {
    return caf::actor_cast<freight_actor>(system_.spawn([this](caf::event_based_actor* self) {
      return caf::behavior{
          [this, self](read_atom, const lease_id&, bool, std::uint64_t offset) -> caf::result<file_piece> {
            ++asked_;
            if (!read_piece_) return self->make_response_promise();
            auto piece = read_piece_(offset);
            if (!piece) return to_error(piece.error());
            return std::move(*piece);
          }};
    }));
  }
  /// Says what a file of these bytes is, piece by piece.
  void serve(const std::string& file) {
    read_piece_ = [file, digest = sha256(file)](std::uint64_t offset) -> result<file_piece> {
      file_piece piece{offset, file.size(), file.substr(offset, piece_bytes)};
      if (piece.is_last()) piece.digest = digest;
      return piece;
    };
  }

  caf::actor_system_config config_;
  std::function<result<file_piece>(std::uint64_t)> read_piece_;
  std::atomic<int> asked_{0};
  caf::actor_system system_{config_};
};

TEST_F(porter_test, brings_a_file_of_more_pieces_than_it_asks_for_at_a_time) {
  std::string file(piece_bytes * (2 * piece_window + 1) + 7, ' ');
  for (std::size_t i = 0; i < file.size(); ++i) file[i] = static_cast<char>(i * 31 / 7);
  serve(file);
  porter carrier(system_, freight());
  text_sink to;
  EXPECT_EQ(carrier.bring({}, true, to).value(), file.size());
  EXPECT_TRUE(to.text == file);
  EXPECT_EQ(asked_, static_cast<int>(2 * piece_window + 2));
}

TEST_F(porter_test, says_what_the_engine_says_and_goes_on_with_the_next_file) {
  read_piece_ = [](std::uint64_t) -> result<file_piece> {
    return fail(errc::not_found, "the lease is over");
  };
  porter carrier(system_, freight());
  text_sink to;
  const auto refused = carrier.bring({}, true, to);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, errc::not_found);
  EXPECT_EQ(refused.error().detail, "the lease is over");
  serve("soap");
  EXPECT_EQ(carrier.bring({}, true, to).value(), 4U);
  EXPECT_EQ(to.text, "soap");
}

TEST_F(porter_test, takes_no_file_that_changed_on_its_way) {
  serve("soap");
  read_piece_ = [honest = read_piece_](std::uint64_t offset) {
    auto piece = honest(offset);
    piece->bytes = "soup";
    return piece;
  };
  porter carrier(system_, freight());
  text_sink to;
  EXPECT_EQ(carrier.bring({}, true, to).error().code, errc::io_failed);
}

TEST_F(porter_test, does_not_wait_for_an_engine_that_is_gone) {
  const auto silent = freight();
  porter carrier(system_, silent);
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
