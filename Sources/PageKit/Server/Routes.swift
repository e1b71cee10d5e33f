// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

/// The router of the kit's own routes and of all modules.
enum Routes {
  /// The router.
  ///
  /// - Parameters:
  ///   - site: The dependencies of the routes.
  ///   - address: The names of this server.
  ///   - guards: Middleware after the kit's own.
  /// - Returns: The router of the kit's own routes and of all modules.
  static func router(
    site: Site, address: any ServerNames, guards: [PageMiddleware] = []
  ) -> PageRouter {
    let router = Router(context: PageContext.self, options: .autoGenerateHeadEndpoints)
    router.addMiddleware {
      RequestLog(site: site)
      SecurityHeaders(site: site)
      ErrorPages(site: site)
      HostCheck(address: address)
    }
    for middleware in guards { router.add(middleware: middleware) }
    StartRoute(site: site).add(to: router)
    SearchRoute(site: site).add(to: router)
    SettingsRoute(site: site).add(to: router)
    ChangesRoute(site: site).add(to: router)
    AssetRoute(modules: site.modules).add(to: router)
    LeafletRoute(files: site.configuration.maps.leaflet).add(to: router)
    TileRoute(site: site).add(to: router)
    for module in site.modules { module.addRoutes(to: router, site: site) }
    return router
  }
}

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
