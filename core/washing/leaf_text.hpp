// What the stages have in common: an opened text, damage as defects, and whom a failure belongs to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/machine_fault.hpp"
#include "core/codec/compression/stream_warning.hpp"
#include "core/records/outcomes.hpp"
#include "core/washing/ports.hpp"

namespace laundromat {

/// `source`, which ends with `cancelled` as soon as somebody wishes it.
[[nodiscard]] byte_source_ptr make_cancellable(byte_source_ptr source, const std::atomic<bool>* cancelled);

/// The text of a leaf in UTF-8. `charset` is what the server declared; `warnings` and the ports outlive the source.
[[nodiscard]] result<byte_source_ptr> open_text(const view& content, const std::string& encoding,
                                                const std::string& charset, const washing_ports& ports,
                                                warning_log& warnings);

/// What becomes of streams is the same under every profile; damage that the taxonomy does not know costs what it hits.
[[nodiscard]] treatment treatment_of_warning(errc code);
[[nodiscard]] std::vector<defect> to_defects(const warning_log& warnings);

/// What the engine is to blame for, and a retry may repair; everything else is the document's.
[[nodiscard]] inline bool is_local(errc code, const washing_ports& ports) {
  if (code == errc::out_of_memory) return !ports.memory_is_the_documents;
  return code == errc::cancelled || code == errc::internal || is_machine_fault(code);
}

/// A failure of the document becomes an outcome; one of the engine stays an error.
template <class Outcome>
result<Outcome> judge(Outcome out, const failure& why, const washing_ports& ports) {
  if (is_local(why.code, ports)) return tl::unexpected(why);
  out.on = event::failed_for_good;
  out.cause = why.code;
  out.detail = why.detail;
  return out;
}

}  // namespace laundromat
