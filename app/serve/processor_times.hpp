// Reads what the processors have done.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/http/processor_share.hpp"

namespace laundromat {

/// Of this process by its clock, and of the machine by the first line of /proc/stat (proc(5)); without that file nothing is idle.
[[nodiscard]] processor_seconds read_processor_times();
/// Of the calling thread.
[[nodiscard]] double read_thread_seconds();

}  // namespace laundromat
