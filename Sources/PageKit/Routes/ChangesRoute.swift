// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// GET /changes: streams an event for each change of an app's store, by this process or another.
struct ChangesRoute: Sendable {
  let site: Site

  func add(to router: PageRouter) {
    router.get(RouterPath(Paths.changes)) { _, _ in
      Response(
        status: .ok,
        headers: [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"],
        body: LiveStream(changes: site.changes()).body)
    }
  }
}
