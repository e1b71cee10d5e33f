// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The error of an export that could not write some objects, and has written the others.
package struct PartialExport: Error {
  /// An object that was not written.
  package struct Failure: Sendable, Hashable {
    /// The object's name or ID.
    package let object: String
    /// The reason and its remedy, without a full stop at the end.
    package let reason: String

    package init(object: String, reason: String) {
      self.object = object
      self.reason = reason
    }
  }

  /// The number of exported objects.
  package let exported: Int
  package let failures: [Failure]

  package init(exported: Int, failures: [Failure]) {
    self.exported = exported
    self.failures = failures
  }
}
