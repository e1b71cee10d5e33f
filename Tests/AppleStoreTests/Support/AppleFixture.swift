// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A temporary folder with a store in the form that Apple's framework writes.
///
/// The tables have the structure of stores of the framework versions 637 to 1513.
final class AppleFixture {
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(
      path: "cairn-apple-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  var source: URL { directory.appending(path: "default.store") }
  var target: URL { directory.appending(path: "new.store") }

  /// Runs statements with the sqlite3 shell, and returns the output.
  @discardableResult
  func sqlite(_ sql: String, _ url: URL? = nil) throws -> String {
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/sqlite3")
    shell.arguments = [(url ?? source).path(percentEncoded: false)]
    let (input, output) = (Pipe(), Pipe())
    shell.standardInput = input
    shell.standardOutput = output
    try shell.run()
    input.fileHandleForWriting.write(Data(sql.utf8))
    try input.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0, "\(sql)")
    return String(decoding: data, as: UTF8.self)
  }

  /// The names, sizes and contents of the files in the folder of the store.
  func snapshot() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(
      atPath: directory.path(percentEncoded: false))
    where !path.hasPrefix("new.store") && !path.hasPrefix(".new.store") {
      files[path] = (try? Data(contentsOf: directory.appending(path: path))) ?? Data()
    }
    return files
  }

  /// Writes the tables that every store has.
  func writeMetadata(
    _ entities: [(name: String, parent: Int)], model: Data?, version: Int = 1345
  ) throws {
    let list = try PropertyListSerialization.data(
      fromPropertyList: [
        "NSPersistenceFrameworkVersion": version, "NSStoreType": "SQLite",
        "NSStoreModelVersionHashesVersion": 3,
      ] as [String: Any], format: .binary, options: 0)
    let rows = entities.enumerated().map { index, entity in
      "(\(index + 1), '\(entity.name)', \(entity.parent), 0)"
    }
    try sqlite(
      """
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
      INSERT INTO Z_PRIMARYKEY VALUES \(rows.joined(separator: ", ")), (16001, 'CHANGE', 0, 0);
      INSERT INTO Z_METADATA VALUES (1, '\(UUID().uuidString)', \(Self.blob(list)));
      CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZENTITY INTEGER);
      INSERT INTO ACHANGE VALUES (1, 16001, 1, 2);
      """)
    if let model { try sqlite("INSERT INTO Z_MODELCACHE VALUES (\(Self.blob(model)))") }
  }

  static func blob(_ data: Data) -> String {
    "x'" + data.map { String(format: "%02x", $0) }.joined() + "'"
  }

  /// Writes an external file and returns the value that refers to it.
  func external(_ data: Data) throws -> Data {
    let folder = directory.appending(path: ".default_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = UUID().uuidString
    try data.write(to: folder.appending(path: name))
    return Data([2]) + Data(name.utf8) + Data([0])
  }
}

/// A library of books, as Core Data stores it.
extension AppleFixture {
  static let code = UUID(uuidString: "C4637490-BD7F-4428-B093-63A1720E17D2")
  static let cover = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })

  static var model: AppleModelArchive {
    let book: [AppleModelArchive.Property] = [
      .attribute("title", 700, isOptional: false), .attribute("pageCount", 300, isOptional: false),
      .attribute("isRead", 800, isOptional: false), .attribute("rating", 500),
      .attribute("price", 400), .attribute("code", 1100), .attribute("publishedAt", 900),
      .attribute("link", 1200), .attribute("cover", 1000), .attribute("keywords", 1800),
      .attribute("shelf", 700),
      .composite("place", [.attribute("latitude", 500), .attribute("longitude", 500)]),
      .toOne("author", "Author", "books"), .toMany("tags", "Tag", "books"),
    ]
    return AppleModelArchive(entities: [
      AppleModelArchive.Entity(
        name: "Author",
        properties: [
          .attribute("name", 700, isOptional: false), .attribute("bornAt", 900),
          .toMany("books", "Book", "author"),
        ]),
      AppleModelArchive.Entity(name: "Book", properties: book),
      AppleModelArchive.Entity(
        name: "Novel", parent: "Book",
        properties: book + [.attribute("genre", 700), .toMany("sequels", "Novel", nil)]),
      AppleModelArchive.Entity(
        name: "Tag",
        properties: [.attribute("name", 700, isOptional: false), .toMany("books", "Book", "tags")]),
    ])
  }

  /// Writes the library: two authors, three books of which one is a novel, and two tags.
  func writeLibrary(hasModel: Bool = true, isCompressed: Bool = true) throws {
    try writeMetadata(
      [("Author", 0), ("Book", 0), ("Novel", 2), ("Tag", 0)],
      model: hasModel ? Self.model.data(isCompressed: isCompressed) : nil)
    let archive = KeyedArchiveWriter()
    let keywords = archive.archive(
      root: archive.array([archive.add(.text("hills")), archive.add(.text("fog"))]))
    let code = Self.code.map { code in withUnsafeBytes(of: code.uuid) { Data($0) } } ?? Data()
    let big = try external(Self.cover)
    try sqlite(
      """
      CREATE TABLE ZAUTHOR (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBORNAT TIMESTAMP, ZNAME VARCHAR);
      CREATE TABLE ZBOOK (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISREAD INTEGER,
        ZPAGECOUNT INTEGER, ZAUTHOR INTEGER, Z_FOK_AUTHOR INTEGER, Z3SEQUELS INTEGER,
        Z_FOK_3SEQUELS INTEGER, ZPUBLISHEDAT TIMESTAMP, ZRATING FLOAT, ZLATITUDE FLOAT,
        ZLONGITUDE FLOAT, ZPRICE DECIMAL, ZTITLE VARCHAR, ZLINK VARCHAR, ZGENRE VARCHAR,
        ZSHELF VARCHAR, ZCODE BLOB, ZCOVER BLOB, ZKEYWORDS BLOB);
      CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
      CREATE TABLE Z_2TAGS (Z_2BOOKS INTEGER, Z_4TAGS INTEGER, Z_FOK_4TAGS INTEGER,
        PRIMARY KEY (Z_2BOOKS, Z_4TAGS));
      CREATE INDEX ZBOOK_ZAUTHOR_INDEX ON ZBOOK (ZAUTHOR);
      INSERT INTO ZAUTHOR VALUES (1, 1, 1, -631152000.0, 'Ann'), (2, 1, 1, NULL, 'Ben');
      INSERT INTO ZBOOK VALUES
        (1, 2, 3, 1, 120, 1, 2048, NULL, NULL, 737057646.5, 4.5, 47.5, 13.25, 10.11, 'Ridges',
          'https://example.org/ridges', NULL, 'A1', \(Self.blob(code)),
          \(Self.blob(Data([1, 7, 8, 9]))), \(Self.blob(keywords))),
        (2, 3, 1, 0, 300, 1, 1024, NULL, NULL, NULL, NULL, NULL, NULL, 9, 'Fog', NULL, 'crime',
          NULL, NULL, \(Self.blob(big)), NULL),
        (4, 3, 1, 0, 310, 2, 512, 2, 1, NULL, NULL, NULL, NULL, NULL, 'More fog', NULL, 'crime',
          NULL, NULL, NULL, NULL);
      INSERT INTO ZTAG VALUES (1, 4, 1, 'alps'), (2, 4, 1, 'lake');
      INSERT INTO Z_2TAGS VALUES (1, 1, 2048), (1, 2, 1024), (2, 2, 0);
      """)
  }
}
