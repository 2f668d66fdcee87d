// A part of the step of the schema to version 10: conditional requests and intervals.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#define LAUNDROMAT_REVISIT_STEP ""
