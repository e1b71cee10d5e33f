// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import RuckMap

/// The router with the middleware, in order, and all routes.
enum Routes {
  typealias Context = BasicRequestContext

  static func router(site: Site, address: LocalAddress) -> Router<Context> {
    let router = Router(context: Context.self, options: .autoGenerateHeadEndpoints)
    router.addMiddleware {
      RequestLog(logger: site.logger)
      SecurityHeaders()
      ErrorPages(site: site)
      HostCheck(address: address)
    }
    ListRoute(site: site).add(to: router)
    ListFragmentRoute(site: site).add(to: router)
    RuckRoute(site: site).add(to: router)
    RuckFragmentRoute(site: site).add(to: router)
    EditRuckRoute(site: site).add(to: router)
    ConfirmDeleteRoute(site: site).add(to: router)
    DeleteRuckRoute(site: site).add(to: router)
    TrackFileRoute(site: site).add(to: router)
    ImportRoute(site: site).add(to: router)
    ChangesRoute(site: site).add(to: router)
    AssetRoute().add(to: router)
    return router
  }
}

/// GET /assets/:name: serves a stylesheet, script or icon.
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

/// GET /changes: streams an event for each change of the store, by this process or another.
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
