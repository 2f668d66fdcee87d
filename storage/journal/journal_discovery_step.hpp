// A part of the step of the schema to version 10: announcements and what operators steer.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#define LAUNDROMAT_DISCOVERY_STEP ""
