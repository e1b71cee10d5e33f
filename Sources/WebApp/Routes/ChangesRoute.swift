// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import RuckMap

/// GET /changes: an event whenever the store changes, by this process or another.
struct ChangesRoute: Sendable {
  let site: Site

  func add(to router: Router<Routes.Context>) {
    router.get(RouterPath(Paths.changes)) { _, _ in
      Response(
        status: .ok,
        headers: [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"],
        body: LiveStream(changes: site.library.changes()).body)
    }
  }
}
