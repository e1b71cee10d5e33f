// Cairn
// SPDX-License-Identifier: Apache-2.0

import SystemSupport
import Testing

/// Incremental parsing of multipart forms.
struct MultipartParserTests {
  /// A parsed form.
  struct Form: Equatable {
    var parts: [MultipartPart] = []
    var bodies: [[UInt8]] = []
    var hasEnded = false
  }

  static let type = "multipart/form-data; boundary=AaB03x"

  static func read(
    _ pieces: some Sequence<[UInt8]>, type: String? = type,
    limits: MultipartLimits = MultipartLimits(), isLenient: Bool = false
  ) throws -> Form {
    var parser = try MultipartParser(contentType: type, limits: limits, isLenient: isLenient)
    var form = Form()
    for piece in pieces {
      for event in try parser.feed(piece) {
        switch event {
        case .part(let part):
          form.parts.append(part)
          form.bodies.append([])
        case .body(let bytes): form.bodies[form.bodies.count - 1] += bytes
        case .partEnd: break
        case .end: form.hasEnded = true
        }
      }
    }
    try parser.finish()
    return form
  }

  static func read(
    _ text: String, type: String? = type, isLenient: Bool = false
  ) throws -> Form {
    try read([Array(text.utf8)], type: type, isLenient: isLenient)
  }

  /// A field and two files, with a preamble, padding, and bodies that look like delimiters.
  static let sample = """
    This is a preamble.\r
    --AaB03x \t\r
    Content-Disposition: form-data; name="field"\r
    \r
    Joe owes =E2=82=AC100.\r
    --AaB03x\r
    content-disposition: Form-Data; NAME="files"; filename="a.gpx"\r
    Content-Type: application/gpx+xml\r
    \r
    \r
    --AaB03\r
    -\r\r\n\r
    --AaB03x\r
    Content-Disposition: form-data; name=files; filename="b.gpx"\r
    \r
    \r
    --AaB03x--\r
    This is an epilogue with a delimiter:\r
    --AaB03x\r

    """

  static let sampleForm = Form(
    parts: [
      MultipartPart(name: "field"),
      MultipartPart(name: "files", filename: "a.gpx", contentType: "application/gpx+xml"),
      MultipartPart(name: "files", filename: "b.gpx"),
    ],
    bodies: [
      Array("Joe owes =E2=82=AC100.".utf8), Array("\r\n--AaB03\r\n-\r\r\n".utf8), [],
    ], hasEnded: true)

  @Test
  func `a form is parsed from one chunk`() throws {
    #expect(try Self.read(Self.sample) == Self.sampleForm)
  }

  @Test
  func `a form is parsed from any two chunks`() throws {
    let bytes = Array(Self.sample.utf8)
    for cut in 0...bytes.count {
      let form = try Self.read([Array(bytes[..<cut]), Array(bytes[cut...])])
      #expect(form == Self.sampleForm, "cut at \(cut)")
    }
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func `a form is parsed from chunks of equal size`(size: Int) throws {
    let bytes = Array(Self.sample.utf8)
    let pieces = stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
    #expect(try Self.read(pieces) == Self.sampleForm)
  }

  @Test
  func `a form may have no parts, or parts without bodies`() throws {
    #expect(try Self.read("--AaB03x--") == Form(hasEnded: true))
    let text = "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n--AaB03x--"
    let form = try Self.read(text)
    #expect(form == Form(parts: [MultipartPart(name: "a")], bodies: [[]], hasEnded: true))
  }

  @Test(arguments: [
    (#"name="a%22b%0D%0Ac.gpx""#, "a\"b\r\nc.gpx"),
    (#"name="a\"b\\c""#, #"a"b\c"#),
    (#"name="C:\tracks\a.gpx""#, #"C:\tracks\a.gpx"#),
    (#"name="größe 🥾.gpx""#, "größe 🥾.gpx"),
    (#"name="a;b=c"; x=1"#, "a;b=c"),
    (#"name = "spaced" ; name=second"#, "spaced"),
    (#"name=plain"#, "plain"),
    (#"name="open"#, "open"),
    (#"name="""#, ""),
  ])
  func `names are decoded in the encodings of browsers`(parameter: String, name: String) throws {
    let text =
      "--AaB03x\r\nContent-Disposition: form-data; \(parameter)\r\n\r\nx\r\n--AaB03x--\r\n"
    #expect(try Self.read(text).parts.map(\.name) == [name])
  }

  @Test
  func `a header may be folded over several lines`() throws {
    let text =
      "--AaB03x\r\nContent-Disposition: form-data;\r\n\tname=\"a\"\r\n\r\nx\r\n--AaB03x--\r\n"
    #expect(try Self.read(text).parts == [MultipartPart(name: "a")])
  }

  static let head = "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n"

  @Test(arguments: [
    ("", MultipartError.incomplete),
    ("no delimiter at all", .incomplete),
    ("--AaB03x", .incomplete),
    ("--AaB03x\r\n", .incomplete),
    (head, .incomplete),
    (head + "body", .incomplete),
    (head + "body\r\n--AaB03x", .incomplete),
    (head + "body\r\n--AaB03x-", .incomplete),
    ("--AaB03xy\r\n", .badDelimiter),
    (head + "body\r\n--AaB03x-\r\n", .badDelimiter),
    (head + "body\r\n--AaB03x\n--", .badDelimiter),
    ("--AaB03x\r\n\r\nbody\r\n--AaB03x--", .noName),
    ("--AaB03x\r\nContent-Type: text/plain\r\n\r\nbody\r\n--AaB03x--", .noName),
    ("--AaB03x\r\nContent-Disposition: form-data\r\n\r\nbody\r\n--AaB03x--", .noName),
    ("--AaB03x\r\nContent-Disposition: attachment; name=a\r\n\r\n\r\n--AaB03x--", .badHeader),
    ("--AaB03x\r\nno colon\r\n\r\nbody\r\n--AaB03x--", .badHeader),
    ("--AaB03x\r\n: no name\r\n\r\nbody\r\n--AaB03x--", .badHeader),
    ("--AaB03x\r\n folded first\r\n\r\nbody\r\n--AaB03x--", .badHeader),
  ])
  func `a malformed form is rejected`(text: String, error: MultipartError) {
    #expect(throws: error) { try Self.read(text) }
    #expect(throws: error, "byte by byte") { try Self.read(text.utf8.map { [$0] }) }
  }

  @Test(arguments: [
    nil, "", "text/plain", "multipart/form-data", "multipart/form-data; boundary=",
    "multipart/mixed; boundary=a", "multipart/form-data; boundary=\"a \"",
    "multipart/form-data; boundary=" + String(repeating: "a", count: 71),
    "multipart/form-data; boundary=\"ä\"",
  ])
  func `a content type without a valid boundary is rejected`(type: String?) {
    #expect(throws: MultipartError.noBoundary) { try Self.read("--a--", type: type) }
  }

  @Test(arguments: [
    "multipart/form-data; boundary=\"AaB03x\"",
    "Multipart/Form-Data; charset=utf-8; Boundary=AaB03x",
  ])
  func `a boundary may be quoted, and parameter names may be in any case`(type: String) throws {
    #expect(try Self.read("--AaB03x--", type: type) == Form(hasEnded: true))
  }

  /// A form with one part of the given header and body sizes in bytes.
  private static func form(header: Int = 60, body: Int = 0, isFile: Bool = false) -> [UInt8] {
    let start = "Content-Disposition: form-data; name=\"a\"" + (isFile ? "; filename=\"f\"" : "")
    let rest = "\r\nX: "
    let filler = String(repeating: "x", count: max(0, header - start.utf8.count - rest.utf8.count))
    let content = String(repeating: "y", count: body)
    return Array("--AaB03x\r\n\(start)\(rest)\(filler)\r\n\r\n\(content)\r\n--AaB03x--".utf8)
  }

  @Test
  func `each limit accepts its maximum and rejects one more`() throws {
    let limits = MultipartLimits(
      headerBytes: 100, parts: 2, fieldBytes: 10, fileBytes: 20, totalBytes: 1000)
    func read(_ bytes: [UInt8]) throws {
      _ = try Self.read([bytes], limits: limits)
      _ = try Self.read(bytes.map { [$0] }, limits: limits)
    }
    // The line end before the header counts towards the header.
    try read(Self.form(header: 98))
    #expect(throws: MultipartError.headerTooLarge(limit: 100)) { try read(Self.form(header: 99)) }
    try read(Self.form(body: 10))
    #expect(throws: MultipartError.fieldTooLarge("a", limit: 10)) { try read(Self.form(body: 11)) }
    try read(Self.form(body: 20, isFile: true))
    #expect(throws: MultipartError.fileTooLarge("f", limit: 20)) {
      try read(Self.form(body: 21, isFile: true))
    }
    let part = Array((Self.head + "\r\n").utf8)
    try read(part + part + Array("--AaB03x--".utf8))
    #expect(throws: MultipartError.tooManyParts(limit: 2)) {
      try read(part + part + part + Array("--AaB03x--".utf8))
    }
    let padded = part + Array("--AaB03x--".utf8)
    try read(padded + Array(repeating: 0, count: 1000 - padded.count))
    #expect(throws: MultipartError.bodyTooLarge(limit: 1000)) {
      try read(padded + Array(repeating: 0, count: 1001 - padded.count))
    }
  }

  @Test
  func `an endless header is rejected at the header limit`() throws {
    var parser = try MultipartParser(contentType: Self.type, limits: MultipartLimits())
    _ = try parser.feed(Array("--AaB03x\r\nX: ".utf8))
    #expect(throws: MultipartError.headerTooLarge(limit: 8 << 10)) {
      for _ in 0..<100 { _ = try parser.feed(Array(repeating: 0x78, count: 1000)) }
    }
  }

  @Test
  func `a chunk may be a slice of a larger array`() throws {
    let bytes = Array("before\(Self.head)body\r\n--AaB03x--after".utf8)
    var parser = try MultipartParser(contentType: Self.type, limits: MultipartLimits())
    let events = try parser.feed(bytes[6..<bytes.count - 5])
    #expect(
      events == [
        .part(MultipartPart(name: "a")), .body(Array("body".utf8)[...]), .partEnd, .end,
      ])
    try parser.finish()
  }

  @Test
  func `the bytes of a body are passed on at once, except the start of a delimiter`() throws {
    var parser = try MultipartParser(contentType: Self.type, limits: MultipartLimits())
    func feed(_ text: String) throws -> [MultipartEvent] { try parser.feed(Array(text.utf8)) }
    func body(_ text: String) -> MultipartEvent { .body(Array(text.utf8)[...]) }
    _ = try feed(Self.head)
    #expect(try feed("one") == [body("one")])
    #expect(try feed("two\r\n--AaB") == [body("two")])
    #expect(try feed("x") == [body("\r\n--AaBx")])
    #expect(try feed("\r\n--AaB03x--") == [.partEnd, .end])
    #expect(try feed("epilogue").isEmpty)
  }

  // MARK: Leniency

  @Test(arguments: [
    ("--AaB03x\nContent-Disposition: form-data; name=\"a\"\n\nx", "a", nil),
    ("--AaB03x \nX: y\nContent-Disposition: form-data; name=a\n\r\nx", "a", nil),
    ("--AaB03x\r\nContent-Disposition: form-data; filename=\"f\"\r\n\nx", "", "f"),
    ("--AaB03x\r\nContent-Disposition: attachment; filename=f\r\n\r\nx", "", "f"),
    ("--AaB03x\r\n folded\r\nno colon\r\n: no name\r\n\r\nx", "", nil),
    ("--AaB03x\n\nx", "", nil),
  ])
  func `a lenient parser accepts bare line feeds and parts without a name`(
    text: String, name: String, filename: String?
  ) throws {
    let text = text + "\r\n--AaB03x--"
    let form = Form(
      parts: [MultipartPart(name: name, filename: filename)], bodies: [Array("x".utf8)],
      hasEnded: true)
    #expect(try Self.read(text, isLenient: true) == form)
    #expect(try Self.read(text.utf8.map { [$0] }, isLenient: true) == form)
    #expect(throws: MultipartError.self) { try Self.read(text) }
  }

  @Test
  func `a lenient parser accepts every valid form, and needs whole delimiters`() throws {
    #expect(try Self.read([Array(Self.sample.utf8)], isLenient: true) == Self.sampleForm)
    let form = try Self.read(Self.head + "body\n--AaB03x--\r\n--AaB03x--", isLenient: true)
    #expect(form.bodies == [Array("body\n--AaB03x--".utf8)])
    #expect(throws: MultipartError.badDelimiter) {
      try Self.read(Self.head + "body\r\n--AaB03xy\r\n", isLenient: true)
    }
  }

  @Test
  func `an error is described by a sentence about the form`() {
    #expect(
      MultipartError.fileTooLarge("a.gpx", limit: 9).message
        == "Its file \"a.gpx\" has more than 9 bytes.")
    #expect("\(MultipartError.noName)" == "One of its parts has no name.")
  }
}
