// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudTestSupport
import Foundation
import Testing

/// When a program is told that somebody has signed in or out.
@Suite(.serialized, .timeLimit(.minutes(1))) struct AccountChangeTests {
  /// Hears the notification; of other suites, too, so that only what must come is waited for here.
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

  @Test func `signing in, as somebody else and out is told when the file is read`() async throws {
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
