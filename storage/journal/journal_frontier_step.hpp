// A part of the step of the schema to version 10: seeds and hosts at any number.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#define LAUNDROMAT_FRONTIER_STEP ""
