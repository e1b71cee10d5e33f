// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Fetches a web token with which another program uses the web protocol as the signed-in user.
///
/// On Linux the token belongs to this program's session and expires with it. It is available only
/// for the configured API token.
public final class CKFetchWebAuthTokenOperation: CKDatabaseOperation, @unchecked Sendable {
  /// The API token of the program that will use the web token.
  public var apiToken: String?
  /// Called at the end with the token.
  public var fetchWebAuthTokenResultBlock: ((Result<String, any Error>) -> Void)?
  private var completion: ((String?, (any Error)?) -> Void)?

  /// Called at the end with the token.
  @available(*, deprecated, renamed: "fetchWebAuthTokenResultBlock")
  public var fetchWebAuthTokenCompletionBlock: ((String?, (any Error)?) -> Void)? {
    get { completion }
    set { completion = newValue }
  }

  /// An operation whose API token is set later.
  public override init() { super.init() }

  /// An operation for an API token.
  public init(apiToken: String) {
    self.apiToken = apiToken
    super.init()
  }

  override func run() async {
    do {
      let token = try await token()
      completion?(token, nil)
      fetchWebAuthTokenResultBlock?(.success(token))
    } catch {
      let error = Self.asError(error)
      completion?(nil, error)
      fetchWebAuthTokenResultBlock?(.failure(error))
    }
  }

  private func token() async throws -> String {
    let database = try target()
    guard let apiToken else {
      throw CKError(.invalidArguments, "The operation has no API token: set apiToken.")
    }
    // Each response contains a new token, which is valid longest.
    _ = try await database.callerName()
    guard let token = try database.connection().service.webAuthToken(forAPIToken: apiToken) else {
      throw CKError(
        .permissionFailure,
        "There is no web token for this API token: use the configured one."
      )
    }
    return token
  }
}
