// The folder for temporary files of a command.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/files/scratch_folder.hpp"

namespace laundromat {

/// A folder below `TMPDIR`, or below /tmp. Errors: those of `scratch_folder::make`, which name `TMPDIR` when it is set.
[[nodiscard]] result<scratch_folder> make_temporary_folder();

}  // namespace laundromat
