// Reads the subject of each line: up to the first space.
// SPDX-License-Identifier: Apache-2.0
#include "app/authority/authority_column.hpp"

namespace laundromat {

void authority_column::end_subject() {
  std::string_view iri = subject_;
  if (iri.starts_with('<') && iri.ends_with('>')) iri = iri.substr(1, iri.size() - 2);
  const auto verdict = judge_.judge(iri);
  ++counts_[static_cast<std::size_t>(verdict)];
  words_.append(to_string(verdict)).push_back('\n');
  subject_.clear();
  in_subject_ = false;
}

result<void> authority_column::write(std::string_view bytes) {
  if (auto passed = out_.write(bytes); !passed) return passed;
  words_.clear();
  for (std::size_t at = 0; at < bytes.size();) {
    if (in_subject_) {
      const auto end = bytes.find(' ', at);
      subject_.append(bytes.substr(at, end - at));
      if (end == bytes.npos) break;
      at = end + 1;
      end_subject();
    }
    const auto line_end = bytes.find('\n', at);
    if (line_end == bytes.npos) break;
    at = line_end + 1;
    in_subject_ = true;
  }
  return words_.empty() ? result<void>{} : column_.write(words_);
}

}  // namespace laundromat
