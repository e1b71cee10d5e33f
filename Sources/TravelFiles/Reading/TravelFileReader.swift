// Cairn
// SPDX-License-Identifier: Apache-2.0

import Archives
public import Foundation

/// A reader of travel files; the content decides the format, and the name is used in messages only.
///
/// ```swift
/// let document = try TravelFileReader().read(data, name: "booking.eml")
/// for reservation in document.reservations { show(reservation) }
/// ```
public struct TravelFileReader: Sendable {
  /// A date within half a year of the journeys, for dates without a year; usually the day of receipt.
  public var documentDate: LocalDate?
  /// True if facts are added that follow from codes and addresses, such as zones of airports.
  public var augments = true

  /// The nesting depth of archives and attachments.
  private static let depthLimit = 3
  /// The maximum number of pictures in the pages of a message that are checked for codes.
  private static let inlineLimit = 50

  /// Creates a reader.
  public init(documentDate: LocalDate? = nil) {
    self.documentDate = documentDate
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - data: The content; may be mapped from a file.
  ///   - name: The name for messages.
  /// - Returns: The content; a part that cannot be read is an issue.
  /// - Throws: A ``TravelFileError`` with name and line.
  public func read(_ data: Data, name: String? = nil) throws(TravelFileError) -> TravelDocument {
    do {
      var document = try read(data, depth: 0)
      document.items = finished(document.items, near: document.date?.date ?? documentDate)
      if document.hasNoContent, document.issues.total == 0 {
        document.issues.add(
          .skippedPart,
          "The file has no booking, event or place that a program can read; import the ticket, or enter the "
            + "booking by hand")
      }
      return document
    } catch {
      var error = error
      error.file = name
      throw error
    }
  }

  private func finished(_ items: [TravelItem], near date: LocalDate?) -> [TravelItem] {
    guard augments else { return items }
    let augmenter = ItemAugmenter(documentDate: date)
    return ReservationSet.combined(items.map { augmenter.augmented($0) })
  }

  private func read(_ data: Data, depth: Int) throws(TravelFileError) -> TravelDocument {
    let start = data.prefix(8192)
    if TravelArchive.matches(data) { return try archive(data, depth) }
    if start.starts(with: "%PDF".utf8) { return stored(.pdf, data, "application/pdf") }
    if start.starts(with: [0xFF, 0xD8, 0xFF]) { return stored(.picture, data, "image/jpeg") }
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return stored(.picture, data, "image/png") }
    let text = FileStart(start)
    if text.isBlank {
      throw TravelFileError(
        .truncated, reason: "The file is empty", remedy: "Save or download it again")
    }
    if text.begins(with: "begin:vcalendar") { return calendar(data) }
    if text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") { return try json(data) }
    if text.first == UInt8(ascii: "<") {
      if text.contains("<kml") { return geographic(.kml, try KMLReader.read(data)) }
      if text.contains("<gpx") { return geographic(.gpx, try GPXPlaces.read(data)) }
      if text.isHTML { return html(data, charset: nil) }
      throw TravelFileError(
        .unknownFormat, reason: "The XML file is neither GPX nor KML nor a web page",
        remedy: "Export it in one of these formats")
    }
    if Mailbox(data) != nil {
      throw TravelFileError(
        .unknownFormat, reason: "The file is a mailbox with several messages",
        remedy: "Read each of its messages")
    }
    if text.isMail { return try mail(data, depth) }
    if text.isHTML { return html(data, charset: nil) }
    return try table(data)
  }

  private func stored(_ format: TravelFileFormat, _ data: Data, _ type: String) -> TravelDocument {
    var document = TravelDocument(format)
    document.attachments = [.init(name: nil, type: type, content: data)]
    return document
  }

  private func geographic(
    _ format: TravelFileFormat, _ content: GeographicContent
  ) -> TravelDocument {
    var document = TravelDocument(format)
    document.places = content.places
    document.tracks = content.tracks
    document.issues = content.issues
    return document
  }

  // MARK: Formats

  private func calendar(_ data: Data) -> TravelDocument {
    var document = TravelDocument(.calendar)
    var reader = CalendarReader()
    var events: [CalendarEvent] = []
    reader.readFile(data) { events.append($0) }
    var converter = CalendarItems()
    document.items = Self.latest(events).flatMap { converter.items($0) }
    document.events = events
    document.issues = reader.issues
    document.issues.add(converter.issues)
    return document
  }

  /// The last version of each event; versions of one number count in the order of the file.
  private static func latest(_ events: [CalendarEvent]) -> [CalendarEvent] {
    var index: [String: Int] = [:]
    var latest: [CalendarEvent] = []
    for event in events {
      guard let uid = event.uid else {
        latest.append(event)
        continue
      }
      let key = uid + "\u{0}" + (event.recurrenceID?.description ?? "")
      if let position = index[key] {
        if event.sequence >= latest[position].sequence { latest[position] = event }
      } else {
        index[key] = latest.count
        latest.append(event)
      }
    }
    return latest
  }

  private func json(_ data: Data) throws(TravelFileError) -> TravelDocument {
    let value = try StructuredJSON.parse(Array(data))
    if case .object(let object) = value, GeoJSONReader.matches(object) {
      return geographic(.geoJSON, GeoJSONReader.read(object))
    }
    var document = TravelDocument(.bookings)
    var decoder = SchemaDecoder()
    document.items = decoder.items(value)
    document.issues = decoder.issues
    return document
  }

  private func html(_ data: Data, charset: String?) -> TravelDocument {
    var document = TravelDocument(.html)
    var charset = charset ?? FileStart(data.prefix(4096)).declaredCharset
    var data = data
    // Tags of these character sets are not ASCII bytes.
    let wide = ["utf-16", "utf-32", "utf-7", "ucs-", "iso-2022", "iso-10646", "hz"]
    if let name = charset?.lowercased(), wide.contains(where: { name.hasPrefix($0) }),
      data.contains(where: { $0 == 0 || $0 == 0x1B })
    {
      data = Data(TextDecoding.text(Array(data), charset: name).utf8)
      charset = nil
    }
    let result = data.withUnsafeBytes { bytes in
      HTMLStructuredData.read(bytes.assumingMemoryBound(to: UInt8.self)) {
        TextDecoding.text(Array($0), charset: charset)
      }
    }
    var decoder = SchemaDecoder()
    document.items = decoder.items(.array(result.objects.map { .object($0) }))
    document.issues = result.issues
    document.issues.add(decoder.issues)
    return document
  }

  private func table(_ data: Data) throws(TravelFileError) -> TravelDocument {
    guard data.count <= StructuredJSON.sizeLimit, !data.prefix(8192).contains(0) else {
      throw Self.unknownFormat
    }
    let table = CSVReader(Array(data))
    if TakeoutReader.matches(table) {
      var document = TravelDocument(.takeout)
      document.places = TakeoutReader.places(table)
      return document
    }
    guard PackingList.matches(table) else { throw Self.unknownFormat }
    var document = TravelDocument(.packingList)
    document.packing = PackingList.read(table, &document.issues)
    return document
  }

  private static let unknownFormat = TravelFileError(
    .unknownFormat, reason: "The content has no known format of travel files",
    remedy: "Import a calendar, pass, mail, web page, JSON, GPX, KML, GeoJSON or CSV file")

  // MARK: Containers

  private func archive(_ data: Data, _ depth: Int) throws(TravelFileError) -> TravelDocument {
    guard depth < Self.depthLimit else {
      throw TravelFileError(
        .nestingTooDeep, reason: "Archives are nested too deeply", remedy: "Unpack the archive")
    }
    let archive = try TravelArchive(data)
    if let entry = archive.entries.first(where: { $0.name == "pass.json" }) {
      return try pass(Array(archive.contents(entry, limit: 4 << 20)))
    }
    let passes = archive.entries.filter { $0.name.lowercased().hasSuffix(".pkpass") }
    if !passes.isEmpty {
      var document = TravelDocument(.passBundle)
      for entry in passes.prefix(100) {
        let part = try read(archive.contents(entry, limit: 8 << 20), depth: depth + 1)
        document.items += part.items
        document.issues.add(part.issues)
      }
      return document
    }
    if let entry = archive.entries.first(where: { $0.name.lowercased().hasSuffix(".kml") }) {
      return geographic(.kmz, try KMLReader.read(archive.contents(entry)))
    }
    throw TravelFileError(
      .missingPart, reason: "The archive contains no pass.json, no pass and no KML file",
      remedy: "Unpack it and import its files")
  }

  private func pass(_ json: [UInt8]) throws(TravelFileError) -> TravelDocument {
    var document = TravelDocument(.pass)
    let pass = try WalletPass(json: json)
    document.title = pass.object.text("description")
    if let message = pass.barcode?.message, pass.style == "boardingPass", message.hasPrefix("M"),
      BoardingPass(message) == nil
    {
      document.issues.add(
        .unreadableBarcode, "The barcode of the boarding pass is truncated; its fields are left out"
      )
    }
    if let reservation = WalletPassItems(pass).reservation() {
      document.items = [.reservation(reservation)]
    }
    return document
  }

  private func mail(_ data: Data, _ depth: Int) throws(TravelFileError) -> TravelDocument {
    guard depth < Self.depthLimit else {
      throw TravelFileError(
        .nestingTooDeep, reason: "Messages are nested too deeply", remedy: "Save the inner message")
    }
    var document = TravelDocument(.mail)
    let message = MailMessage(Array(data))
    document.title = message.subject
    document.date = message.date
    document.issues = message.issues
    let layout = message.layoutIdentifiers
    var pages: [TravelItem] = []
    var squares: [MailMessage.Part] = []
    var rest = Self.inlineLimit
    for part in message.parts {
      if part.type.hasPrefix("image/"), part.contentID.map(layout.contains) == true {
        // A logo is no document of the trip; the code of a ticket is one.
        guard rest > 0 else { continue }
        rest -= 1
        switch InlinePicture(part.content) {
        case .code: add(part, to: &document, depth)
        case .square: squares.append(part)
        case .layout: break
        }
        continue
      }
      if part.type == "text/html" {
        let page = html(Data(part.content), charset: part.charset)
        pages += page.items
        document.issues.add(page.issues)
      } else if part.type != "text/plain" || part.filename != nil {
        add(part, to: &document, depth)
      }
    }
    document.items = pages + document.items
    if !document.reservations.isEmpty {
      for part in squares { add(part, to: &document, depth) }
    }
    document.items = document.items.map { item in
      guard case .reservation(var reservation) = item, reservation.modified == nil else {
        return item
      }
      reservation.modified = message.date
      return .reservation(reservation)
    }
    if document.items.isEmpty, document.places.isEmpty, document.attachments.isEmpty {
      document.issues.add(
        .skippedPart,
        "The message has no booking that a program can read, and no attachment; import the ticket, or enter "
          + "the booking by hand")
    }
    return document
  }

  private func add(_ part: MailMessage.Part, to document: inout TravelDocument, _ depth: Int) {
    let data = Data(part.content)
    document.attachments.append(.init(name: part.filename, type: part.type, content: data))
    do throws(TravelFileError) {
      let content = try read(data, depth: depth + 1)
      document.items += content.items
      document.events += content.events
      document.places += content.places
      document.tracks += content.tracks
      document.issues.add(content.issues)
    } catch {
      if error.code != .unknownFormat {
        document.issues.add(
          .skippedPart, line: part.line, "An attachment is not read: \(error.reason)")
      }
    }
  }
}

/// The first bytes of a text file, which identify its format.
struct FileStart {
  private let text: String

  init(_ data: Data) {
    var bytes = data[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    text = String(decoding: bytes.drop { $0 <= 0x20 }, as: UTF8.self).lowercased()
  }

  var isBlank: Bool { text.isEmpty }
  var first: UInt8? { text.utf8.first }
  func begins(with prefix: String) -> Bool { text.hasPrefix(prefix) }
  func contains(_ part: String) -> Bool { text.contains(part) }

  var isHTML: Bool {
    ["<!doctype html", "<html", "<head", "<body", "<script", "<div", "<meta", "<table", "<article"]
      .contains { text.contains($0) }
  }

  /// True if the text begins with the headers of a mail.
  var isMail: Bool {
    let names: Set = [
      "from", "to", "date", "subject", "received", "return-path", "mime-version", "message-id",
      "delivered-to", "content-type", "dkim-signature", "x-original-to", "reply-to",
    ]
    var found = 0
    for line in text.split(whereSeparator: \.isNewline).prefix(60) {
      if line.first == " " || line.first == "\t" { continue }
      guard let colon = line.firstIndex(of: ":") else { break }
      let name = line[..<colon]
      if name.contains(" ") { break }
      if names.contains(String(name)) { found += 1 }
      if found == 2 { return true }
    }
    return false
  }

  /// The character set of a meta element.
  var declaredCharset: String? {
    text.firstMatch(of: /charset=["']?([a-z0-9_:.-]{1,40})/).map { String($0.1) }
  }
}
