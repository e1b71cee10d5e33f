// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Where a request goes.
package enum Route: Sendable, Hashable {
  case operation(OperationRoute)
  /// The bytes of an asset, to the server.
  case uploadAsset(token: String)
  /// The bytes of an asset, from the server; clients may add a file name.
  case downloadAsset(token: String)
  /// The next notification.
  case notifications(token: String)

  /// The path below the server's base URL.
  package var path: String {
    switch self {
    case .operation(let route): route.path
    case .uploadAsset(let token): "/assets/1/upload/\(token)"
    case .downloadAsset(let token): "/assets/1/download/\(token)"
    case .notifications(let token): "/webcourier/1/\(token)"
    }
  }

  /// Finds the route of a request.
  ///
  /// The path is that which was sent, without its query; the method is in capitals; the prefix is where
  /// the server is mounted, such as `/ck`, if it is not at the root. Throws the answer to a path that
  /// leads nowhere.
  package init(path: String, method: String, mountedAt prefix: String = "") throws(RouteError) {
    guard path.hasPrefix(prefix + "/") else { throw .notFound(path) }
    var segments: [String] = []
    for segment in path.dropFirst(prefix.count + 1).split(
      separator: "/", maxSplits: 12, omittingEmptySubsequences: false)
    {
      guard let text = PercentCoding.decoded(segment, plusIsSpace: false), !text.isEmpty else {
        throw .notFound(path)
      }
      segments.append(text)
    }
    switch segments[0] {
    case "database", "device":
      self = .operation(try OperationRoute(segments, path: path, method: method))
    case "assets" where segments.count == 4 && segments[1...2] == ["1", "upload"]:
      try RouteError.check(method, [.post])
      self = .uploadAsset(token: segments[3])
    case "assets"
    where (4...5).contains(segments.count) && segments[1...2] == ["1", "download"]:
      guard method == "GET" || method == "HEAD" else {
        throw .wrongMethod(method, allowed: ["GET", "HEAD"])
      }
      self = .downloadAsset(token: segments[3])
    case "webcourier" where segments.count == 3 && segments[1] == "1":
      try RouteError.check(method, [.get])
      self = .notifications(token: segments[2])
    default: throw .notFound(path)
    }
  }
}
