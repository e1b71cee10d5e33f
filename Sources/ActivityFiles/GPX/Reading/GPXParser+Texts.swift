// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Metadata, links, and the decoding of element texts.
extension GPXParser {
  /// Decodes the text of the element that ended, according to its parent.
  func endText(_ word: GPXElement, _ stream: XMLStream) {
    switch frames[frames.count - 1].context {
    case .point, .extensions, .trackPointExtension:
      endPointText(word, stream)
    case .track, .route, .infoExtensions:
      endInfoText(word, stream)
    case .gpx, .metadata:
      endMetadataText(word, stream)
    case .author:
      if let text = text(stream.consumeText(), word, stream) { metadata.author?.name = text }
    case .copyright:
      guard let text = text(stream.consumeText(), word, stream) else { return }
      if word == .year { metadata.copyright?.year = text }
      if word == .license { metadata.copyright?.license = text }
    case .link:
      guard let text = text(stream.consumeText(), word, stream) else { return }
      if word == .text { link.text = text }
      if word == .type { link.type = text }
    default:
      break
    }
  }

  // MARK: Metadata

  func startInMetadata(_ word: GPXElement, _ attributes: XMLAttributes, _ stream: XMLStream) {
    switch word {
    case .name, .desc, .time, .keywords:
      startText(word, stream)
    case .author:
      metadata.author = GPXPerson()
      push(.author, word)
    case .copyright:
      metadata.copyright = GPXCopyright(author: attributes.string("author") ?? "")
      push(.copyright, word)
    case .link:
      startLink(attributes)
    case .bounds:
      startBounds(attributes)
    default:
      skipMisplaced(word, stream)
    }
  }

  func startInAuthor(_ word: GPXElement, _ attributes: XMLAttributes, _ stream: XMLStream) {
    switch word {
    case .name:
      startText(word, stream)
    case .link:
      startLink(attributes)
    case .email:
      if let id = attributes.string("id"), let domain = attributes.string("domain") {
        metadata.author?.email = "\(id)@\(domain)"
      }
      skip()
    default:
      skip()
    }
  }

  /// Reads the bounds; incomplete ones are dropped, since the points determine the area.
  func startBounds(_ attributes: XMLAttributes) {
    if let south = attributes.bytes("minlat").flatMap(DecimalCoding.double),
      let west = attributes.bytes("minlon").flatMap(DecimalCoding.double),
      let north = attributes.bytes("maxlat").flatMap(DecimalCoding.double),
      let east = attributes.bytes("maxlon").flatMap(DecimalCoding.double)
    {
      metadata.bounds = GPXBounds(
        minLatitude: south, minLongitude: west, maxLatitude: north, maxLongitude: east)
    }
    push(.bounds)
  }

  private func endMetadataText(_ word: GPXElement, _ stream: XMLStream) {
    let bytes = stream.consumeText()
    if word == .time {
      if let seconds = time(bytes, stream) {
        metadata.time = Date(timeIntervalSinceReferenceDate: seconds)
      }
      return
    }
    guard let text = text(bytes, word, stream) else { return }
    switch word {
    case .name: metadata.name = text
    case .desc: metadata.desc = text
    case .keywords: metadata.keywords = text
    case .url: metadataLink.url = text
    case .urlname: metadataLink.title = text
    case .author: metadata.author = GPXPerson(name: text, email: metadata.author?.email)
    case .email: metadata.author = GPXPerson(name: metadata.author?.name, email: text)
    default: break
    }
  }

  // MARK: Links

  func startLink(_ attributes: XMLAttributes) {
    link = GPXLink(href: attributes.string("href") ?? "")
    push(.link, .link)
  }

  /// Adds the link that ended to its parent.
  func endLink() {
    guard !link.href.isEmpty else { return }
    switch frames[frames.count - 1].context {
    case .metadata:
      metadata.links.append(link)
    case .author:
      metadata.author?.link = link
    case .point:
      details.links.append(link)
      hasDetails = true
    default:
      info.links.append(link)
    }
  }

  // MARK: Texts

  /// Returns the text without surrounding white space; nil if nothing remains.
  func text(
    _ bytes: UnsafeBufferPointer<UInt8>, _ word: GPXElement, _ stream: XMLStream
  ) -> String? {
    if stream.isTextTruncated {
      issue(
        .textTooLong, stream, "The text of <\(word.rawValue)> is longer than 1 MB",
        "It is truncated")
    }
    let trimmed = DecimalCoding.trimmed(bytes)
    return trimmed.isEmpty ? nil : String(decoding: trimmed, as: UTF8.self)
  }

  /// Returns the time in seconds since 2001-01-01T00:00:00Z; nil if it is missing or invalid.
  func time(_ bytes: UnsafeBufferPointer<UInt8>, _ stream: XMLStream) -> Double? {
    guard let reading = XMLDateTime.read(bytes) else {
      if !DecimalCoding.trimmed(bytes).isEmpty {
        issue(
          .badTime, stream,
          "\"\(String(decoding: bytes.prefix(40), as: UTF8.self))\" is not a valid time",
          "It is dropped")
      }
      return nil
    }
    if !reading.hasZone {
      issue(
        .timeWithoutZone, stream, "The time has no time zone", "It is read as UTC")
    }
    return reading.seconds
  }

  /// Reports an invalid number; an empty element counts as absent.
  func reportNumber(
    _ word: GPXElement, _ bytes: UnsafeBufferPointer<UInt8>, _ stream: XMLStream
  ) {
    if DecimalCoding.trimmed(bytes).isEmpty { return }
    issue(
      .badNumber, stream,
      "\"\(String(decoding: bytes.prefix(40), as: UTF8.self))\" is not a valid number for "
        + "<\(word.rawValue)>",
      "It is dropped")
  }
}
