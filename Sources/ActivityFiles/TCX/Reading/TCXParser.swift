// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An element of TCX files that the reader uses.
enum TCXElement: String, CaseIterable {
  case database = "TrainingCenterDatabase"
  case activities = "Activities"
  case multiSport = "MultiSportSession"
  case firstSport = "FirstSport"
  case nextSport = "NextSport"
  case activity = "Activity"
  case id = "Id"
  case lap = "Lap"
  case totalTime = "TotalTimeSeconds"
  case distance = "DistanceMeters"
  case maximumSpeed = "MaximumSpeed"
  case calories = "Calories"
  case averageHeartRate = "AverageHeartRateBpm"
  case maximumHeartRate = "MaximumHeartRateBpm"
  case value = "Value"
  case intensity = "Intensity"
  case cadence = "Cadence"
  case trigger = "TriggerMethod"
  case track = "Track"
  case trackpoint = "Trackpoint"
  case time = "Time"
  case position = "Position"
  case latitude = "LatitudeDegrees"
  case longitude = "LongitudeDegrees"
  case altitude = "AltitudeMeters"
  case heartRate = "HeartRateBpm"
  case extensions = "Extensions"
  case tpx = "TPX"
  case lx = "LX"
  case speed = "Speed"
  case watts = "Watts"
  case runCadence = "RunCadence"
  case temperature = "Temperature"
  case temp = "Temp"
  case airTemperature = "atemp"
  case averageSpeed = "AvgSpeed"
  case averageWatts = "AvgWatts"
  case maxWatts = "MaxWatts"
  case notes = "Notes"
  case creator = "Creator"
  case author = "Author"
  case name = "Name"

  static let all = Array(allCases)

  /// Whether the element is a temperature of the air, which programs name in several ways.
  var isTemperature: Bool { [.temperature, .temp, .airTemperature].contains(self) }
}

/// Converts the elements of a TCX file into events.
///
/// Open elements form a stack. An unknown element is skipped with its content. Namespaces are
/// ignored, because files declare them in several ways or not at all.
final class TCXParser: XMLStreamDelegate {
  @exclusivity(unchecked) var events: [TCXEvent] = []
  var issues = ActivityFileIssueLog()
  /// The names of the programs that wrote the file.
  private(set) var programs: [String] = []
  weak var feed: XMLFeed?

  @exclusivity(unchecked) private var stack: [TCXElement] = []
  @exclusivity(unchecked) private var skippedDepth = 0
  @exclusivity(unchecked) private var isText = false
  private var activity = TCXActivity()
  private var lap = TCXLap()
  private var isLapSent = false
  @exclusivity(unchecked) private var point = TCXTrackpoint()
  @exclusivity(unchecked) private var latitude: Double?
  @exclusivity(unchecked) private var longitude: Double?
  @exclusivity(unchecked) private var points = 0
  @exclusivity(unchecked) private var lastTime: Double?

  // MARK: Elements

  func startElement(_ name: XMLName, _ attributes: XMLAttributes, in stream: XMLStream) {
    guard skippedDepth == 0, !isText else {
      skippedDepth += 1
      return
    }
    guard let word = name.word.map({ TCXElement.all[$0] }) else {
      if stack.isEmpty { return stream.fail(notTCX(root: stream.elementName, stream)) }
      skippedDepth = 1
      return
    }
    guard let parent = stack.last else {
      guard word == .database else {
        return stream.fail(notTCX(root: stream.elementName, stream))
      }
      if feed?.prolog.hasDocumentType == true {
        issue(.documentType, stream, "The file has a document type", "It is ignored")
      }
      stack.append(word)
      return
    }
    if isContainer(word, in: parent) {
      begin(word, attributes, stream)
      stack.append(word)
    } else if isValue(word, in: parent) {
      stack.append(word)
      isText = true
      stream.startCollectingText()
    } else {
      if [.activity, .lap, .track, .trackpoint].contains(word) {
        issue(
          .misplacedElement, stream, "A <\(word.rawValue)> is not allowed in <\(parent.rawValue)>",
          "It is dropped with its content")
      }
      skippedDepth = 1
    }
  }

  func endElement(in stream: XMLStream) {
    guard skippedDepth == 0 else {
      skippedDepth -= 1
      return
    }
    guard let word = stack.popLast() else { return }
    if isText {
      isText = false
      if let parent = stack.last { store(word, in: parent, stream.consumeText(), stream) }
      return
    }
    switch word {
    case .trackpoint: endPoint(stream)
    case .track: events.append(.trackEnded)
    case .lap:
      sendLap()
      events.append(.lapEnded(lap))
    case .activity: events.append(.activityEnded(activity))
    default: break
    }
  }

  private func isContainer(_ word: TCXElement, in parent: TCXElement) -> Bool {
    switch parent {
    case .database: word == .activities || word == .creator || word == .author
    case .activities: word == .activity || word == .multiSport
    case .multiSport: word == .firstSport || word == .nextSport
    case .firstSport, .nextSport: word == .activity
    case .activity: word == .lap || word == .creator
    case .lap:
      word == .track || word == .averageHeartRate || word == .maximumHeartRate
        || word == .extensions
    case .track: word == .trackpoint
    case .trackpoint: word == .position || word == .heartRate || word == .extensions
    case .extensions: word == .tpx || word == .lx
    default: false
    }
  }

  private func isValue(_ word: TCXElement, in parent: TCXElement) -> Bool {
    switch parent {
    case .activity: word == .id || word == .notes
    case .creator, .author: word == .name
    case .lap:
      [
        .totalTime, .distance, .maximumSpeed, .calories, .intensity, .cadence, .trigger, .notes,
      ].contains(word)
    case .averageHeartRate, .maximumHeartRate, .heartRate: word == .value
    case .trackpoint:
      word == .time || word == .distance || word == .altitude || word == .cadence
    case .position: word == .latitude || word == .longitude
    case .tpx: word == .speed || word == .watts || word == .runCadence || word.isTemperature
    case .extensions: word.isTemperature && stack.contains(.trackpoint)
    case .lx: word == .averageSpeed || word == .averageWatts || word == .maxWatts
    default: false
    }
  }

  private func begin(_ word: TCXElement, _ attributes: XMLAttributes, _ stream: XMLStream) {
    switch word {
    case .activity:
      activity = TCXActivity()
      activity.sport = attributes.string("Sport")
      events.append(.activityBegan(activity))
    case .lap:
      lap = TCXLap()
      isLapSent = false
      if let text = attributes.bytes("StartTime") { lap.start = time(text, stream) }
    case .track:
      sendLap()
      events.append(.trackBegan)
    case .trackpoint:
      point = TCXTrackpoint()
      latitude = nil
      longitude = nil
    default: break
    }
  }

  private func sendLap() {
    guard !isLapSent else { return }
    isLapSent = true
    events.append(.lapBegan(lap))
  }

  private func endPoint(_ stream: XMLStream) {
    if let latitude, let longitude {
      if abs(latitude) <= 90, abs(longitude) <= 180 {
        point.latitude = latitude
        point.longitude = longitude
      } else {
        issue(
          .positionOutOfRange, stream, "The position \(latitude), \(longitude) is not on the earth",
          "The sample has no position")
      }
    }
    if let time = point.time?.timeIntervalSinceReferenceDate {
      if let lastTime, time < lastTime {
        issue(
          .timeRunsBackwards, stream, "The time is before the previous sample's", "It is kept")
      }
      lastTime = time
    }
    points += 1
    events.append(.trackpoint(point))
  }

  /// Adds the issues that are known at the end of the file.
  func finish() {
    guard points == 0, let feed else { return }
    issue(.noSamples, feed.stream, "The file has no track point", "Its totals are read")
  }
}

// MARK: - Values

extension TCXParser {
  private func store(
    _ word: TCXElement, in parent: TCXElement, _ text: UnsafeBufferPointer<UInt8>,
    _ stream: XMLStream
  ) {
    switch parent {
    case .trackpoint: storeInPoint(word, text, stream)
    case .position:
      let number = number(text, stream)
      if word == .latitude { latitude = number } else { longitude = number }
    case .heartRate: point.heartRate = positive(number(text, stream))
    case .tpx, .extensions: storeInPointExtension(word, text, stream)
    case .averageHeartRate: lap.averageHeartRate = positive(number(text, stream))
    case .maximumHeartRate: lap.maxHeartRate = positive(number(text, stream))
    case .lap, .lx: storeInLap(word, text, stream)
    case .author: programs += [string(text)].compactMap(\.self)
    case .creator:
      if stack.contains(.activity) {
        activity.device = string(text)
      } else {
        programs += [string(text)].compactMap(\.self)
      }
    case .activity:
      if word == .id { activity.id = string(text) } else { activity.notes = string(text) }
    default: break
    }
  }

  private func storeInPoint(
    _ word: TCXElement, _ text: UnsafeBufferPointer<UInt8>, _ stream: XMLStream
  ) {
    switch word {
    case .time: point.time = time(text, stream)
    case .altitude: point.altitude = number(text, stream)
    case .distance: point.distance = number(text, stream)
    default: point.cadence = number(text, stream)
    }
  }

  private func storeInPointExtension(
    _ word: TCXElement, _ text: UnsafeBufferPointer<UInt8>, _ stream: XMLStream
  ) {
    switch word {
    case .speed: point.speed = number(text, stream)
    case .watts: point.power = number(text, stream)
    case .temperature, .temp, .airTemperature: point.temperature = number(text, stream)
    default: point.runCadence = number(text, stream)
    }
  }

  private func storeInLap(
    _ word: TCXElement, _ text: UnsafeBufferPointer<UInt8>, _ stream: XMLStream
  ) {
    switch word {
    case .totalTime: lap.duration = number(text, stream)
    case .distance: lap.distance = number(text, stream)
    case .maximumSpeed: lap.maxSpeed = number(text, stream)
    case .calories: lap.calories = number(text, stream)
    case .cadence: lap.cadence = number(text, stream)
    case .averageSpeed: lap.averageSpeed = number(text, stream)
    case .averageWatts: lap.averagePower = number(text, stream)
    case .maxWatts: lap.maxPower = number(text, stream)
    case .intensity: lap.intensity = string(text)
    case .trigger: lap.trigger = string(text)
    default: lap.notes = string(text)
    }
  }

  /// Decodes a number; nil for an empty text, and with an issue for an invalid one.
  private func number(_ text: UnsafeBufferPointer<UInt8>, _ stream: XMLStream) -> Double? {
    if DecimalCoding.trimmed(text).isEmpty { return nil }
    if let number = DecimalCoding.double(text) { return number }
    issue(.badValue, stream, "\"\(excerpt(text))\" is not a number", "It is dropped")
    return nil
  }

  /// Decodes a time; nil with an issue for an invalid one.
  private func time(_ text: UnsafeBufferPointer<UInt8>, _ stream: XMLStream) -> Date? {
    if let reading = XMLDateTime.read(text) {
      return Date(timeIntervalSinceReferenceDate: reading.seconds)
    }
    issue(.badTime, stream, "\"\(excerpt(text))\" is not a time", "It is dropped")
    return nil
  }

  private func positive(_ number: Double?) -> Double? {
    number.flatMap { $0 > 0 ? $0 : nil }
  }

  private func string(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    let trimmed = DecimalCoding.trimmed(text)
    return trimmed.isEmpty ? nil : String(decoding: trimmed, as: UTF8.self)
  }

  private func excerpt(_ text: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: DecimalCoding.trimmed(text).prefix(40), as: UTF8.self)
  }

  private func issue(
    _ kind: ActivityFileIssue.Kind, _ stream: XMLStream, _ reason: @autoclosure () -> String,
    _ repair: @autoclosure () -> String
  ) {
    issues.add(kind) {
      ActivityFileIssue(
        kind, at: .line(feed?.line ?? stream.line), reason: reason(), repair: repair())
    }
  }

  private func notTCX(root: String, _ stream: XMLStream) -> ActivityFileError {
    let local = root.split(separator: ":").last.map(String.init) ?? root
    let kinds = [
      "gpx": "a GPX file", "kml": "a KML file", "html": "an HTML page", "HTML": "an HTML page",
      "HealthData": "an Apple Health export", "svg": "an SVG picture", "plist": "a property list",
    ]
    let kind = kinds[local] ?? "an XML file whose root element is <\(local.prefix(60))>"
    return ActivityFileError(
      .notTCX, line: stream.line, reason: "This is \(kind), not a TCX file",
      remedy: local.lowercased() == "html"
        ? "It may be a sign-in or error page saved instead of the file; export it again"
        : "Export the activity as TCX")
  }
}
