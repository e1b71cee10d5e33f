// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The domain of the errors of location services.
public let kCLErrorDomain = "kCLErrorDomain"

/// An error of location services.
public struct CLError: Error, Hashable, Sendable, LocalizedError, CustomNSError {
  /// The kinds of errors, with Apple's numbers.
  public enum Code: Int, Sendable, Hashable, CaseIterable {
    /// No location is available now; the source tries again.
    case locationUnknown = 0
    /// The program may not use locations.
    case denied = 1
    /// The source can't be reached; it tries again.
    case network = 2
  }

  /// The kind of the error.
  public let code: Code
  /// The failure, its cause and the remedy; an empty string if unknown.
  public let reason: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of the error.
  ///   - reason: The failure, its cause and the remedy.
  public init(_ code: Code, _ reason: String = "") {
    self.code = code
    self.reason = reason
  }

  /// The code of an unknown location.
  public static var locationUnknown: Code { .locationUnknown }
  /// The code of a denied permission.
  public static var denied: Code { .denied }
  /// The code of an unreachable source.
  public static var network: Code { .network }

  /// The domain, ``kCLErrorDomain``.
  public static var errorDomain: String { kCLErrorDomain }
  /// The number of the code.
  public var errorCode: Int { code.rawValue }

  /// The description, under the key of Foundation.
  public var errorUserInfo: [String: Any] {
    [NSLocalizedDescriptionKey: errorDescription ?? reason]
  }

  /// The failure, its cause and the remedy.
  public var errorDescription: String? {
    if !reason.isEmpty { return reason }
    return switch code {
    case .locationUnknown: "No location is available now. Wait for a fix under open sky."
    case .denied: "The program may not use locations. Permit it in the settings of the source."
    case .network: "The source of locations can't be reached. Check that it runs."
    }
  }
}
