// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Foundation
import Testing

/// Record names of objects, pairs and chunks.
@Suite struct RecordNamesTests {
  @Test func `a unique UUID or integer is part of the name, other values are hashed`() throws {
    let id = try #require(UUID(uuidString: "6F1B1C1E-8A1F-4B5E-9C6D-0123456789AB"))
    let bytes = withUnsafeBytes(of: id.uuid) { Data($0) }
    #expect(
      RecordNames.unique("User", [.data(bytes)]) == "User.6F1B1C1E-8A1F-4B5E-9C6D-0123456789AB")
    #expect(RecordNames.unique("User", [.integer(-4)]) == "User.-4")
    let mail = try #require(RecordNames.unique("User", [.text("a@example.org")]))
    #expect(mail.hasPrefix("User.") && mail.utf8.count == 45 && !mail.contains("example"))
    #expect(mail == RecordNames.unique("User", [.text("a@example.org")]))
    #expect(mail != RecordNames.unique("User", [.text("b@example.org")]))
    #expect(mail != RecordNames.unique("Person", [.text("a@example.org")]))
  }

  @Test func `names of several values depend on where each value ends`() {
    let first = RecordNames.unique("A", [.text("x"), .text("yz")])
    #expect(first != RecordNames.unique("A", [.text("xy"), .text("z")]))
    #expect(first != nil)
    #expect(RecordNames.unique("A", [.text("x"), nil]) == nil)
  }

  @Test func `pairs and chunks have readable names unless those are too long`() {
    #expect(RecordNames.link("Post_tags", "a", "b") == "Post_tags/a/b")
    #expect(RecordNames.chunk("Point", "Ruck.1", 3) == "Point/Ruck.1/3")
    let long = String(repeating: "x", count: 200)
    let link = RecordNames.link("Post_tags", long, long)
    #expect(link.utf8.count < 100)
    #expect(link != RecordNames.link("Post_tags", long, long + "y"))
    #expect(RecordNames.link("R", "a/b", "c") != RecordNames.link("R", "a", "b/c"))
    #expect(RecordNames.chunk("Point", String(repeating: "x", count: 252), 12).utf8.count < 255)
  }

  @Test func `names are ASCII with at most 255 characters for any entity name`() {
    let entity = String(repeating: "ß", count: 120)
    for name in [
      RecordNames.unique(entity, [.integer(1)]), RecordNames.link(entity, "a", "b"),
      RecordNames.chunk(entity, "a", .max),
    ] {
      #expect(name?.utf8.count ?? 999 <= 255)
      #expect(name?.utf8.allSatisfy { $0 < 0x7F && $0 > 0x1F } == true)
    }
  }
}
