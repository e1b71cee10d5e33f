// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

/// GET /assets/:name: serves a stylesheet, script or icon.
struct AssetRoute: Sendable {
  /// The files by name.
  private let assets: [String: Asset]

  init(modules: [any PageModule]) {
    assets = modules.flatMap(\.assets).reduce(into: Asset.all) { all, asset in
      all[asset.name] = all[asset.name] ?? asset
    }
  }

  func add(to router: PageRouter) {
    router.get(RouterPath(Paths.assetPattern)) { request, context in
      guard let asset = context.parameters.get("name").flatMap({ assets[$0] }) else {
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

extension Asset {
  /// All assets by name.
  static let all = Dictionary(
    uniqueKeysWithValues: [
      stylesheet, script, icon, UploadScript.asset, MapScript.script, MapStyle.stylesheet,
      TrackScript.script, PinnedPages.script,
    ].map { ($0.name, $0) })
}
