// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The route of a request.
package enum Route: Sendable, Hashable {
  case operation(OperationRoute)
  /// The upload of an asset's bytes.
  case uploadAsset(token: String)
  /// The download of an asset's bytes; clients may append a file name.
  case downloadAsset(token: String)
  /// The request for the next notification.
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
  /// - Parameters:
  ///   - path: The path as sent, without its query.
  ///   - method: The HTTP method in uppercase.
  ///   - prefix: The mount path of the server, such as `/ck`; empty for the root.
  /// - Throws: The response to a path without a route.
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

/// The error response to a request that matches no endpoint.
package struct RouteError: Error, Sendable, Hashable {
  package var failure: ServerFailure
  package var httpStatus: Int
  /// The methods for the `Allow` header; empty if the error is not about the method.
  package var allowedMethods: [String] = []

  static func notFound(_ path: String) -> RouteError {
    RouteError(
      failure: ServerFailure(
        .notFound, "could not find handler for endpoint \(WireError.quoted(path))"),
      httpStatus: 404)
  }

  static func badRequest(_ reason: String) -> RouteError {
    RouteError(failure: ServerFailure(.badRequest, reason), httpStatus: 400)
  }

  package static func wrongMethod(_ method: String, allowed: [String]) -> RouteError {
    RouteError(
      failure: ServerFailure(
        .badRequest,
        "the method is \(WireError.quoted(method)): expected \(allowed.joined(separator: " or "))"),
      httpStatus: 405, allowedMethods: allowed + ["OPTIONS"])
  }

  static func check(_ method: String, _ allowed: [Endpoint.Method]) throws(RouteError) {
    guard !allowed.contains(where: { $0.rawValue == method }) else { return }
    throw wrongMethod(method, allowed: allowed.map(\.rawValue))
  }
}
