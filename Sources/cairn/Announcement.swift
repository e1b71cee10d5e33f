// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Says where the servers are once all are there: the pages first.
final class Announcement: Sendable {
  private struct State {
    var pages: String?
    var cloud: String?
  }

  private let state: Mutex<State>

  init(awaitsCloud: Bool) {
    state = Mutex(State(cloud: awaitsCloud ? nil : ""))
  }

  func pages(_ text: String) { tell { $0.pages = text } }

  func cloud(_ text: String) { tell { $0.cloud = text } }

  private func tell(_ change: (inout State) -> Void) {
    let text: String? = state.withLock { state in
      change(&state)
      guard let pages = state.pages, let cloud = state.cloud else { return nil }
      return pages + cloud
    }
    // Where nobody reads standard output the pages are served all the same.
    if let text { try? StandardOutput.write(text) }
  }
}
