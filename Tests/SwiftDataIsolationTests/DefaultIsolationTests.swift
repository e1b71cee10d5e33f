// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A model without an annotation, in a module whose default isolation is the main actor.
@Model
final class Album {
  var name: String
  var count = 0
  @Relationship(deleteRule: .cascade, inverse: \Page.album) var pages: [Page] = []
  var title: String { "Album \(name)" }

  init(name: String) { self.name = name }
}

@Model
final class Page {
  var album: Album?
  var level = 1 {
    didSet { changes += 1 }
  }
  var changes = 0

  init() {}
}

/// A model that model actors use, too.
@Model
nonisolated final class Song {
  #Unique<Song>([\.code])
  var code: String
  private(set) var data = Data()
  @Transient var cache: [String] = []
  static let untitled = "untitled"

  init(code: String) { self.code = code }
}

enum MusicSchema: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Album.self, Page.self, Song.self] }
}

enum MusicPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [MusicSchema.self] }
  static var stages: [MigrationStage] { [] }
}

@ModelActor
actor SongImporter {
  func add(_ codes: [String]) throws -> [PersistentIdentifier] {
    let songs = codes.map { Song(code: $0) }
    for song in songs { modelContext.insert(song) }
    try modelContext.save()
    return songs.map(\.persistentModelID)
  }

  func count(of code: String) throws -> Int {
    try modelContext.fetchCount(FetchDescriptor<Song>(predicate: #Predicate { $0.code == code }))
  }
}

@Suite struct DefaultIsolationTests {
  private let container: ModelContainer
  private var context: ModelContext { container.mainContext }

  init() throws {
    container = try ModelContainer(
      for: Schema(versionedSchema: MusicSchema.self), migrationPlan: MusicPlan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  @Test func `a model needs no annotation in a module of the main actor`() throws {
    let album = Album(name: "a")
    context.insert(album)
    album.pages.append(Page())
    album.pages[0].level += 1
    album.name += "b"
    try context.save()
    let name = "ab"
    let found = try context.fetch(
      FetchDescriptor<Album>(
        predicate: #Predicate { $0.name == name }, sortBy: [SortDescriptor(\.name)]))
    #expect(found.map(\.title) == ["Album ab"])
    #expect(found.first?.pages.map(\.changes) == [1])
    context.delete(album)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Page>()) == 0)
  }

  @Test func `a nonisolated model is shared with a model actor`() async throws {
    let importer = SongImporter(modelContainer: container)
    let ids = try await importer.add(["x", "y"])
    let song: Song? = context.model(for: ids[0]) as? Song
    #expect(song?.code == "x")
    song?.code = "z"
    try context.save()
    #expect(try await importer.count(of: "z") == 1)
    #expect(try await importer.count(of: "x") == 0)
  }
}
