// The base IRI that a document has declared last, or that it was given.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace laundromat::turtle {

/// Resolution against the base, with fast paths for what is common.
class base_iri {
 public:
  /// The base of the outside; `used` is set when something is resolved against it.
  void set_given(std::string_view iri, bool* used);
  /// A declared one. Where it was relative, it has been resolved already.
  void set(std::string_view iri);
  /// A declaration is broken: the base is unknown from here on.
  void lose() {
    set({});
    is_lost_ = true;
  }
  [[nodiscard]] bool is_lost() const { return is_lost_; }
  /// Appends the IRI of `reference`. False for a relative reference without a base.
  [[nodiscard]] bool resolve(std::string_view reference, std::string& out);
  /// The same where nothing but an end is put behind a part of the base: an empty reference, a fragment, or one segment of letters, digits, `_`
  /// and `-`. False for any other, and where the base is unusual; then nothing has changed.
  [[nodiscard]] bool resolve_simple(std::string_view reference, std::string& out);

 private:
  void prepare();

  std::string iri_;
  bool is_prepared_ = false;  ///< what follows is that of `iri_`
  bool* used_ = nullptr;      ///< null: a declared base
  std::size_t folder_length_ = 0, document_length_ = 0;
  bool is_lost_ = false;
  bool is_simple_ = false;  ///< a path that ends with a file or slash and has no dot segments
};

/// Whether a reference has a scheme, so that nothing is resolved.
[[nodiscard]] bool has_scheme(std::string_view reference);

}  // namespace laundromat::turtle
