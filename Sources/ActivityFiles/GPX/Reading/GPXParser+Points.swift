// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Points: position, child elements, and sensor values in extensions.
extension GPXParser {
  /// Starts a point, or drops it if it has no valid position.
  func startPoint(
    _ kind: PointKind, _ word: GPXElement, _ attributes: XMLAttributes, _ stream: XMLStream
  ) {
    let texts = (attributes.bytes("lat"), attributes.bytes("lon"))
    guard let latitude = texts.0.flatMap(DecimalCoding.double),
      let longitude = texts.1.flatMap(DecimalCoding.double)
    else {
      issue(
        .missingPosition, stream,
        "The <\(word.rawValue)> has no valid position "
          + "(lat \(quoted(texts.0)), lon \(quoted(texts.1)))",
        "The point is dropped")
      return skip()
    }
    guard abs(latitude) <= 90, abs(longitude) <= 180 else {
      reportOutside(latitude, longitude, kind, stream)
      return skip()
    }
    pointKind = kind
    point = GPXPoint(latitude: latitude, longitude: longitude)
    if hasDetails {
      details = GPXPointDetails()
      hasDetails = false
    }
    push(.point, word)
  }

  private func quoted(_ bytes: UnsafeBufferPointer<UInt8>?) -> String {
    bytes.map { "\"\(String(decoding: $0.prefix(40), as: UTF8.self))\"" } ?? "missing"
  }

  /// Reports a position that is out of range.
  ///
  /// OpenTracks marked the start of a pause by latitude 100 and its end by 200.
  private func reportOutside(
    _ latitude: Double, _ longitude: Double, _ kind: PointKind, _ stream: XMLStream
  ) {
    if kind == .trackPoint, latitude == 100 || latitude == 200, longitude == 0 {
      if segmentPoints > 0 { isBreakPending = true }
      issue(
        .pauseMark, stream, "Latitude \(Int(latitude)) marks a pause",
        "A new segment starts after it")
    } else {
      issue(
        .positionOutOfRange, stream,
        "Latitude \(latitude), longitude \(longitude) is out of range",
        "The point is dropped")
    }
  }

  func startInPoint(
    _ word: GPXElement?, _ namespace: XMLNamespace, _ attributes: XMLAttributes, _ stream: XMLStream
  ) {
    guard let word, isGPXNamespace(namespace) else {
      return startSensor(word, namespace, in: .extensions, stream)
    }
    switch word {
    case .ele, .time, .magvar, .geoidheight, .name, .cmt, .desc, .src, .sym, .type, .fix, .sat,
      .hdop, .vdop, .pdop, .ageofdgpsdata, .dgpsid, .url, .urlname:
      startText(word, stream)
    case .extensions:
      push(.extensions, word)
    case .link:
      startLink(attributes)
    case .gpx, .wpt, .rte, .rtept, .trk, .trkseg, .trkpt:
      skipMisplaced(word, stream)
    default:
      startSensor(word, namespace, in: .extensions, stream)
    }
  }

  /// Starts an element inside the extensions of a point: a value, or a group of values.
  ///
  /// Inside a `TrackPointExtension`, the namespace is ignored, because it is often misspelt.
  /// Elsewhere, a value must have a known namespace, no namespace, or an undeclared prefix.
  func startSensor(
    _ word: GPXElement?, _ namespace: XMLNamespace, in context: Context, _ stream: XMLStream
  ) {
    guard let word else { return push(context) }
    switch word {
    case .trackPointExtension:
      push(.trackPointExtension, word)
    case .hr, .heartrate, .cad, .cadence, .atemp, .temp, .temperature, .garminTemperature,
      .wtemp, .depth, .garminDepth, .bearing, .speed, .course, .power, .watts, .powerInWatts,
      .hAcc, .vAcc, .openTracksHorizontal, .openTracksVertical, .gain, .loss, .distance:
      if context == .trackPointExtension || isGPXNamespace(namespace) || namespace == .undeclared
        || GPXNamespaces.isKnown(namespace)
      {
        startText(word, stream)
      } else {
        skip()
      }
    default:
      push(context, word)
    }
  }

  /// Decodes the text of an element of a point.
  func endPointText(_ word: GPXElement, _ stream: XMLStream) {
    let bytes = stream.consumeText()
    switch word {
    case .ele: setNumber(word, bytes, stream) { $0.point.elevation = $1 }
    case .time: setTime(bytes, stream)
    case .hr, .heartrate: setSensor(word, bytes, \.heartRate, stream)
    case .cad, .cadence: setSensor(word, bytes, \.cadence, stream)
    case .power, .watts, .powerInWatts: setSensor(word, bytes, \.power, stream)
    case .atemp, .temp, .temperature, .garminTemperature:
      setSensor(word, bytes, \.temperature, stream)
    case .speed: setSensor(word, bytes, \.speed, stream)
    case .course: setSensor(word, bytes, \.course, stream)
    case .hAcc, .openTracksHorizontal: setSensor(word, bytes, \.horizontalAccuracy, stream)
    case .vAcc, .openTracksVertical: setSensor(word, bytes, \.verticalAccuracy, stream)
    default: endDetail(word, bytes, stream)
    }
  }

  /// Decodes the text of a less frequent element of a point.
  private func endDetail(
    _ word: GPXElement, _ bytes: UnsafeBufferPointer<UInt8>, _ stream: XMLStream
  ) {
    switch word {
    case .magvar: setDetail(word, bytes, \.magneticVariation, stream)
    case .geoidheight: setDetail(word, bytes, \.geoidHeight, stream)
    case .hdop: setDetail(word, bytes, \.hdop, stream)
    case .vdop: setDetail(word, bytes, \.vdop, stream)
    case .pdop: setDetail(word, bytes, \.pdop, stream)
    case .ageofdgpsdata: setDetail(word, bytes, \.ageOfDGPSData, stream)
    case .wtemp: setDetail(word, bytes, \.waterTemperature, stream)
    case .depth, .garminDepth: setDetail(word, bytes, \.depth, stream)
    case .bearing: setDetail(word, bytes, \.bearing, stream)
    case .distance: setDetail(word, bytes, \.distance, stream)
    case .gain: setDetail(word, bytes, \.gain, stream)
    case .loss: setDetail(word, bytes, \.loss, stream)
    case .sat: setDetail(word, bytes, \.satellites, stream)
    case .dgpsid: setDetail(word, bytes, \.dgpsID, stream)
    case .fix: setFix(bytes, stream)
    default: setText(word, bytes, stream)
    }
  }

  private func setText(
    _ word: GPXElement, _ bytes: UnsafeBufferPointer<UInt8>, _ stream: XMLStream
  ) {
    guard let text = text(bytes, word, stream) else { return }
    hasDetails = true
    switch word {
    case .name: details.name = text
    case .cmt: details.comment = text
    case .desc: details.desc = text
    case .src: details.source = text
    case .sym: details.symbol = text
    case .type: details.type = text
    case .url: pointLink.url = text
    case .urlname: pointLink.title = text
    default: break
    }
  }

  private func setFix(_ bytes: UnsafeBufferPointer<UInt8>, _ stream: XMLStream) {
    guard let text = text(bytes, .fix, stream) else { return }
    guard let fix = GPXFix(rawValue: text.lowercased()) else {
      return issue(
        .badValue, stream, "\"\(text.prefix(40))\" is not a kind of fix", "It is dropped")
    }
    details.fix = fix
    hasDetails = true
  }

  private func setTime(_ bytes: UnsafeBufferPointer<UInt8>, _ stream: XMLStream) {
    guard let seconds = time(bytes, stream) else { return }
    point.seconds = seconds
    guard pointKind == .trackPoint else { return }
    if let lastTime, seconds < lastTime {
      issue(
        .timeRunsBackwards, stream,
        "The time is \(lastTime - seconds) s before the previous point's time",
        "It is kept")
    }
    lastTime = seconds
  }

  @inline(__always)
  private func setNumber(
    _ word: GPXElement, _ bytes: UnsafeBufferPointer<UInt8>, _ stream: XMLStream,
    _ set: (GPXParser, Double) -> Void
  ) {
    if let number = DecimalCoding.double(bytes) {
      set(self, number)
    } else {
      reportNumber(word, bytes, stream)
    }
  }

  /// Sets a sensor value unless it is already set: the first of several values is used.
  @inline(__always)
  private func setSensor(
    _ word: GPXElement, _ bytes: UnsafeBufferPointer<UInt8>,
    _ path: WritableKeyPath<GPXPoint, Double?>, _ stream: XMLStream
  ) {
    setNumber(word, bytes, stream) { parser, number in
      if parser.point[keyPath: path] == nil { parser.point[keyPath: path] = number }
    }
  }

  private func setDetail(
    _ word: GPXElement, _ bytes: UnsafeBufferPointer<UInt8>,
    _ path: WritableKeyPath<GPXPointDetails, Double?>, _ stream: XMLStream
  ) {
    setNumber(word, bytes, stream) { parser, number in
      guard parser.details[keyPath: path] == nil else { return }
      parser.details[keyPath: path] = number
      parser.hasDetails = true
    }
  }

  private func setDetail(
    _ word: GPXElement, _ bytes: UnsafeBufferPointer<UInt8>,
    _ path: WritableKeyPath<GPXPointDetails, Int?>, _ stream: XMLStream
  ) {
    guard let number = DecimalCoding.integer(bytes) else {
      return reportNumber(word, bytes, stream)
    }
    details[keyPath: path] = number
    hasDetails = true
  }

  func endPoint() {
    if hasDetails {
      if let link = pointLink.consume() { details.links.append(link) }
      point.details = details
    }
    send(point)
  }
}
