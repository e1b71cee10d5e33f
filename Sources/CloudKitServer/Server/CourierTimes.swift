// Cairn
// SPDX-License-Identifier: Apache-2.0

/// How long clients wait for notifications.
package struct CourierTimes: Sendable {
  /// Until an answer without a notification.
  package var poll = Duration.seconds(45)
  /// Until a line of comment in a stream.
  package var heartbeat = Duration.seconds(20)
  /// Until a stream ends, for the client to open another and so say what it has; zero for no streams, where
  /// something between server and clients keeps them back: then each notification is an answer.
  package var stream = Duration.seconds(3_600)
  /// How often it is looked whose time is over.
  package var tick = Duration.seconds(1)

  package init() {}
}
