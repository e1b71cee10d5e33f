// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The answer to a request that no endpoint takes.
package struct RouteError: Error, Sendable, Hashable {
  package var failure: ServerFailure
  package var httpStatus: Int
  /// For the header `Allow`; empty if the method is not what is wrong.
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
