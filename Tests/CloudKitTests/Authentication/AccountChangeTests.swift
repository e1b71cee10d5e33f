// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudTestSupport
import Foundation
import Testing

/// Notifications of sign-ins and sign-outs.
@Suite(.serialized, .timeLimit(.minutes(15))) struct AccountChangeTests {
  /// Receives the notification, also those of other suites: a test can only wait for expected ones.
  private final class Changes {
    private let token: any NSObjectProtocol
    private let stream: AsyncStream<Void>

    init() {
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      self.stream = stream
      token = NotificationCenter.default.addObserver(
        forName: .CKAccountChanged, object: nil, queue: nil
      ) { _ in continuation.yield() }
    }

    deinit { NotificationCenter.default.removeObserver(token) }

    func next() async {
      var iterator = stream.makeAsyncIterator()
      _ = await iterator.next()
    }
  }

  @Test func `each change of the signed-in user posts CKAccountChanged`() async throws {
    try await RunningCloud.run { cloud in
      let file = try await cloud.configuration(of: nil)
      let container = CKContainer(identifier: RunningCloud.container, configuration: file)
      #expect(try await container.accountStatus() == .noAccount)
      for user in ["ann", "bob", nil] {
        let changes = Changes()
        try file.write(try await cloud.configuration(of: user, device: "copy").read())
        #expect(
          try await container.accountStatus() == (user == nil ? .noAccount : .available))
        await changes.next()
      }
    }
  }
}
