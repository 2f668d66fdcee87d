// LAUNDROMAT_INSPECT(type, fields) lists the fields of a struct that CAF serializes. Only inspect_once.cpp compiles that code.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/deserializer.hpp>
#include <caf/detail/stringification_inspector.hpp>
#include <caf/serializer.hpp>

// Other files declare each instantiation `extern`, because compiling all of them in every file that sends messages takes long.
#ifdef LAUNDROMAT_INSTANTIATE_INSPECT
#define LAUNDROMAT_INSPECT_EXTERN
#else
#define LAUNDROMAT_INSPECT_EXTERN extern
#endif

// clang-format off
#define LAUNDROMAT_INSPECT(type, ...)                                                                                   \
  template <class Inspector>                                                                                            \
  typename Inspector::result_type inspect(Inspector& f, type& x) {                                                      \
    return f(__VA_ARGS__);                                                                                              \
  }                                                                                                                     \
  LAUNDROMAT_INSPECT_EXTERN template caf::serializer::result_type inspect(caf::serializer&, type&);                         \
  LAUNDROMAT_INSPECT_EXTERN template caf::deserializer::result_type inspect(caf::deserializer&, type&);                     \
  LAUNDROMAT_INSPECT_EXTERN template caf::detail::stringification_inspector::result_type                                    \
  inspect(caf::detail::stringification_inspector&, type&);
// clang-format on
