// Cairn
// SPDX-License-Identifier: Apache-2.0

#include "CSwiftDataRuntime.h"

#include <malloc.h>

static _Thread_local bool making_fault = false;

bool cairn_is_making_fault(void) { return making_fault; }

void cairn_set_making_fault(bool value) { making_fault = value; }

static _Thread_local int encoding_depth = 0;

int cairn_encoding_depth(void) { return encoding_depth; }

void cairn_set_encoding_depth(int value) { encoding_depth = value; }

size_t cairn_size_of_object(const void *object) { return malloc_usable_size((void *)object); }
