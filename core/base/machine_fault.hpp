// Distinguishes a fault of our own machine from a failure of a document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"

namespace laundromat {

/// Whether `code`, as the error of a stage, is a fault of the machine that the stage ran on: its disk and folders, its descriptors, its
/// memory. Such a fault never counts against a document. A document that used up its own memory budget gets an outcome with the cause
/// `out_of_memory` instead.
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

/// What the operator can do about a fault of the machine: an imperative without a full stop.
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
      return "check the disk, the permissions of the data folder, and the kernel log";
  }
}

}  // namespace laundromat
