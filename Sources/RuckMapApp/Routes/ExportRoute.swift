// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PageKit
import RuckMap

/// GET /rucks/export: serves all objects of the store as a file that the import restores.
struct ExportRoute: Sendable {
  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckPaths.export)) { _, _ in
      let data = try await site.library.exportAll()
      return Response(
        status: .ok,
        headers: [
          .contentType: "application/json",
          .contentDisposition: "attachment; filename=\"ruckmap.json\"",
          .cacheControl: "no-store",
        ],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    }
  }
}
