// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The output buffer of a GPX 1.1 file.
struct GPXOutput {
  var bytes: [UInt8] = []

  // MARK: Parts

  mutating func begin(creator: String) {
    line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", indent: 0)
    bytes += "<gpx version=\"1.1\" creator=\"".utf8
    XMLEscaping.append(creator, isAttribute: true, to: &bytes)
    bytes += "\" xmlns=\"\(GPXNamespaces.gpx11)\"".utf8
    bytes += " xmlns:gpxtpx=\"\(GPXNamespaces.trackPoint2)\"".utf8
    bytes += " xmlns:opentracks=\"\(GPXNamespaces.openTracks)\">\n".utf8
  }

  mutating func append(_ metadata: GPXMetadata) {
    if metadata == GPXMetadata() { return }
    line("<metadata>", indent: 1)
    text(metadata.name, "name", indent: 2)
    text(metadata.desc, "desc", indent: 2)
    if let author = metadata.author { append(author) }
    if let copyright = metadata.copyright {
      bytes += "    <copyright author=\"".utf8
      XMLEscaping.append(copyright.author, isAttribute: true, to: &bytes)
      bytes += "\">\n".utf8
      text(copyright.year, "year", indent: 3)
      text(copyright.license, "license", indent: 3)
      line("</copyright>", indent: 2)
    }
    append(metadata.links, indent: 2)
    time(metadata.time?.timeIntervalSinceReferenceDate, indent: 2)
    text(metadata.keywords, "keywords", indent: 2)
    if let bounds = metadata.bounds { append(bounds) }
    line("</metadata>", indent: 1)
  }

  private mutating func append(_ author: GPXPerson) {
    line("<author>", indent: 2)
    text(author.name, "name", indent: 3)
    if let email = author.email, let at = email.lastIndex(of: "@") {
      bytes += "      <email id=\"".utf8
      XMLEscaping.append(String(email[..<at]), isAttribute: true, to: &bytes)
      bytes += "\" domain=\"".utf8
      XMLEscaping.append(String(email[email.index(after: at)...]), isAttribute: true, to: &bytes)
      bytes += "\"/>\n".utf8
    }
    append(author.link.map { [$0] } ?? [], indent: 3)
    line("</author>", indent: 2)
  }

  private mutating func append(_ bounds: GPXBounds) {
    let numbers = [
      bounds.minLatitude, bounds.minLongitude, bounds.maxLatitude, bounds.maxLongitude,
    ]
    guard numbers.allSatisfy(\.isFinite) else { return }
    bytes += "    <bounds".utf8
    for (name, number) in zip(["minlat", "minlon", "maxlat", "maxlon"], numbers) {
      bytes += " \(name)=\"".utf8
      DecimalCoding.append(number, to: &bytes)
      bytes += "\"".utf8
    }
    bytes += "/>\n".utf8
  }

  mutating func append(_ info: GPXTrackInfo) {
    text(info.name, "name", indent: 2)
    text(info.comment, "cmt", indent: 2)
    text(info.desc, "desc", indent: 2)
    text(info.source, "src", indent: 2)
    append(info.links, indent: 2)
    if let number = info.number { text(String(number), "number", indent: 2) }
    text(info.type, "type", indent: 2)
    if let trackID = info.trackID {
      line("<extensions>", indent: 2)
      text(trackID, "opentracks:trackid", indent: 3)
      line("</extensions>", indent: 2)
    }
  }

  private mutating func append(_ links: [GPXLink], indent: Int) {
    for link in links where !link.href.isEmpty {
      blanks(indent)
      bytes += "<link href=\"".utf8
      XMLEscaping.append(link.href, isAttribute: true, to: &bytes)
      bytes += "\">\n".utf8
      text(link.text, "text", indent: indent + 1)
      text(link.type, "type", indent: indent + 1)
      line("</link>", indent: indent)
    }
  }

  // MARK: Points

  mutating func append(_ point: GPXPoint, _ name: StaticString, indent: Int) {
    blanks(indent)
    bytes.append(UInt8(ascii: "<"))
    append(name)
    bytes += " lat=\"".utf8
    DecimalCoding.append(point.latitude, to: &bytes)
    bytes += "\" lon=\"".utf8
    DecimalCoding.append(point.longitude, to: &bytes)
    bytes += "\">\n".utf8
    number(point.elevation, "ele", indent: indent + 1)
    time(point.seconds, indent: indent + 1)
    let details = point.hasDetails ? point.details : nil
    if let details { append(details, indent: indent + 1) }
    appendExtensions(point, details, indent: indent + 1)
    blanks(indent)
    bytes += "</".utf8
    append(name)
    bytes += ">\n".utf8
  }

  private mutating func append(_ details: GPXPointDetails, indent: Int) {
    number(details.magneticVariation, "magvar", indent: indent)
    number(details.geoidHeight, "geoidheight", indent: indent)
    text(details.name, "name", indent: indent)
    text(details.comment, "cmt", indent: indent)
    text(details.desc, "desc", indent: indent)
    text(details.source, "src", indent: indent)
    append(details.links, indent: indent)
    text(details.symbol, "sym", indent: indent)
    text(details.type, "type", indent: indent)
    text(details.fix?.rawValue, "fix", indent: indent)
    text(details.satellites.map(String.init), "sat", indent: indent)
    number(details.hdop, "hdop", indent: indent)
    number(details.vdop, "vdop", indent: indent)
    number(details.pdop, "pdop", indent: indent)
    number(details.ageOfDGPSData, "ageofdgpsdata", indent: indent)
    text(details.dgpsID.map(String.init), "dgpsid", indent: indent)
  }

  /// Appends values without an element in GPX itself as extensions, if there are any.
  private mutating func appendExtensions(
    _ point: GPXPoint, _ details: GPXPointDetails?, indent: Int
  ) {
    let start = bytes.count
    line("<extensions>", indent: indent)
    let content = bytes.count
    number(point.power, "power", indent: indent + 1)
    appendGarmin(point, details, indent: indent + 1)
    number(point.horizontalAccuracy, "opentracks:accuracy_horizontal", indent: indent + 1)
    number(point.verticalAccuracy, "opentracks:accuracy_vertical", indent: indent + 1)
    number(details?.gain, "opentracks:gain", indent: indent + 1)
    number(details?.loss, "opentracks:loss", indent: indent + 1)
    number(details?.distance, "opentracks:distance", indent: indent + 1)
    if bytes.count == content {
      bytes.removeSubrange(start...)
    } else {
      line("</extensions>", indent: indent)
    }
  }

  private mutating func appendGarmin(
    _ point: GPXPoint, _ details: GPXPointDetails?, indent: Int
  ) {
    let start = bytes.count
    line("<gpxtpx:TrackPointExtension>", indent: indent)
    let content = bytes.count
    number(point.temperature, "gpxtpx:atemp", indent: indent + 1)
    number(details?.waterTemperature, "gpxtpx:wtemp", indent: indent + 1)
    number(details?.depth, "gpxtpx:depth", indent: indent + 1)
    number(point.heartRate, "gpxtpx:hr", indent: indent + 1)
    number(point.cadence, "gpxtpx:cad", indent: indent + 1)
    number(point.speed, "gpxtpx:speed", indent: indent + 1)
    number(point.course, "gpxtpx:course", indent: indent + 1)
    number(details?.bearing, "gpxtpx:bearing", indent: indent + 1)
    if bytes.count == content {
      bytes.removeSubrange(start...)
    } else {
      line("</gpxtpx:TrackPointExtension>", indent: indent)
    }
  }

  // MARK: Elements

  mutating func line(_ text: StaticString, indent: Int) {
    blanks(indent)
    append(text)
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func text(_ text: String?, _ name: StaticString, indent: Int) {
    guard let text else { return }
    open(name, indent: indent)
    XMLEscaping.append(text, to: &bytes)
    close(name)
  }

  private mutating func number(_ number: Double?, _ name: StaticString, indent: Int) {
    guard let number, number.isFinite else { return }
    open(name, indent: indent)
    DecimalCoding.append(number, to: &bytes)
    close(name)
  }

  private mutating func time(_ seconds: Double?, indent: Int) {
    guard let seconds else { return }
    let start = bytes.count
    open("time", indent: indent)
    if XMLDateTime.append(seconds, to: &bytes) {
      close("time")
    } else {
      bytes.removeSubrange(start...)
    }
  }

  private mutating func open(_ name: StaticString, indent: Int) {
    blanks(indent)
    bytes.append(UInt8(ascii: "<"))
    append(name)
    bytes.append(UInt8(ascii: ">"))
  }

  private mutating func close(_ name: StaticString) {
    bytes.append(UInt8(ascii: "<"))
    bytes.append(UInt8(ascii: "/"))
    append(name)
    bytes.append(UInt8(ascii: ">"))
    bytes.append(UInt8(ascii: "\n"))
  }

  @inline(__always)
  private mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  private mutating func blanks(_ indent: Int) {
    for _ in 0..<indent * 2 { bytes.append(UInt8(ascii: " ")) }
  }
}
