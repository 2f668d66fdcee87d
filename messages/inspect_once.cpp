// Compiles the serialization of all structs in messages: the only file in which LAUNDROMAT_INSPECT is not `extern`.
// SPDX-License-Identifier: Apache-2.0
#define LAUNDROMAT_INSTANTIATE_INSPECT
#include "messages/cluster_messages.hpp"
