// Cairn
// SPDX-License-Identifier: Apache-2.0

// The bodies of the protocol are written by JSONWriter, which their clients use as well.
@_exported public import JSONText
