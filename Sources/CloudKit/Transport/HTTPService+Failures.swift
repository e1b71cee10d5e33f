// Cairn
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import SystemSupport

extension HTTPService {
  /// Loads the certificates of a PEM file.
  ///
  /// Throws a ``CKError`` that names the file and the remedy.
  static func certificates(_ path: String) throws -> [NIOSSLCertificate] {
    do {
      let certificates = try NIOSSLCertificate.fromPEMFile(path)
      if !certificates.isEmpty { return certificates }
    } catch {}
    let problem =
      switch access(path, R_OK) == 0 ? 0 : errno {
      case 0: "contains no valid PEM certificates"
      case ENOENT: "does not exist"
      case let code: "can't be read (\(SystemError(code).message))"
      }
    throw CKError(
      .badContainer,
      "The certificate authority's file \(path) \(problem): "
        + "sign in again with the authority's file.")
  }

  /// Converts a network error to an error with a cause and a remedy.
  func failure(_ error: any Error, hasResponse: Bool) -> any Error {
    if error is CancellationError { return error }
    if let error = error as? HTTPClientError, error == .cancelled { return CancellationError() }
    if let reason = connectionFailure(error) {
      return CKError(.networkUnavailable, "\(server) \(reason)")
    }
    if let error = tlsFailure(error) { return error }
    return CKError(
      hasResponse ? .networkFailure : .serverResponseLost, "\(server) \(responseFailure(error))")
  }

  /// The server's host and port.
  private var server: String {
    guard let host = settings.url.host() else { return base }
    return settings.url.port.map { "\(host):\($0)" } ?? host
  }

  private var isTLS: Bool { settings.url.scheme?.lowercased() == "https" }

  // MARK: Connecting

  /// Returns the reason of a failed connection; nil if the connection was open.
  private func connectionFailure(_ error: any Error) -> String? {
    if let error = error as? HTTPClientError {
      return error == .connectTimeout ? "doesn't answer: check the address." : nil
    }
    if let error = error as? NIOConnectionError {
      let reasons = error.connectionErrors.compactMap { $0.error as? IOError }
      guard let first = reasons.first ?? Self.cause(of: error) else {
        return error.connectionErrors.isEmpty
          ? "can't be resolved: check the address and the network."
          : "can't be reached: check the address and the network."
      }
      return connectionFailure(first)
    }
    guard let error = error as? IOError else { return nil }
    switch error.errnoCode {
    case ECONNREFUSED: return "refuses connections: check that the server is running."
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL:
      return "can't be reached from here: check the network."
    case ETIMEDOUT: return "doesn't answer: check the address."
    default: return nil
    }
  }

  private static func cause(of error: NIOConnectionError) -> IOError? {
    (error.dnsAError ?? error.dnsAAAAError) as? IOError
  }

  // MARK: TLS

  private func tlsFailure(_ error: any Error) -> CKError? {
    if error is NIOSSLExtraError {
      return CKError(
        untrusted:
          "\(server) can't be trusted: its certificate is for another name. Use that name."
      )
    }
    guard error is NIOSSLError || error is BoringSSLError else { return nil }
    let description = "\(error)"
    if description.contains("CERTIFICATE_VERIFY_FAILED")
      || description.contains("noCertificateToValidate")
      || description.contains("unableToValidateCertificate")
    {
      return CKError(
        untrusted:
          "\(server) can't be trusted: its certificate is not signed by a trusted authority, or is "
          + "not valid now.")
    }
    let isPlain =
      ["WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNEXPECTED_MESSAGE"].contains {
        description.contains($0)
      }
    return CKError(
      .serverResponseLost,
      isPlain
        ? "\(server) doesn't speak TLS: check the port, or whether the address begins with http://."
        : "\(server) has no TLS version or cipher in common with this device: check the address."
    )
  }

  // MARK: Responses

  /// Returns the reason of an incomplete response.
  private func responseFailure(_ error: any Error) -> String {
    switch error {
    case let error as HTTPClientError
    where [.deadlineExceeded, .readTimeout, .writeTimeout].contains(error):
      "timed out: try again later."
    case is HTTPParserError:
      isTLS
        ? "isn't a CloudKit server: check the address."
        : "doesn't speak HTTP: check the port, or whether the address begins with https://."
    case is HTTPClientError, is IOError, is ChannelError:
      isTLS
        ? "closed the connection without a response: try again later."
        : "closed the connection without a response: try again later, or check whether the "
          + "address begins with https://."
    default: "sent an invalid response: check the address, or try again later."
    }
  }
}

extension CKError {
  private static let untrustedKey = "CKUntrustedServer"

  /// The error for an untrusted certificate.
  fileprivate init(untrusted reason: String) {
    self.init(.serverResponseLost, reason, [Self.untrustedKey: true])
  }

  /// Whether the server's certificate is untrusted.
  package var isAboutTrust: Bool { userInfo[Self.untrustedKey] as? Bool == true }
}
