// LAUNDROMAT_INSPECT: the fields of a message in one line, with the code for CAF's inspectors compiled in one file only.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/deserializer.hpp>
#include <caf/detail/stringification_inspector.hpp>
#include <caf/serializer.hpp>

// inspect_once.cpp makes what every other file only declares.
#ifdef LAUNDROMAT_INSPECTS_ARE_MADE_HERE
#define LAUNDROMAT_INSPECT_IS
#else
#define LAUNDROMAT_INSPECT_IS extern
#endif

// clang-format off
#define LAUNDROMAT_INSPECT(type, ...)                                                                                   \
  template <class Inspector>                                                                                            \
  typename Inspector::result_type inspect(Inspector& f, type& x) {                                                      \
    return f(__VA_ARGS__);                                                                                              \
  }                                                                                                                     \
  LAUNDROMAT_INSPECT_IS template caf::serializer::result_type inspect(caf::serializer&, type&);                         \
  LAUNDROMAT_INSPECT_IS template caf::deserializer::result_type inspect(caf::deserializer&, type&);                     \
  LAUNDROMAT_INSPECT_IS template caf::detail::stringification_inspector::result_type                                    \
  inspect(caf::detail::stringification_inspector&, type&);
// clang-format on
