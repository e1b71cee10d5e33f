// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A streaming reader of FIT files, with bounded memory use.
///
/// Each call of ``next()`` returns the next event:
///
/// ```swift
/// let reader = try FITReader(contentsOf: file)
/// while let event = try reader.next() {
///   if case .record(let record) = event { print(record.heartRate ?? 0) }
/// }
/// ```
///
/// The reader accepts both byte orders, arrays, compressed timestamps, developer fields, several
/// files in one, and headers without a checksum. An error is thrown at its position, after the
/// preceding events: commit nothing before the last event was read.
///
/// The checksum of a file is known only at its end. If it does not match, the reader throws
/// `checksumMismatch`, or reports an issue if ``acceptsChecksumMismatch`` is set.
public final class FITReader {
  /// The number of bytes that are read from a file at once.
  static let chunkSize = 1 << 16

  /// The maximum number of developer fields that a file can describe.
  public static let developerFieldLimit = 4096

  /// Whether a file whose content does not match its checksum is read, with an issue.
  public var acceptsChecksumMismatch = false

  /// The repaired problems in the part of the file that has been read.
  public private(set) var issues = ActivityFileIssueLog()

  private let name: String?
  private var input: FITInput
  private var state = State.betweenFiles
  private var files = 0
  private var definitions = [FITDefinition?](repeating: nil, count: 16)
  private var descriptions: [Int: FITFieldDescription] = [:]
  private var lastTimestamp: UInt32?
  private var accumulator = FITAccumulator()
  private var failure: ActivityFileError?

  private enum State {
    case betweenFiles
    case messages(end: Int)
    case ended
  }

  /// Creates a reader of chunks of bytes, such as an upload.
  ///
  /// - Parameters:
  ///   - name: The file's name for messages.
  ///   - chunks: Returns the next chunk of the file, of any size, or nil at its end.
  public init(name: String? = nil, chunks: @escaping () throws -> Data?) {
    self.name = name
    input = FITInput(name: name, source: chunks)
  }

  /// Creates a reader of a file in memory.
  public convenience init(data: Data, name: String? = nil) {
    var rest = data[...]
    self.init(name: name) {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(Self.chunkSize) }
      return rest.prefix(Self.chunkSize)
    }
  }

  /// Creates a reader of a file.
  ///
  /// - Throws: `missing`, `directory` or `unreadable`.
  public convenience init(contentsOf url: URL) throws(ActivityFileError) {
    let handle = try ActivityFileSource.open(url)
    self.init(
      name: url.lastPathComponent,
      chunks: ActivityFileSource.chunks(of: handle, size: Self.chunkSize))
  }

  /// Reads the next event.
  ///
  /// - Returns: The event, or nil at the end of the file.
  /// - Throws: An error of the file. Later calls throw the same error.
  public func next() throws(ActivityFileError) -> FITEvent? {
    if let failure { throw failure }
    do {
      return try step()
    } catch {
      var error = error
      if error.file == nil { error.file = name }
      failure = error
      throw error
    }
  }

  private func step() throws(ActivityFileError) -> FITEvent? {
    while true {
      switch state {
      case .ended:
        return nil
      case .betweenFiles:
        guard let header = try readHeader() else {
          state = .ended
          return nil
        }
        return .fileBegan(header)
      case .messages(let end) where input.offset >= end:
        try readChecksum()
        state = .betweenFiles
      case .messages(let end):
        if let message = try readMessage(end: end) {
          return FITEvent(message, accumulator: &accumulator)
        }
      }
    }
  }
}

// MARK: - Files

extension FITReader {
  /// Reads the header of the next file; nil at the end of the input.
  private func readHeader() throws(ActivityFileError) -> FITHeader? {
    let start = input.offset
    guard try input.has(12), try input.has(Int(input.peek())), input.peek() >= 12,
      Self.signature.indices.allSatisfy({ input.peek(8 + $0) == Self.signature[$0] })
    else { return try endOfFiles(start) }
    input.checksum = 0
    let size = Int(input.peek())
    let bytes = input.consume(size)
    let count = FITMessage.bits(bytes, 4, 4, isBigEndian: false)
    let stated = size >= 14 ? UInt16(FITMessage.bits(bytes, 12, 2, isBigEndian: false)) : 0
    if stated != 0, stated != FITChecksum.of(Array(bytes[..<12])) {
      try report(
        .headerChecksumMismatch, code: .checksumMismatch, offset: start + 12,
        reason: "The file's header does not match its checksum", repair: "It is read as it is")
    }
    guard count > 0 else {
      throw ActivityFileError(
        .truncated, offset: start + 4, reason: "The header states that the file has no content",
        remedy: "The device did not finish the file; repair it with the device's tools")
    }
    files += 1
    definitions = [FITDefinition?](repeating: nil, count: 16)
    descriptions = [:]
    lastTimestamp = nil
    accumulator = FITAccumulator()
    state = .messages(end: input.offset + Int(count))
    return FITHeader(
      offset: start, protocolVersion: Int(bytes[1]),
      profileVersion: Int(FITMessage.bits(bytes, 2, 2, isBigEndian: false)), dataSize: Int(count))
  }

  private static let signature = Array(".FIT".utf8)

  /// Ends the input where no further file begins.
  private func endOfFiles(_ start: Int) throws(ActivityFileError) -> FITHeader? {
    guard try input.has(1) else {
      if files > 0 { return nil }
      throw ActivityFileError(
        .empty, reason: "The file is empty", remedy: "Export the activity again")
    }
    if files > 0 {
      let count = try input.skipRest()
      add(
        .trailingBytes, offset: start, "\(count) bytes follow the end of the file",
        "They are skipped")
      return nil
    }
    throw try notFIT()
  }

  /// Returns the error for an input that does not begin with a FIT header.
  private func notFIT() throws(ActivityFileError) -> ActivityFileError {
    var bytes: [UInt8] = []
    while bytes.count < FileSignature.length, try input.has(bytes.count + 1) {
      bytes.append(input.peek(bytes.count))
    }
    let signature = FileSignature(bytes: bytes)
    if bytes.count >= 12, bytes[8..<12].elementsEqual(Self.signature) {
      return ActivityFileError(
        .truncated, offset: 0, reason: "The file's header is damaged or incomplete",
        remedy: "It was truncated when it was saved or copied; export it again")
    }
    if signature.isBlank {
      return ActivityFileError(
        .empty, reason: "The file contains only white space", remedy: "Export the activity again")
    }
    let kind = signature.name ?? (signature.looksLikeXML ? "an XML file" : "another format")
    return ActivityFileError(
      .notFIT, offset: 0, reason: "This is \(kind), not a FIT file",
      remedy: kind.contains("archive")
        ? "Unpack it and read the file inside" : "Export the activity as FIT")
  }

  private func readChecksum() throws(ActivityFileError) {
    let computed = input.checksum
    let offset = input.offset
    guard try input.has(2) else {
      throw truncated("before the checksum")
    }
    let stated = UInt16(FITMessage.bits(input.consume(2), 0, 2, isBigEndian: false))
    if stated != computed {
      try report(
        .checksumMismatch, code: .checksumMismatch, offset: offset,
        reason: "The file does not match its checksum", repair: "It is read as it is")
    }
  }

  /// Adds an issue if mismatches are accepted, or throws an error.
  private func report(
    _ kind: ActivityFileIssue.Kind, code: ActivityFileError.Code, offset: Int, reason: String,
    repair: String
  ) throws(ActivityFileError) {
    guard acceptsChecksumMismatch else {
      throw ActivityFileError(
        code, offset: offset, reason: reason,
        remedy: "It is damaged; copy it again from the device")
    }
    add(kind, offset: offset, reason, repair)
  }

  private func add(
    _ kind: ActivityFileIssue.Kind, offset: Int, _ reason: @autoclosure () -> String,
    _ repair: @autoclosure () -> String
  ) {
    issues.add(kind) {
      ActivityFileIssue(kind, at: .offset(offset), reason: reason(), repair: repair())
    }
  }

  private func truncated(_ place: String) -> ActivityFileError {
    ActivityFileError(
      .truncated, offset: input.offset, reason: "The file ends \(place)",
      remedy: "It was truncated when it was saved or copied; copy it again from the device")
  }
}

// MARK: - Messages

extension FITReader {
  /// Reads one message; nil after a definition.
  private func readMessage(end: Int) throws(ActivityFileError) -> FITMessage? {
    let start = input.offset
    try require(1, end: end, "in a message")
    let header = input.consume()
    if header & 0x80 == 0, header & 0x40 != 0 {
      try readDefinition(header, at: start, end: end)
      return nil
    }
    let isCompressed = header & 0x80 != 0
    let local = Int(isCompressed ? header >> 5 & 3 : header & 0x0F)
    guard let definition = definitions[local] else {
      throw ActivityFileError(
        .undefinedMessage, offset: start,
        reason: "A message has the local type \(local), which is not defined before it",
        remedy: "The file is damaged from there on; copy it again from the device")
    }
    try require(definition.size, end: end, "in a message")
    var message = FITMessage(
      definition: definition, payload: input.consume(definition.size), offset: start)
    setTimestamp(&message, offset: isCompressed ? UInt32(header & 0x1F) : nil)
    describe(&message)
    return message
  }

  private func require(_ count: Int, end: Int, _ place: String) throws(ActivityFileError) {
    guard try input.has(count) else { throw truncated(place) }
    guard count <= end - input.offset else {
      throw ActivityFileError(
        .malformed, offset: input.offset,
        reason: "A message of \(count) bytes exceeds the size in the header",
        remedy: "The file is damaged; copy it again from the device")
    }
  }

  private func readDefinition(_ header: UInt8, at start: Int, end: Int) throws(ActivityFileError) {
    try require(5, end: end, "in a definition")
    let fixed = input.consume(5)
    guard fixed[1] <= 1 else {
      throw ActivityFileError(
        .malformed, offset: start + 2,
        reason: "A definition has the byte order \(fixed[1]), which FIT does not define",
        remedy: "The file is damaged from there on; copy it again from the device")
    }
    let isBigEndian = fixed[1] == 1
    var size = 0
    var fields: [FITDefinition.Field] = []
    try require(3 * Int(fixed[4]), end: end, "in a definition")
    for index in 0..<Int(fixed[4]) {
      let field = input.consume(3)
      let type = FITBaseType(code: field[2])
      let place = FITDefinition.Field(
        number: field[0], type: type ?? .byte, offset: size, size: Int(field[1]))
      if type == nil || !place.isWhole {
        add(
          .undefinedField, offset: start + 6 + 3 * index,
          "Field \(field[0]) has \(field[1]) bytes of the type \(field[2])", "It is dropped")
      }
      fields.append(place)
      size += Int(field[1])
    }
    var developerFields: [FITDefinition.DeveloperField] = []
    if header & 0x20 != 0 {
      try require(1, end: end, "in a definition")
      let count = Int(input.consume())
      try require(3 * count, end: end, "in a definition")
      for _ in 0..<count {
        let field = input.consume(3)
        developerFields.append(
          FITDefinition.DeveloperField(
            number: field[0], developer: field[2], offset: size, size: Int(field[1])))
        size += Int(field[1])
      }
    }
    definitions[Int(header & 0x0F)] = FITDefinition(
      message: UInt16(FITMessage.bits(fixed, 2, 2, isBigEndian: isBigEndian)),
      isBigEndian: isBigEndian, fields: fields, developerFields: developerFields, size: size)
  }

  /// Sets the time of a message from its field 253 or its compressed header.
  private func setTimestamp(_ message: inout FITMessage, offset: UInt32?) {
    if let offset {
      guard let last = lastTimestamp else { return }
      let time = (last & ~31) &+ offset &+ (offset < last & 31 ? 32 : 0)
      lastTimestamp = time
      message.timestamp = Int(time)
    } else if let time = message.integer(FITField.timestamp), let exact = UInt32(exactly: time) {
      lastTimestamp = exact
      message.timestamp = time
    }
  }

  /// Records a description of developer fields, and decodes the developer fields of a message.
  private func describe(_ message: inout FITMessage) {
    if message.number == 206, let description = FITFieldDescription(message),
      descriptions.count < Self.developerFieldLimit
    {
      descriptions[description.developer << 8 | description.number] = description
    }
    let fields = message.definition.developerFields
    message.developerFields.reserveCapacity(fields.count)
    for field in fields {
      guard let description = descriptions[Int(field.developer) << 8 | Int(field.number)] else {
        add(
          .undefinedDeveloperField, offset: message.offset,
          "Developer field \(field.number) is not described before it", "It is dropped")
        continue
      }
      if let value = value(field, description, message) {
        message.developerFields.append(FITDeveloperField(description: description, value: value))
      }
    }
  }

  private func value(
    _ field: FITDefinition.DeveloperField, _ description: FITFieldDescription, _ message: FITMessage
  ) -> FITDeveloperField.Value? {
    let type = description.type
    guard type != .string else {
      let bytes = message.payload[field.offset..<field.offset + field.size]
      return FITMessage.text(bytes).map { .text($0) }
    }
    guard field.size > 0, field.size.isMultiple(of: type.size) else {
      add(
        .undefinedField, offset: message.offset,
        "Developer field \"\(description.name)\" has \(field.size) bytes, which do not fit its type",
        "It is dropped")
      return nil
    }
    func number(at index: Int) -> Double? {
      type.double(
        FITMessage.bits(
          message.payload, field.offset + index, type.size,
          isBigEndian: message.definition.isBigEndian)
      ).map { $0 / description.scale - description.offset }
    }
    if field.size == type.size { return number(at: 0).map { .number($0) } }
    let numbers = stride(from: 0, to: field.size, by: type.size).map(number)
    return numbers.contains { $0 != nil } ? .numbers(numbers) : nil
  }
}
