// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The reader of standard output has gone, as `head` does when it has seen enough.
struct OutputClosed: Error {}
