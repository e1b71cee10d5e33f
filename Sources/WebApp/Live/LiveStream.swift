// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore
import ServiceLifecycle

/// Tells one browser of changes until it leaves or the server shuts down.
struct LiveStream<Changes: AsyncSequence & Sendable>: Sendable {
  /// Milliseconds until a browser whose stream broke connects again.
  private var retry: Int { 2000 }

  let changes: Changes
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
      let task = Task { [changes, retry, heartbeat] in
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            var changes = changes.makeAsyncIterator()
            // What is changed from now on is told of.
            continuation.yield(.open(retry: retry))
            // An error ends the stream too: the browser connects again.
            while (try? await changes.next()) != nil { continuation.yield(.changed) }
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
