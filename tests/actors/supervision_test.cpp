// Tests of what ended actors leave behind with their supervisors, under virtual time.
// SPDX-License-Identifier: Apache-2.0
#include "actors/supervision.hpp"

#include <caf/stateful_actor.hpp>

#include "tests/actors/virtual_time.hpp"

namespace laundromat {

namespace {

struct child_state {
  static constexpr const char* name = "child";
  watched_supervisor parent;
};

}  // namespace

class supervision : public virtual_time_test {
 protected:
  caf::actor spawn_child(const caf::actor& parent) {
    return system().spawn([parent](caf::stateful_actor<child_state>* self) {
      self->state.parent.begin(self, parent);
      self->set_down_handler([self](caf::down_msg& down) { self->quit(down.reason); });
      return caf::behavior{[self](next_atom) { self->quit(); }};
    });
  }
};

TEST_F(supervision, a_child_that_has_ended_leaves_no_memory_with_its_supervisor) {
  const auto parent = scripted({[](next_atom) {}});
  auto child = spawn_child(parent);
  run();
  const auto address = child.address();
  EXPECT_GT(address.get()->weak_refs.load(), 2U) << "observed";
  caf::anon_send(child, next_atom::value);
  child = nullptr;
  run();
  EXPECT_EQ(address.get()->strong_refs.load(), 0U);
  EXPECT_EQ(address.get()->weak_refs.load(), 1U) << "only that of this test";
}

TEST_F(supervision, a_child_ends_with_its_supervisor) {
  const auto parent = scripted({[](next_atom) {}});
  const auto address = spawn_child(parent).address();
  run();
  kill(parent);
  EXPECT_EQ(address.get()->strong_refs.load(), 0U);
}

}  // namespace laundromat
