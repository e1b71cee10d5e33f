// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import Foundation
import Testing

/// Finding damage in the server's file.
@Suite struct StoreCheckTests {
  @Test func `a file is sound until bytes of it are overwritten`() async throws {
    let folder = try ScratchFolder()
    let file = folder.url.appending(path: "cloud.sqlite")
    let store = try SQLiteServerStore(file)
    let accounts = Accounts(
      storage: SQLiteAccountStorage(store), data: store, hasher: PasswordHasher(cost: .quick))
    for number in 0..<300 { try await accounts.createContainer("iCloud.org.example.app\(number)") }
    #expect(try await store.check().isEmpty)
    try await store.close()
    // The file alone has everything.
    let log = folder.url.appending(path: "cloud.sqlite-wal")
    #expect((try? Data(contentsOf: log))?.isEmpty != false)
    let handle = try FileHandle(forUpdating: file)
    let size = try handle.seekToEnd()
    // Every page but the first, which has the schema.
    for page in stride(from: UInt64(4_096), to: size, by: 4_096) {
      try handle.seek(toOffset: page + 8)
      try handle.write(contentsOf: Data(repeating: 0xA5, count: 600))
    }
    try handle.close()
    do {
      let problems = try await SQLiteServerStore(file).check()
      #expect(!problems.isEmpty, "\(size) bytes")
    } catch let error as StorageError {
      guard case .damaged = error else {
        Issue.record("\(error)")
        return
      }
    }
  }
}
