// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// What answers requests: the middleware in order, then an endpoint a file.
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
    AskToDeleteRoute(site: site).add(to: router)
    DeleteRuckRoute(site: site).add(to: router)
    TrackFileRoute(site: site).add(to: router)
    ImportRoute(site: site).add(to: router)
    ChangesRoute(site: site).add(to: router)
    AssetRoute().add(to: router)
    return router
  }
}
