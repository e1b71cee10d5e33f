// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension CKDatabase {
  /// The record name of the user who is signed in.
  func callerName() async throws -> String {
    let answer = try await connection().ask(
      .caller, .public, EmptyRequest(), as: CallerResponse.self)
    guard let name = answer.identity.userRecordName else {
      throw CKError(.notAuthenticated, "Nobody is signed in.")
    }
    return name
  }
}
