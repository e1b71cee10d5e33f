// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import Logging

/// `/health`: 200 if the storage answers, 503 if it does not.
struct HealthRoute {
  let site: CloudSite

  func add(to router: Router<ServerContext>) {
    router.get("/health") { [site] _, context in
      do {
        try await site.health()
        return JSONAnswer.response(Array(#"{"status":"ok"}"#.utf8))
      } catch {
        site.logger.error(
          "Storage does not answer",
          metadata: ["request": "\(context.requestID)", "error": "\(String(reflecting: error))"])
        return JSONAnswer.response(
          Array(#"{"status":"unavailable"}"#.utf8), status: .serviceUnavailable)
      }
    }
  }
}
