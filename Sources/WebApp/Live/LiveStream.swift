// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore
import RuckMap
import ServiceLifecycle

/// Tells one browser of changes until it leaves or the server shuts down.
struct LiveStream: Sendable {
  /// Milliseconds until a browser whose stream broke connects again.
  static let retry = 2000

  let changes: AsyncStream<Void>
  var heartbeat: Duration = .seconds(15)

  /// The stream as the body of an answer.
  var body: ResponseBody {
    ResponseBody { writer in
      for await event in events().cancelOnGracefulShutdown() {
        try await writer.write(ByteBuffer(string: event.text))
      }
      try await writer.finish(nil)
    }
  }

  /// Changes and heartbeats in one sequence, beginning with the opening.
  private func events() -> AsyncStream<LiveEvent> {
    AsyncStream(bufferingPolicy: .bufferingNewest(8)) { continuation in
      continuation.yield(.open(retry: Self.retry))
      let task = Task { [changes, heartbeat] in
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            for await _ in changes { continuation.yield(.changed) }
            continuation.finish()
          }
          group.addTask {
            while (try? await Task.sleep(for: heartbeat)) != nil { continuation.yield(.heartbeat) }
          }
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
