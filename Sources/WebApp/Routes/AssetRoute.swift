// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

/// GET /assets/:name: what pages load.
struct AssetRoute: Sendable {
  func add(to router: Router<Routes.Context>) {
    router.get(RouterPath(Paths.asset)) { request, context in
      guard let asset = context.parameters.get("name").flatMap({ Asset.all[$0] }) else {
        throw PageError.notFound
      }
      let headers: HTTPFields = [
        .contentType: asset.mediaType, .eTag: asset.tag, .cacheControl: "no-cache",
      ]
      if request.headers[values: .ifNoneMatch].contains(asset.tag) {
        return Response(status: .notModified, headers: headers)
      }
      return Response(
        status: .ok, headers: headers,
        body: ResponseBody(byteBuffer: ByteBuffer(string: asset.text)))
    }
  }
}
