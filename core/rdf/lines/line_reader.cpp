// Chooses between one thread and several.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/lines/line_reader.hpp"

#include <utility>

#include "core/rdf/lines/line_engine.hpp"
#include "core/rdf/lines/parallel_line_reader.hpp"

namespace laundromat {

std::unique_ptr<reader> make_line_reader(rdf_format format, reader_options options, statement_sink& sink,
                                         turtle_factory make_turtle, line_kernel kernel) {
  if (options.threads > 1)
    return std::make_unique<parallel_line_reader>(format, std::move(options), sink, std::move(make_turtle),
                                                  kernel);
  return std::make_unique<line_engine>(format, std::move(options), sink, std::move(make_turtle), kernel);
}

}  // namespace laundromat
