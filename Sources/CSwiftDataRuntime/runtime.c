// Cairn
// SPDX-License-Identifier: Apache-2.0

#include "CSwiftDataRuntime.h"

static _Thread_local bool making_fault = false;

bool cairn_is_making_fault(void) { return making_fault; }

void cairn_set_making_fault(bool value) { making_fault = value; }
