// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird

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
