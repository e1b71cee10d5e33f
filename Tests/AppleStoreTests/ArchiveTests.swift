// Cairn
// SPDX-License-Identifier: Apache-2.0

import CZlib
import Foundation
import Testing

@testable import SwiftData

/// The decoders of archives, property lists and compressed models.
struct ArchiveTests {
  private static let forms: [(level: Int32, strategy: Int32)] = [
    (0, Z_DEFAULT_STRATEGY), (9, Z_DEFAULT_STRATEGY), (9, Z_FIXED), (9, Z_HUFFMAN_ONLY),
    (1, Z_RLE),
  ]

  @Test(arguments: forms)
  func `compressed data of every block type is decompressed`(
    _ form: (level: Int32, strategy: Int32)
  )
    throws
  {
    var generator = SystemRandomNumberGenerator()
    for size in [0, 1, 100, 70_000] {
      let data = Data(
        (0..<size).map {
          $0 % 7 == 0 ? UInt8.random(in: 0...255, using: &generator) : UInt8($0 % 11)
        })
      let compressed = deflated(data, level: form.level, strategy: form.strategy)
      let result = try RawDeflate.inflate(Array(compressed), limit: 1 << 20)
      #expect(Data(result) == data)
    }
  }

  @Test func `damaged and too long compressed data is rejected`() throws {
    let data = deflated(Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 * $0) }))
    #expect(throws: RawDeflate.Malformed.self) {
      try RawDeflate.inflate(Array(data), limit: 4999)
    }
    for count in stride(from: 0, to: data.count, by: 7) {
      #expect(throws: RawDeflate.Malformed.self) {
        try RawDeflate.inflate(Array(data.prefix(count)), limit: 1 << 20)
      }
    }
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var bytes = Array(data)
      bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
        in: 0...255, using: &generator)
      _ = try? RawDeflate.inflate(bytes, limit: 1 << 20)
    }
  }

  @Test func `an archive becomes the JSON of its values`() throws {
    let writer = KeyedArchiveWriter()
    let uuid = UUID(uuidString: "C4637490-BD7F-4428-B093-63A1720E17D2")
    let bytes = uuid.map { uuid in withUnsafeBytes(of: uuid.uuid) { Data($0) } } ?? Data()
    let members: [(String, ListNode)] = [
      ("date", writer.add("NSDate", [("NS.time", .real(12.5))])),
      ("id", writer.add("NSUUID", [("NS.uuidbytes", .data(bytes))])),
      (
        "link",
        writer.add(
          "NSURL", [("NS.base", .reference(0)), ("NS.relative", writer.add(.text("a:b")))])
      ),
      ("list", writer.array([.integer(1), .boolean(true), .reference(0)])),
      ("text", writer.add("NSMutableString", [("NS.string", .text("Übung"))])),
      ("own", writer.add("App.Cover", [("text", writer.add(.text("x")))])),
      ("bytes", .data(Data([1, 2]))),
    ]
    let data = writer.archive(root: writer.dictionary(members))
    #expect(
      ArchivedValue(data)?.jsonText == """
        {"date":12.5,"id":"C4637490-BD7F-4428-B093-63A1720E17D2","link":"a:b","list":[1,true,null],\
        "text":"Übung","own":{"text":"x"},"bytes":"AQI="}
        """)
  }

  @Test func `a property list that is no archive is read as it is`() throws {
    let data = KeyedArchiveWriter.list(
      .dictionary([("a", .array([.integer(-3), .real(0.5)])), ("b", .text("c"))]))
    #expect(ArchivedValue(data)?.jsonText == #"{"a":[-3,0.5],"b":"c"}"#)
    #expect(ArchivedValue(Data("text".utf8)) == nil)
  }

  @Test func `a cycle in an archive is rejected`() throws {
    let writer = KeyedArchiveWriter()
    let node = writer.reserve()
    writer.fill(node, "App.Node", [("next", node)])
    #expect(ArchivedValue(writer.archive(root: node)) == nil)
  }

  @Test func `damaged lists are rejected or read, but never trap`() throws {
    let data = AppleFixture.model.data(isCompressed: false)
    #expect(AppleModel(cache: data)?.entities.count == 4)
    for count in stride(from: 0, to: data.count, by: 13) {
      #expect(AppleModel(cache: data.prefix(count)) == nil)
    }
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      var bytes = Array(data)
      for _ in 0..<3 {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      _ = AppleModel(cache: Data(bytes))
      _ = ArchivedValue(Data(bytes))
    }
  }
}
