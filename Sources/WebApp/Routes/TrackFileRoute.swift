// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import RuckMap

/// GET /rucks/:id/track.gpx: a ruck as a GPX file.
struct TrackFileRoute: Sendable {
  let site: Site

  func add(to router: Router<Routes.Context>) {
    router.get(RouterPath(Paths.trackPattern)) { _, context in
      let id = try context.ruckID()
      let data = try await site.library.exportGPX(id)
      // The name of the download says nothing that a header could be broken with.
      let name = "ruck-\(id.uuidString.lowercased().prefix(8)).gpx"
      return Response(
        status: .ok,
        headers: [
          .contentType: "application/gpx+xml",
          .contentDisposition: "attachment; filename=\"\(name)\"",
        ],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    }
  }
}
