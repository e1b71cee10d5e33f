// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Fetches a token by which a program that speaks the web protocol acts for the user who is signed in.
///
/// On Linux it belongs to the session of this program, and ends with it; only the API token that this program is
/// configured with has one.
public final class CKFetchWebAuthTokenOperation: CKDatabaseOperation, @unchecked Sendable {
  /// The API token of whoever is to have the web token.
  public var apiToken: String?
  /// Called at the end with the token.
  public var fetchWebAuthTokenResultBlock: ((Result<String, any Error>) -> Void)?
  private var atEnd: ((String?, (any Error)?) -> Void)?

  /// Called at the end with the token.
  @available(*, deprecated, renamed: "fetchWebAuthTokenResultBlock")
  public var fetchWebAuthTokenCompletionBlock: ((String?, (any Error)?) -> Void)? {
    get { atEnd }
    set { atEnd = newValue }
  }

  /// An operation for an API token that is set later.
  public override init() { super.init() }

  /// An operation for an API token.
  public init(apiToken: String) {
    self.apiToken = apiToken
    super.init()
  }

  override func run() async {
    do {
      let token = try await token()
      atEnd?(token, nil)
      fetchWebAuthTokenResultBlock?(.success(token))
    } catch {
      let error = Self.asError(error)
      atEnd?(nil, error)
      fetchWebAuthTokenResultBlock?(.failure(error))
    }
  }

  private func token() async throws -> String {
    let database = try target()
    guard let apiToken else {
      throw CKError(.invalidArguments, "The operation has no API token: set apiToken.")
    }
    // An answer of the server brings the newest token, which is good for longest.
    _ = try await database.callerName()
    guard let token = try database.connection().service.webAuthToken(forAPIToken: apiToken) else {
      throw CKError(
        .permissionFailure,
        "The API token is not the one that this program is configured with, which alone has a web token here."
      )
    }
    return token
  }
}
