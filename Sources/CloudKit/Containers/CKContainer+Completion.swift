// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKContainer {
  /// Tells whether somebody is signed in.
  @preconcurrency public func accountStatus(
    completionHandler: @escaping @Sendable (CKAccountStatus, (any Error)?) -> Void
  ) {
    Task {
      do {
        completionHandler(try await accountStatus(), nil)
      } catch {
        completionHandler(.couldNotDetermine, error)
      }
    }
  }

  /// Tells the name of the record that stands for the user who is signed in.
  @preconcurrency public func fetchUserRecordID(
    completionHandler: @escaping @Sendable (CKRecord.ID?, (any Error)?) -> Void
  ) {
    Task {
      do {
        completionHandler(try await userRecordID(), nil)
      } catch {
        completionHandler(nil, error)
      }
    }
  }
}
