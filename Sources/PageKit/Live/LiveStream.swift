// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore
import ServiceLifecycle

/// Sends change events to one browser until it disconnects or the server shuts down.
struct LiveStream<Changes: AsyncSequence & Sendable>: Sendable {
  /// The delay in milliseconds before a browser reconnects a broken stream.
  private var retry: Int { 2000 }

  let changes: Changes
  var heartbeat: Duration = .seconds(15)

  /// The stream as a response body.
  var body: ResponseBody {
    ResponseBody { writer in
      for await event in events().cancelOnGracefulShutdown() {
        try await writer.write(ByteBuffer(string: event.text))
      }
      try await writer.finish(nil)
    }
  }

  /// Changes and heartbeats in one sequence, starting with the opening event.
  private func events() -> AsyncStream<LiveEvent> {
    AsyncStream(bufferingPolicy: .bufferingNewest(8)) { continuation in
      let task = Task { [changes, retry, heartbeat] in
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            var changes = changes.makeAsyncIterator()
            // The first element says that changes from now on are reported.
            if (try? await changes.next()) != nil { continuation.yield(.open(retry: retry)) }
            // An error also ends the stream: the browser reconnects.
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

/// An event of a live stream in the format text/event-stream.
///
/// Source: HTML, section 9.2 "Server-sent events".
package enum LiveEvent: Sendable, Equatable {
  /// The stream is open; `retry` is the reconnection delay in milliseconds.
  case open(retry: Int)
  /// The store has changed.
  case changed
  /// A heartbeat, to detect a closed connection.
  case heartbeat

  /// The event on the wire.
  package var text: String {
    switch self {
    case .open(let retry): "retry: \(retry)\n\n"
    case .changed: "event: changed\ndata: {}\n\n"
    case .heartbeat: ": still here\n\n"
    }
  }
}
