// Begins, finishes and removes the documents of a client by their labels.
// SPDX-License-Identifier: Apache-2.0
#include "storage/sharing/staged_documents.hpp"

namespace laundromat {

namespace {

tl::unexpected<failure> refuse_label(std::string_view label) {
  return fail(errc::invalid_argument, "no document of this job: " + std::string(label.substr(0, 200)));
}

}  // namespace

/// The document with this label, created by what is first done to it.
result<clean_descriptor*> staged_documents::begun(std::string_view label) {
  if (const auto found = begun_.find(label); found != begun_.end()) return found->second.get();
  if (label.empty() || label.size() > longest_label || finished_.contains(label)) return refuse_label(label);
  if (begun_.size() + finished_.size() >= most_documents) return refuse_label("too many documents");
  auto made = clean_.stage();
  if (!made) return tl::unexpected(made.error());
  return begun_.emplace(label, std::move(*made)).first->second.get();
}

result<void> staged_documents::write(std::string_view label, std::string_view bytes) {
  const auto to = begun(label);
  return to ? (*to)->write(bytes) : tl::unexpected(to.error());
}

result<void> staged_documents::write_part(std::string_view label, std::string_view part,
                                          std::string_view bytes) {
  const auto of = begun(label);
  return of ? (*of)->add_sidecar(part, bytes) : tl::unexpected(of.error());
}

result<int> staged_documents::descriptor(std::string_view label) {
  const auto of = begun(label);
  return of ? (*of)->descriptor() : tl::unexpected(of.error());
}

result<file_descriptor> staged_documents::create_part(std::string_view label, std::string_view part) {
  const auto of = begun(label);
  return of ? (*of)->create_sidecar(part) : tl::unexpected(of.error());
}

result<void> staged_documents::finish(std::string_view label) {
  const auto found = begun_.find(label);
  if (found == begun_.end()) return refuse_label(label);
  auto name = begun_.extract(found).mapped()->finish({});
  if (!name) return tl::unexpected(name.error());
  finished_.emplace(label, *std::move(name));
  return {};
}

result<file_descriptor> staged_documents::open_finished(std::string_view label) const {
  const auto found = finished_.find(label);
  return found == finished_.end() ? refuse_label(label) : clean_.staged().open_file(found->second);
}

void staged_documents::drop(std::string_view label) {
  if (const auto found = begun_.find(label); found != begun_.end()) begun_.erase(found);
  if (const auto name = adopt(label)) clean_.drop(*name);
}

std::optional<std::string> staged_documents::adopt(std::string_view label) {
  const auto found = finished_.find(label);
  if (found == finished_.end()) return std::nullopt;
  return std::move(finished_.extract(found).mapped());
}

void staged_documents::clear() {
  begun_.clear();
  for (const auto& [label, name] : finished_) clean_.drop(name);
  finished_.clear();
}

}  // namespace laundromat
