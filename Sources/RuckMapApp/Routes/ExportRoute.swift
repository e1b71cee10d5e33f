// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PageKit
import RuckMap

/// GET /rucks/export: serves all objects of the store as a file that the import restores.
struct ExportRoute: Sendable {
  /// The bytes of a part of the response.
  private static let piece = 1 << 18

  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckPaths.export)) { _, _ in
      let data = try await exported()
      return Response(
        status: .ok,
        headers: [
          .contentType: "application/json",
          .contentDisposition: "attachment; filename=\"ruckmap.json\"",
          .cacheControl: "no-store",
        ],
        body: ResponseBody(contentLength: data.count) { writer in
          var offset = data.startIndex
          while offset < data.endIndex {
            let end = min(offset + Self.piece, data.endIndex)
            try await writer.write(ByteBuffer(bytes: data[offset..<end]))
            offset = end
          }
          try await writer.finish(nil)
        })
    }
  }

  /// The exported file, mapped into memory: the tracks of a store can be larger than memory.
  private func exported() async throws -> Data {
    let folder = try UploadFolder(in: site.configuration.uploadDirectory)
    // The mapping keeps the bytes of a removed file.
    defer { folder.remove() }
    let file = folder.url.appending(path: "ruckmap.json")
    try await OutputFile(path: file.path(percentEncoded: false)).writePrivate { append in
      _ = try await site.library.exportAll(append)
    }
    return try Data(contentsOf: file, options: .alwaysMapped)
  }
}
