// Cairn
// SPDX-License-Identifier: Apache-2.0

#include "CCloudKitMirroring.h"

// Any program that links the module mirrors its stores, without further code.
__attribute__((constructor)) static void start(void) { cairn_register_mirroring(); }
