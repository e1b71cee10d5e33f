// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// What answers requests: the middleware in order, then the pages for operators.
enum CloudRoutes {
  static func router(site: CloudSite) -> Router<ServerContext> {
    let router = Router(context: ServerContext.self)
    router.addMiddleware {
      RequestMonitor(site: site)
      HostRule()
      ProtocolRoutes(site: site)
      SignInRoute(site: site)
      DeviceSignInRoute(site: site)
      PageMethods(site: site)
    }
    HealthRoute(site: site).add(to: router)
    MetricsRoute(site: site).add(to: router)
    DescriptionRoute(site: site).add(to: router)
    return router
  }
}
