// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Something that is to be sent, of which there is one for each subject.
protocol PendingChange: Sendable, Hashable {
  associatedtype Subject: Hashable, Sendable
  /// What is to be changed.
  var subject: Subject { get }
}
