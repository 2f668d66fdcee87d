// The files to wash, read where they are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/codec/stores.hpp"

namespace laundromat {

/// Opens local files: a raw path is a path. A small file is read once, and kept until another one is opened, because each stage opens it.
class files_in_place final : public raw_port {
 public:
  static constexpr std::size_t most_kept_bytes = std::size_t{1} << 20;

  /// Errors: `not_found`, also for anything but a regular file; `io_failed`.
  [[nodiscard]] result<byte_source_ptr> open(std::string_view path) override;
  /// Forgets the kept file, which may have changed.
  void forget() { kept_.reset(); }

 private:
  std::string path_;
  std::shared_ptr<const std::string> kept_;  ///< the bytes of the file `path_`
};

}  // namespace laundromat
