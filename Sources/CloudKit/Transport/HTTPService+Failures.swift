// Cairn
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension HTTPService {
  /// The certificates in a PEM file.
  ///
  /// Throws a ``CKError`` that names the file and says what to do.
  static func certificates(_ path: String) throws -> [NIOSSLCertificate] {
    do {
      let certificates = try NIOSSLCertificate.fromPEMFile(path)
      if !certificates.isEmpty { return certificates }
    } catch {}
    let problem =
      switch access(path, R_OK) == 0 ? 0 : errno {
      case 0: "has no certificates in PEM that can be read"
      case ENOENT: "is not there"
      case let code: "can't be read (\(String(cString: strerror(code))))"
      }
    throw CKError(
      .badContainer,
      "The file of the authority that the server is trusted by, \(path), \(problem): sign in again with the "
        + "authority's file.")
  }

  /// What an error of the network means, in a sentence that says what to do.
  func failure(_ error: any Error, hasAnswer: Bool) -> any Error {
    if error is CancellationError { return error }
    if let error = error as? HTTPClientError, error == .cancelled { return CancellationError() }
    if let reason = connectionFailure(error) {
      return CKError(.networkUnavailable, "\(place) \(reason)")
    }
    if let error = tlsFailure(error) { return error }
    return CKError(
      hasAnswer ? .networkFailure : .serverResponseLost, "\(place) \(answerFailure(error))")
  }

  /// The server as it stands in the address.
  private var place: String {
    guard let host = way.url.host() else { return base }
    return way.url.port.map { "\(host):\($0)" } ?? host
  }

  private var isTLS: Bool { way.url.scheme?.lowercased() == "https" }

  // MARK: Connecting

  /// Why there is no connection; nil if there was one.
  private func connectionFailure(_ error: any Error) -> String? {
    if let error = error as? HTTPClientError {
      return error == .connectTimeout ? "doesn't answer: check the address." : nil
    }
    if let error = error as? NIOConnectionError {
      let reasons = error.connectionErrors.compactMap { $0.error as? IOError }
      guard let first = reasons.first ?? Self.cause(of: error) else {
        return error.connectionErrors.isEmpty
          ? "is not known by that name: check the address and the network."
          : "can't be reached: check the address and the network."
      }
      return connectionFailure(first)
    }
    guard let error = error as? IOError else { return nil }
    switch error.errnoCode {
    case ECONNREFUSED: return "takes no connections: is the server running?"
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
          "\(place) can't be trusted: its certificate is for another name. Use the name that it is for."
      )
    }
    guard error is NIOSSLError || error is BoringSSLError else { return nil }
    let words = "\(error)"
    if words.contains("CERTIFICATE_VERIFY_FAILED") || words.contains("noCertificateToValidate")
      || words.contains("unableToValidateCertificate")
    {
      return CKError(
        untrusted:
          "\(place) can't be trusted: its certificate is not signed by an authority that is known here, or is "
          + "not valid now.")
    }
    let isPlain =
      ["WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNEXPECTED_MESSAGE"].contains { words.contains($0) }
    return CKError(
      .serverResponseLost,
      isPlain
        ? "\(place) doesn't speak TLS: check the port, or whether the address begins with http://."
        : "\(place) and this device agree on no way to speak TLS: check that the address is the server's."
    )
  }

  // MARK: Answers

  /// Why there is no whole answer.
  private func answerFailure(_ error: any Error) -> String {
    switch error {
    case let error as HTTPClientError
    where [.deadlineExceeded, .readTimeout, .writeTimeout].contains(error):
      "took too long to answer: try again later."
    case is HTTPParserError:
      isTLS
        ? "doesn't answer as a CloudKit server does: check the address."
        : "doesn't speak HTTP: check the port, or whether the address begins with https://."
    case is HTTPClientError, is IOError, is ChannelError:
      isTLS
        ? "ended the connection without an answer: try again later."
        : "ended the connection without an answer: try again later, or check whether the address begins with "
          + "https://."
    default: "gave no answer that can be read: check the address, or try again later."
    }
  }
}

extension CKError {
  private static let untrustedKey = "CKUntrustedServer"

  /// A server whose certificate can't be trusted.
  fileprivate init(untrusted reason: String) {
    self.init(.serverResponseLost, reason, [Self.untrustedKey: true])
  }

  /// True if the certificate of the server can't be trusted.
  package var isAboutTrust: Bool { userInfo[Self.untrustedKey] as? Bool == true }
}
