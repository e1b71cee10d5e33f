// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import SwiftDataStoreTesting
import Testing

/// The rules of stores, on three stores. The tests of `Examples/JSONStore` verify a fourth.
@Suite struct StoreConformanceTests {
  @Test(arguments: StoreCheck.all) func `the SQLite store follows each rule`(_ check: StoreCheck)
    throws
  {
    let folder = try TemporaryFolder()
    let store = StoreUnderTest { name in
      ModelConfiguration(url: folder.url.appending(path: "\(name).store"))
    }
    try check.run(on: store)
  }

  @Test(arguments: StoreCheck.all) func `the dictionary store follows each rule`(
    _ check: StoreCheck
  ) throws {
    try check.run(on: StoreUnderTest { DictionaryStore.Configuration($0) })
  }

  @Test(arguments: StoreCheck.all) func `a store with cached snapshots follows each rule`(
    _ check: StoreCheck
  ) throws {
    try check.run(on: StoreUnderTest { DictionaryStore.Configuration($0, caches: true) })
  }

  @Test(arguments: StoreCheck.all) func `the default store follows each rule through snapshots`(
    _ check: StoreCheck
  ) throws {
    let folder = try TemporaryFolder()
    let store = StoreUnderTest { name in
      ForwardingStore.Configuration(url: folder.url.appending(path: "\(name).store"))
    }
    try check.run(on: store)
  }

  @Test func `the names of the rules are distinct`() {
    let names = StoreCheck.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.count >= 30)
  }

  @Test func `a store that loses values fails the rules about values`() throws {
    let store = StoreUnderTest { DictionaryStore.Configuration($0, losesUpdates: true) }
    let failed = StoreCheck.all.filter { check in
      do {
        try check.run(on: store)
        return false
      } catch {
        return true
      }
    }
    #expect(failed.map(\.name).contains("a changed value replaces the stored one"))
    #expect(failed.count < StoreCheck.all.count)
  }
}
