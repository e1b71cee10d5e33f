// Cairn
// SPDX-License-Identifier: Apache-2.0

#ifndef C_CLOUDKIT_MIRRORING_H
#define C_CLOUDKIT_MIRRORING_H

// Registers the mirroring of stores; defined in Swift.
void cairn_register_mirroring(void);

#endif
