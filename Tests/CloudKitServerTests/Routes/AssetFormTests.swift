// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Testing

/// Forms with an asset, split at arbitrary positions.
@Suite struct AssetFormTests {
  private static let type = "Multipart/Form-Data; charset=utf-8; boundary=\"xx y\""
  private static let file = "Content-Disposition: form-data; name=\"f\"; filename=\"n\"\r\n\r\n"

  /// Parses the body in chunks of a length and returns the file's contents.
  private func read(_ body: String, _ type: String = type, by length: Int) throws -> String {
    var form = try #require(try AssetForm(contentType: type))
    var bytes: [UInt8] = []
    var rest = Array(body.utf8)[...]
    while !rest.isEmpty {
      for piece in try form.feed(Array(rest.prefix(length))) { bytes += piece }
      rest = rest.dropFirst(length)
    }
    try form.finish()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    "", "a", "\r\n", "\r", "\r\n\r\n", "\r\n--xx", "-xx y", "a\r\n--xx z\r\nb", "\n--xx y--\n",
  ])
  func `a form's file is the bytes between its boundaries`(_ content: String) throws {
    let note = "--xx y\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\ntext\r\n"
    let body =
      "before\r\n" + note + "--xx y  \r\n\(Self.file)\(content)\r\n\(note)--xx y--\r\nafter"
    for length in 1...body.utf8.count {
      #expect(try read(body, by: length) == content, "by \(length)")
    }
    let short = "--xx y\r\n\(Self.file)\(content)\r\n--xx y--"
    #expect(try read(short, by: 1_000) == content)
  }

  @Test(arguments: [
    "", "--xx y--", "--xx y\r\n\(file)cut", "--xx y\r\n\(file)whole\r\n--xx y",
    "--xx y\r\n\r\nno file\r\n--xx y--", "--xx yz\r\n\(file)x\r\n--xx y--",
    "--xx y\r\n\(file)1\r\n--xx y\r\n\(file)2\r\n--xx y--",
    "--xx y\r\n" + String(repeating: "X: y\r\n", count: 10_000),
    "--xx y\r\n" + String(repeating: "x", count: 20_000),
  ])
  func `a form without exactly one complete file is rejected`(_ body: String) {
    for length in [1, 7, 100_000] {
      #expect(throws: ServerFailure.self, "by \(length)") { try read(body, by: length) }
    }
  }

  @Test
  func `other content types are not forms, and a form without a valid boundary is rejected`()
    throws
  {
    for type in ["", "text/plain", "application/octet-stream; boundary=x"] {
      #expect(try AssetForm(contentType: type) == nil)
    }
    for type in [
      "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=x",
      "multipart/form-data; boundary=" + String(repeating: "x", count: 71),
    ] {
      #expect(throws: ServerFailure.self, "\(type)") { try AssetForm(contentType: type) }
    }
  }

  @Test(arguments: [
    "--xx y\nContent-Disposition: form-data; name=\"f\"; filename=\"n\"\n\n",
    "--xx y\r\nno header\r\n\r\n\r\n--xx y\r\nContent-Disposition: file; filename=n\r\n\r\n",
  ])
  func `line feeds alone end header lines, and a file needs no field name`(_ head: String) throws {
    for length in [1, 7, 1_000] {
      #expect(try read(head + "content\r\n--xx y--", by: length) == "content", "by \(length)")
    }
  }
}
