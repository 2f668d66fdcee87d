// Tells a fault of our own machine from a failure of a document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"

namespace laundromat {

/// Whether the error that kept a stage from any outcome is a fault of the machine that the stage ran on: its disk and folders, its
/// descriptors, its memory. Such a fault never counts against a document. `out_of_memory` is one as the error of a stage; a document that has spent the
/// memory that is its own gets an outcome with that cause.
[[nodiscard]] constexpr bool is_machine_fault(errc code) {
  switch (code) {
    case errc::io_failed:
    case errc::no_space:
    case errc::no_descriptors:
    case errc::out_of_memory:
    case errc::journal_full:
    case errc::unsafe_data_folder:
    case errc::sync_failed:
      return true;
    default:
      return false;
  }
}

/// What whoever runs the machine can do about a fault of it: an imperative without a full stop.
[[nodiscard]] constexpr std::string_view remedy_for(errc code) {
  switch (code) {
    case errc::no_space:
    case errc::journal_full:
      return "make room there, or raise the quota";
    case errc::no_descriptors:
      return "let this process open more files: `ulimit -n 4096`, or LimitNOFILE= of its service";
    case errc::out_of_memory:
      return "free memory, or raise `ulimit -v`, `ulimit -u` or the limits of its service";
    case errc::unsafe_data_folder:
      return "put a folder of this user in its place";
    default:
      return "look at the disk, at the rights of the data folder, and at the log of the kernel";
  }
}

}  // namespace laundromat
