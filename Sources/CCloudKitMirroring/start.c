// Cairn
// SPDX-License-Identifier: Apache-2.0

#include "CCloudKitMirroring.h"

// A program that links the module mirrors its stores, without a line that says so.
__attribute__((constructor)) static void start(void) { cairn_register_mirroring(); }
