// Keeps a `remote_files` for each lease.
// SPDX-License-Identifier: Apache-2.0
#include "actors/cluster/file_server.hpp"

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <map>

#include "actors/commit.hpp"
#include "core/rdf/model/reader.hpp"
#include "messages/errors.hpp"
#include "storage/sharing/remote_files.hpp"

namespace laundromat {

namespace {

struct file_server_state {
  static constexpr const char* name = "file_server";
  environment_ptr env;
  std::map<lease_id, std::unique_ptr<remote_files>> leases;
};

using file_server_ptr = file_server_actor::stateful_pointer<file_server_state>;

/// Calls `work` with the files of a lease.
template <class Answer, class Work>
caf::result<Answer> with_lease(file_server_ptr self, const lease_id& id, Work work) {
  const auto found = self->state.leases.find(id);
  if (found == self->state.leases.end()) return to_error({errc::not_found, "the lease has ended"});
  auto done = work(*found->second);
  if (!done) return to_error(done.error());
  if constexpr (std::is_same_v<Answer, bool>)
    return true;
  else
    return std::move(*done);
}

adopted_files finalise(file_server_ptr self, const lease_id& id, const named_files& named) {
  const auto node = self->state.leases.extract(id);
  return node ? node.mapped()->adopt(named) : adopted_files{};
}

file_server_actor::behavior_type file_server(file_server_ptr self, environment_ptr env) {
  self->state.env = std::move(env);
  self->set_exception_handler([](std::exception_ptr& what) { return describe(what, "file_server"); });
  return {
      [=](transfer_atom, const lease_id& id, const transfer_grant& grant) {
        auto& s = self->state;
        s.leases[id] = std::make_unique<remote_files>(grant, *s.env->raw, *s.env->clean);
      },
      [=](finalise_atom, const lease_id& id, const named_files& named) { return finalise(self, id, named); },
      [=](read_atom, const lease_id& id, bool is_body, std::uint64_t offset) {
        return with_lease<file_chunk>(self, id, [&](remote_files& files) {
          return is_body ? files.read_body(offset) : files.read_clean(offset);
        });
      },
      [=](write_atom, const lease_id& id, const std::string& label, const std::string& part,
          const file_chunk& chunk) {
        return with_lease<bool>(self, id,
                                [&](remote_files& files) { return files.write(label, part, chunk); });
      },
      [=](finish_atom, const lease_id& id, const std::string& label) {
        return with_lease<bool>(self, id, [&](remote_files& files) { return files.finish(label); });
      },
      [=](body_atom, const lease_id& id, const file_chunk& chunk) {
        return with_lease<bool>(self, id, [&](remote_files& files) { return files.write_body(chunk); });
      },
      [=](context_atom, const std::string& iri) -> caf::result<std::string> {
        auto* const contexts = self->state.env->contexts;
        if (contexts == nullptr) return to_error({errc::not_found, "no JSON-LD contexts are available"});
        auto body = contexts->load(iri);
        if (!body) return to_error(body.error());
        return std::move(*body);
      },
  };
}

}  // namespace

file_server_actor spawn_file_server(caf::local_actor* parent, environment_ptr env) {
  return parent->spawn<caf::detached + caf::linked>(file_server, std::move(env));
}

}  // namespace laundromat
