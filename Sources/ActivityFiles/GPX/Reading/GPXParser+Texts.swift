// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Metadata, links, and what all texts have in common.
extension GPXParser {
  /// Takes the text of the element that ended, by the element that it stands in.
  func endText(_ word: GPXWord, _ stream: XMLStream) {
    switch frames[frames.count - 1].context {
    case .point, .extensions, .trackPointExtension:
      endPointText(word, stream)
    case .track, .route, .infoExtensions:
      endInfoText(word, stream)
    case .gpx, .metadata:
      endMetadataText(word, stream)
    case .author:
      if let text = text(stream.takeText(), word, stream) { metadata.author?.name = text }
    case .copyright:
      guard let text = text(stream.takeText(), word, stream) else { return }
      if word == .year { metadata.copyright?.year = text }
      if word == .license { metadata.copyright?.license = text }
    case .link:
      guard let text = text(stream.takeText(), word, stream) else { return }
      if word == .text { link.text = text }
      if word == .type { link.type = text }
    default:
      break
    }
  }

  // MARK: Metadata

  func startInMetadata(_ word: GPXWord, _ attributes: XMLAttributes, _ stream: XMLStream) {
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

  func startInAuthor(_ word: GPXWord, _ attributes: XMLAttributes, _ stream: XMLStream) {
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

  /// Reads the area; one that is incomplete is left out, since the points say it better.
  func startBounds(_ attributes: XMLAttributes) {
    if let south = attributes.bytes("minlat").flatMap(DecimalText.double),
      let west = attributes.bytes("minlon").flatMap(DecimalText.double),
      let north = attributes.bytes("maxlat").flatMap(DecimalText.double),
      let east = attributes.bytes("maxlon").flatMap(DecimalText.double)
    {
      metadata.bounds = GPXBounds(
        minLatitude: south, minLongitude: west, maxLatitude: north, maxLongitude: east)
    }
    push(.bounds)
  }

  private func endMetadataText(_ word: GPXWord, _ stream: XMLStream) {
    let bytes = stream.takeText()
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

  /// Gives the link that ended to what it stands in.
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

  /// The text without blanks at either end; nil where nothing is left.
  func text(
    _ bytes: UnsafeBufferPointer<UInt8>, _ word: GPXWord, _ stream: XMLStream
  ) -> String? {
    if stream.isTextCut {
      issue(
        .textTooLong, stream, "The text of <\(word.rawValue)> is longer than 1 MB",
        "Its end is left out")
    }
    let trimmed = DecimalText.trimmed(bytes)
    return trimmed.isEmpty ? nil : String(decoding: trimmed, as: UTF8.self)
  }

  /// The time in seconds since 2001-01-01T00:00:00Z; nil where it is missing or cannot be read.
  func time(_ bytes: UnsafeBufferPointer<UInt8>, _ stream: XMLStream) -> Double? {
    guard let reading = TimeText.read(bytes) else {
      if !DecimalText.trimmed(bytes).isEmpty {
        issue(
          .badTime, stream,
          "\"\(String(decoding: bytes.prefix(40), as: UTF8.self))\" is not a time",
          "It is left out")
      }
      return nil
    }
    if !reading.hasZone {
      issue(
        .timeWithoutZone, stream, "The time does not say in which zone it is", "It is read as UTC")
    }
    return reading.seconds
  }

  /// Reports a number that cannot be read; an empty element counts as absent.
  func reportNumber(
    _ word: GPXWord, _ bytes: UnsafeBufferPointer<UInt8>, _ stream: XMLStream
  ) {
    if DecimalText.trimmed(bytes).isEmpty { return }
    issue(
      .badNumber, stream,
      "\"\(String(decoding: bytes.prefix(40), as: UTF8.self))\" is not a number that <\(word.rawValue)> can have",
      "It is left out")
  }
}
