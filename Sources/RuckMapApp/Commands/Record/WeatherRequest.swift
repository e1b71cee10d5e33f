// Cairn
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import RuckMap

/// A request to a weather service.
enum WeatherRequest {
  private static let timeout = TimeAmount.seconds(10)
  private static let responseLimit = 1 << 20

  /// Fetches the body of an answer.
  ///
  /// - Throws: An error of the request; an answer with an error is returned, since its body says why.
  static func body(of url: URL) async throws -> Data {
    let response = try await HTTPClient.shared.execute(
      HTTPClientRequest(url: url.absoluteString), timeout: timeout)
    let body = try await response.body.collect(upTo: responseLimit)
    return Data(body.readableBytesView)
  }
}
