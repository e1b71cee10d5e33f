// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Observation

/// The user who is signed in on this device.
public struct SignedInAccount: Sendable, Hashable {
  /// The user's name on the server.
  public var user: String
  /// The server's address.
  public var server: URL

  /// Creates an account.
  public init(user: String, server: URL) {
    self.user = user
    self.server = server
  }
}

/// A source of the account, such as the file that `cairn login` writes.
public protocol AccountSource: Sendable {
  /// Returns the signed-in account; nil if none is.
  ///
  /// - Throws: An error that names the unreadable file and the remedy.
  func account() async throws -> SignedInAccount?
}

/// The state of the sign-in, over the account that `cairn login` stores.
@MainActor @Observable
public final class AuthenticationManager {
  /// The state of the sign-in.
  public enum State: Sendable, Hashable {
    /// The account was not read yet.
    case unknown
    /// Nobody is signed in; all data stays on this device.
    case signedOut
    /// A user is signed in.
    case signedIn(SignedInAccount)
    /// The account can't be read; the string has the reason and the remedy.
    case failed(String)
  }

  /// The state of the sign-in.
  public private(set) var state: State = .unknown

  @ObservationIgnored private let source: any AccountSource

  /// Creates a manager that has not read the account.
  public init(source: any AccountSource) { self.source = source }

  /// The signed-in account; nil if none is.
  public var account: SignedInAccount? {
    if case .signedIn(let account) = state { account } else { nil }
  }

  /// The action that signs in.
  public var remedy: String {
    "Sign in on the page Sync, or run: cairn login URL --user NAME"
  }

  /// Reads the account again, after a sign-in or sign-out by another process.
  public func refresh() async {
    do {
      state = try await source.account().map { .signedIn($0) } ?? .signedOut
    } catch {
      state = .failed(error.localizedDescription)
    }
  }
}
