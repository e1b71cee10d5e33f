// Cairn
// SPDX-License-Identifier: Apache-2.0

// On Linux operations end with the program: long-lived operations are those of this process.

extension CKContainer {
  /// Returns the IDs of running long-lived operations on this container's databases.
  public func allLongLivedOperationIDs() async throws -> [CKOperation.ID] {
    longLivedOperations.map(\.operationID)
  }

  /// Returns a running long-lived operation; nil if it has ended.
  public func longLivedOperation(for operationID: CKOperation.ID) async throws -> CKOperation? {
    longLivedOperations.first { $0.operationID == operationID }
  }

  /// Fetches the IDs of running long-lived operations on this container's databases.
  @preconcurrency public func fetchAllLongLivedOperationIDs(
    completionHandler: @escaping @Sendable ([CKOperation.ID]?, (any Error)?) -> Void
  ) { privateCloudDatabase.run(completionHandler) { try await self.allLongLivedOperationIDs() } }

  /// Fetches a running long-lived operation.
  @preconcurrency public func fetchLongLivedOperation(
    withID operationID: CKOperation.ID,
    completionHandler: @escaping @Sendable (CKOperation?, (any Error)?) -> Void
  ) {
    privateCloudDatabase.run(completionHandler) {
      try await self.longLivedOperation(for: operationID)
    }
  }

  private var longLivedOperations: [CKDatabaseOperation] {
    Self.queue.operations.compactMap { $0 as? CKDatabaseOperation }.filter {
      $0.settings.isLongLived == true && !$0.isFinished
        && $0.database?.container == containerIdentifier
    }
  }
}

extension CKContainer {
  /// Fetches the account status.
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

  /// Fetches the ID of the signed-in user's record.
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
