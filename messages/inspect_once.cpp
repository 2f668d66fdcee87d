// The one file that compiles how messages travel.
// SPDX-License-Identifier: Apache-2.0
#define LAUNDROMAT_INSPECTS_ARE_MADE_HERE
#include "messages/cluster_messages.hpp"
