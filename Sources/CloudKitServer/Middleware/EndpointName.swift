// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Hummingbird

/// What logs and metrics call the endpoint of a request: one of few names, whatever was asked for.
enum EndpointName {
  private static let pages = ["/health": "health", "/metrics": "metrics"]

  static func of(_ request: Request, mountedAt mount: String) -> String {
    let path = RequestTarget(request.head.path ?? "/").path
    if let page = pages[path] { return page }
    if path == OpenAPIPages.description || path == mount + OpenAPIPages.description {
      return "description"
    }
    if path.hasPrefix(mount + SignInPaths.start) { return "sign-in" }
    guard
      let route = try? Route(path: path, method: request.method.rawValue, mountedAt: mount)
    else { return "other" }
    return switch route {
    case .operation(let route): route.endpoint.operation
    case .uploadAsset: "upload"
    case .downloadAsset: "download"
    case .notifications: "webcourier"
    }
  }
}
