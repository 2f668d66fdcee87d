// Washes an answer, and gives its sorted lines to the comparison.
// SPDX-License-Identifier: Apache-2.0
#include "core/sinks/check_answer.hpp"

#include "core/rdf/wash/wash_document.hpp"

namespace laundromat {

namespace {

/// Cuts the chunks of a clean document into lines.
class comparing_sink final : public byte_sink {
 public:
  explicit comparing_sink(store_comparison& comparison) : comparison_(comparison) {}

  result<void> write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const auto end = bytes.find('\n');
      if (end == bytes.npos) {
        rest_.append(bytes);
        return {};
      }
      auto line = bytes.substr(0, end + 1);
      if (!rest_.empty()) line = rest_.append(line);
      if (auto taken = comparison_.take(line); !taken) return taken;
      rest_.clear();
      bytes.remove_prefix(end + 1);
    }
    return {};
  }

 private:
  store_comparison& comparison_;
  std::string rest_;
};

}  // namespace

result<store_differences> check_answer(byte_source& graph, std::string_view iri,
                                       const document_opener& answer, rdf_format format, run_store& runs,
                                       const answer_check_options& options) {
  store_comparison comparison{graph, std::string(iri), options.limits, options.take};
  comparing_sink sink{comparison};
  wash_document_options washing;
  washing.memory_bytes = options.memory_bytes;
  // What a store stores is what is compared: a term with a repair would be another one.
  washing.profile = wash_profile::standard;
  for (bool is_done = false; !is_done;) {
    const auto bytes = answer();
    if (!bytes) return tl::unexpected(bytes.error());
    const auto washed = wash_document(**bytes, format, washing, runs, sink);
    if (!washed) return tl::unexpected(washed.error());
    if (washed->skips > 0)
      return fail(errc::syntax_error,
                  "the answer of the store has statements that cannot be read" +
                      (washed->defects.empty() ? std::string{} : ": " + washed->defects.front().message));
    is_done = !washed->needs_second_pass;
    washing.known_document = washed->document;
  }
  return comparison.finish();
}

}  // namespace laundromat
