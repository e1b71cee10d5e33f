// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TravelFiles

struct MailboxTests {
  private func message(_ subject: String, _ day: Int, _ text: String = "Text") -> String {
    """
    From - Mon Mar 01 10:00:00 2027
    Subject: \(subject)
    Date: \(day) Mar 2027 10:00:00 +0000

    \(text)


    """
  }

  private func texts(_ file: String) -> [String]? {
    Mailbox(Data(file.utf8)).map { mailbox in
      mailbox.indices.map { String(decoding: mailbox.message(at: $0), as: UTF8.self) }
    }
  }

  @Test(arguments: ["\n", "\r\n"])
  func `the messages of a mailbox are those between its separators, the oldest first`(
    end: String
  ) throws {
    let file = (message("second", 2) + message("third", 3) + message("first", 1))
      .replacing("\n", with: end)
    let found = try #require(texts(file))
    #expect(found.count == 3)
    #expect(zip(found, ["first", "second", "third"]).allSatisfy { $0.hasPrefix("Subject: \($1)") })
    #expect(Mailbox(Data(file.utf8))?.isTruncated == false)
  }

  @Test(arguments: ["GMT", "UT", "UTC", "+0000"])
  func `a date in universal time has a place in the order`(zone: String) throws {
    let file =
      message("first", 1) + message("third", 3)
      + message("second", 2).replacing("+0000", with: zone)
    let found = try #require(texts(file))
    #expect(zip(found, ["first", "second", "third"]).allSatisfy { $0.hasPrefix("Subject: \($1)") })
  }

  @Test func `a line of a text that begins with From is no separator`() throws {
    let file = message("first", 1, "Dear Kim,\n\nFrom Monday on:\n>From: x\n>>From y\n>From z")
    let found = try #require(texts(file + message("second", 2)))
    #expect(found.count == 2)
    #expect(found[0].contains("\n\nFrom Monday on:\n>From: x\n>From y\nFrom z\n"))
  }

  @Test(arguments: ["", "From", "From x", "From x\n", "From: a@b\nTo: c@d\n\n", "From x\n\n\nText"])
  func `other texts are no mailbox`(text: String) {
    #expect(Mailbox(Data(text.utf8)) == nil)
  }

  @Test func `a slice of data is read from its own start`() throws {
    let data = Data(("12345" + message("first", 1)).utf8).dropFirst(5)
    let mailbox = try #require(Mailbox(data))
    #expect(mailbox.indices.count == 1)
    #expect(String(decoding: mailbox.message(at: 0), as: UTF8.self).hasPrefix("Subject: first"))
  }

  @Test func `a reader of one file names a mailbox`() {
    let error = #expect(throws: TravelFileError.self) {
      try TravelFileReader().read(Data(message("first", 1).utf8), name: "all.mbox")
    }
    #expect(error?.code == .unknownFormat && error?.reason.contains("mailbox") == true)
  }
}
