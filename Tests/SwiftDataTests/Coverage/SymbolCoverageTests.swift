// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Compares the module's symbol graph with the table of Apple's symbols.
@Suite(.timeLimit(.minutes(15))) struct SymbolCoverageTests {
  @Test func `every symbol of Apple's framework exists or is listed as absent`() throws {
    let graph = try SymbolGraph.ofSwiftData()
    let absent = try DifferencesPage.names(inSection: "Absent")
    let missing = try AppleSymbol.all().filter { symbol in
      graph.declarations[symbol.path] == nil && !symbol.isNamed(in: absent)
    }
    #expect(
      missing.map(\.description) == [],
      "Add these symbols, or name them in the section Absent of docs/differences-from-apple.md.")
  }

  @Test func `no existing symbol is listed as absent`() throws {
    let graph = try SymbolGraph.ofSwiftData()
    let absent = try DifferencesPage.names(inSection: "Absent")
    let present = try AppleSymbol.all().filter { symbol in
      absent.contains(symbol.path) && symbol.isDeclared(in: graph)
    }
    #expect(
      present.map(\.description) == [],
      "Remove these symbols from the section Absent of docs/differences-from-apple.md.")
  }

  @Test func `every symbol has Apple's declaration or is listed as different`() throws {
    let graph = try SymbolGraph.ofSwiftData()
    let absent = try DifferencesPage.names(inSection: "Absent")
    let listed = try DifferencesPage.names(inSection: "Declarations")
    let different = try AppleSymbol.all().filter { symbol in
      !symbol.isNamed(in: absent) && !symbol.isDeclared(in: graph)
    }
    let unlisted = different.filter { !listed.contains($0.path) }
    #expect(
      unlisted.map { "\($0), here \(graph.declarations[$0.path, default: []])" } == [],
      "Correct these symbols, or name them in the section Declarations of the page.")
    let paths = Set(try AppleSymbol.all().map(\.path))
    let equal = listed.filter { name in
      paths.contains(name) && !different.contains { $0.path == name }
    }
    #expect(equal == [], "Remove these names from the section Declarations of the page.")
  }

  @Test func `every type has the conformances of Apple's type`() throws {
    let graph = try SymbolGraph.ofSwiftData()
    let missing = try AppleSymbol.all().filter { $0.declaration != nil }.compactMap { symbol in
      let names = symbol.missingConformances(in: graph)
      return names.isEmpty ? nil : "\(symbol.path): \(names.joined(separator: ", "))"
    }
    #expect(missing == [])
  }

  @Test func `a type that conforms to Apple's protocol needs no other members`() throws {
    let graph = try SymbolGraph.ofSwiftData()
    let apple = Set(
      try AppleSymbol.all().compactMap { symbol in
        symbol.declaration.map { "\(symbol.path) \($0)" }
      })
    let added = graph.requirements.map { "\($0.path) \($0.declaration)" }
      .filter { !apple.contains($0) }
    #expect(added == [], "Add default implementations.")
    #expect(graph.requirements.contains { $0.path == "DataStore.save(_:)" })
    #expect(!graph.requirements.contains { $0.path == "DataStore.fetchCount(_:)" })
  }

  @Test func `the table names each declaration once`() throws {
    let symbols = try AppleSymbol.all()
    #expect(symbols.count > 480)
    #expect(Set(symbols.map(\.description)).count == symbols.count)
  }

  @Test func `associated types of Apple's types have their names`() {
    #expect(DefaultHistoryInsert<Trip>.ChangeIdentifier.self == Int64.self)
    #expect(DefaultHistoryInsert<Trip>.TransactionIdentifier.self == Int64.self)
    #expect(DefaultHistoryUpdate<Trip>.ChangeIdentifier.self == Int64.self)
    #expect(DefaultHistoryUpdate<Trip>.TransactionIdentifier.self == Int64.self)
    #expect(DefaultHistoryDelete<Trip>.ChangeIdentifier.self == Int64.self)
    #expect(DefaultHistoryDelete<Trip>.TransactionIdentifier.self == Int64.self)
    #expect(DefaultHistoryToken.ID.self == Int.self)
    #expect(DefaultHistoryToken.TokenType.self == [String: Int64].self)
    #expect(DefaultHistoryTransaction.ID.self == Int64.self)
    #expect(DefaultHistoryTransaction.TokenType.self == DefaultHistoryToken.self)
    #expect(DefaultHistoryTransaction.TransactionIdentifier.self == Int64.self)
    #expect(DefaultStore.Configuration.self == ModelConfiguration.self)
    #expect(DefaultStore.Snapshot.self == DefaultSnapshot.self)
    #expect(DefaultStore.HistoryType.self == DefaultHistoryTransaction.self)
    #expect(DefaultStore.TokenType.self == DefaultHistoryToken.self)
    #expect(EditingState.ID.self == UUID.self)
    #expect(ModelConfiguration.ID.self == URL.self)
    #expect(ModelContext.NotificationKey.RawValue.self == String.self)
    #expect(Schema.Relationship.DeleteRule.RawValue.self == String.self)
    #expect(FetchResultsCollection<Trip>.Index.self == Int.self)
    #expect(FetchResultsCollection<Trip>.Indices.self == Range<Int>.self)
    #expect(
      FetchResultsCollection<Trip>.Iterator.self
        == IndexingIterator<FetchResultsCollection<Trip>>.self)
    #expect(
      FetchResultsCollection<Trip>.SubSequence.self == Slice<FetchResultsCollection<Trip>>.self)
  }

  @Test func `a symbol that does not exist is reported`() throws {
    let graph = try SymbolGraph.ofSwiftData()
    #expect(graph.declarations["ModelContext.fetch(_:)"]?.count == 1)
    #expect(graph.declarations["PersistentModel.getValue(forKey:)"]?.count == 5)
    #expect(graph.declarations["ModelContext.fetch(_:limit:)"] == nil)
    let line = "applies ModelContext func fetch(_: Int, limit: Int) throws"
    let symbol = try #require(AppleSymbol(line[...]))
    #expect(symbol.path == "ModelContext.fetch(_:limit:)")
    #expect(!symbol.isNamed(in: ["ModelContext.save()", "Query"]))
    #expect(symbol.isNamed(in: ["ModelContext"]))
  }

  @Test(arguments: [
    "func fetch<T>(_: FetchDescriptor<T>) throws -> [T]",
    "func fetch<T>(_: FetchDescriptor<T>) -> [T] where T: PersistentModel",
    "func fetch<T>(_: FetchDescriptor<T>?) throws -> [T] where T: PersistentModel",
    "func fetch<T>(_: FetchDescriptor<T> = .init()) throws -> [T] where T: PersistentModel",
    "func fetch<T>(_: FetchDescriptor<T>) async throws -> [T] where T: PersistentModel",
    "func fetch<T>(_: FetchDescriptor<T>) throws -> [T]? where T: PersistentModel",
  ])
  func `a symbol with another declaration is reported`(declaration: String) throws {
    let graph = try SymbolGraph.ofSwiftData()
    let symbol = try #require(AppleSymbol("applies ModelContext \(declaration)"[...]))
    #expect(symbol.path == "ModelContext.fetch(_:)")
    #expect(!symbol.isDeclared(in: graph))
    let apple = "func fetch<M>(_ all: FetchDescriptor<M>) throws->[M] where M:PersistentModel"
    #expect(try #require(AppleSymbol("applies ModelContext \(apple)"[...])).isDeclared(in: graph))
  }
}
