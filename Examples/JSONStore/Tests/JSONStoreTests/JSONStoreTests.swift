// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONStore
import SwiftDataStoreTesting
import Testing

@Suite struct JSONStoreTests {
  @Test(arguments: StoreCheck.all) func `the store follows each rule`(_ check: StoreCheck) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "json-store-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = StoreUnderTest { name in
      JSONStoreConfiguration(fileURL: folder.appending(path: "\(name).json"))
    }
    try check.run(on: store)
  }
}
