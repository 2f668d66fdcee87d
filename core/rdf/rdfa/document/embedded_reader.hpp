// How the reader of RDFa gets readers of other formats, of which this folder includes none.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "core/rdf/model/reader.hpp"

namespace laundromat {

/// Makes the reader of a block of another format. Errors: `no_reader`.
using embedded_reader_factory =
    std::function<result<std::unique_ptr<reader>>(rdf_format, reader_options, statement_sink&)>;

}  // namespace laundromat
