// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// `/openapi.json`: the description of what this server answers.
struct DescriptionRoute {
  let site: CloudSite

  func add(to router: Router<ServerContext>) {
    let mount = site.configuration.mount
    let body = OpenAPIDocument(of: site.endpoints.endpoints, mountedAt: mount).bytes
    for path in Set([OpenAPIPages.description, mount + OpenAPIPages.description]) {
      router.get(RouterPath(path)) { _, _ in
        var response = JSONAnswer.response(body)
        response.headers[.cacheControl] = "public, max-age=300"
        CrossOrigin.allow("*", in: &response)
        return response
      }
    }
  }
}
