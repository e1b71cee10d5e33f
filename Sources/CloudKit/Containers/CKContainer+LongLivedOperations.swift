// Cairn
// SPDX-License-Identifier: Apache-2.0

// On Linux an operation ends with the program: those that it has begun are all there are.

extension CKContainer {
  /// The names of the operations with `isLongLived` that run on this container's databases.
  public func allLongLivedOperationIDs() async throws -> [CKOperation.ID] {
    longLivedOperations.map(\.operationID)
  }

  /// A long-lived operation that runs; nil if it has ended.
  public func longLivedOperation(for operationID: CKOperation.ID) async throws -> CKOperation? {
    longLivedOperations.first { $0.operationID == operationID }
  }

  /// Tells the names of the operations with `isLongLived` that run on this container's databases.
  @preconcurrency public func fetchAllLongLivedOperationIDs(
    completionHandler: @escaping @Sendable ([CKOperation.ID]?, (any Error)?) -> Void
  ) { privateCloudDatabase.run(completionHandler) { try await self.allLongLivedOperationIDs() } }

  /// Tells of a long-lived operation that runs.
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
