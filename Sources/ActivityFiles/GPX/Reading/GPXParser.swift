// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Converts the elements of a GPX file into events.
///
/// Open elements form a stack of frames. A frame's context determines the meaning of its children.
/// An unknown element is skipped with its content.
final class GPXParser: XMLStreamDelegate {
  /// The context in which an element's children are interpreted.
  enum Context {
    case document, gpx, metadata, author, copyright, link, bounds, track, route, segment
    case point, extensions, trackPointExtension, infoExtensions, text
  }

  /// An open element.
  struct Frame {
    var context: Context
    var word: GPXElement?
  }

  /// A link of GPX 1.0, with URL and title in separate elements.
  struct LegacyLink {
    var url: String?
    var title: String?

    /// Returns the link and resets the parts.
    mutating func consume() -> GPXLink? {
      defer { self = LegacyLink() }
      return url.map { GPXLink(href: $0, text: title) }
    }
  }

  /// The parent of a point.
  enum PointKind {
    case waypoint, routePoint, trackPoint
  }

  @exclusivity(unchecked) var events: [GPXEvent] = []
  var issues = GPXIssueLog()

  @exclusivity(unchecked) var frames: [Frame] = [Frame(context: .document)]
  @exclusivity(unchecked) var skippedDepth = 0
  @exclusivity(unchecked) var rootNamespace = XMLNamespace.none

  var metadata = GPXMetadata()
  var metadataLink = LegacyLink()
  private var sentMetadata: GPXMetadata?
  var link = GPXLink(href: "")
  var info = GPXTrackInfo()
  var infoLink = LegacyLink()

  @exclusivity(unchecked) var point = GPXPoint(latitude: 0, longitude: 0)
  var pointKind = PointKind.waypoint
  @exclusivity(unchecked) var details = GPXPointDetails()
  @exclusivity(unchecked) var hasDetails = false
  var pointLink = LegacyLink()

  var hasTrackBegun = false
  @exclusivity(unchecked) var segmentPoints = 0
  var isBreakPending = false
  @exclusivity(unchecked) var lastTime: Double?
  @exclusivity(unchecked) private var trackPoints = 0
  private var otherPoints = 0

  // MARK: Elements

  func startElement(_ name: XMLName, _ attributes: XMLAttributes, in stream: XMLStream) {
    guard skippedDepth == 0 else {
      skippedDepth += 1
      return
    }
    let word = name.word.map { GPXElement.all[$0] }
    let context = frames[frames.count - 1].context
    switch context {
    case .point:
      startInPoint(word, name.namespace, attributes, stream)
    case .extensions, .trackPointExtension:
      startSensor(word, name.namespace, in: context, stream)
    case .document:
      startRoot(word, name.namespace, attributes, stream)
    case .text, .bounds:
      skip()
    default:
      startInParts(word, name.namespace, context, attributes, stream)
    }
  }

  /// Starts an element whose parent is neither a point nor the document.
  private func startInParts(
    _ word: GPXElement?, _ namespace: XMLNamespace, _ context: Context, _ attributes: XMLAttributes,
    _ stream: XMLStream
  ) {
    guard let word, isGPXNamespace(namespace) || context == .infoExtensions else { return skip() }
    switch context {
    case .gpx: startInRoot(word, attributes, stream)
    case .track: startInTrack(word, attributes, stream)
    case .route: startInRoute(word, attributes, stream)
    case .segment: startInSegment(word, attributes, stream)
    case .metadata: startInMetadata(word, attributes, stream)
    case .author: startInAuthor(word, attributes, stream)
    case .copyright: startText(word, among: [.year, .license], stream)
    case .link: startText(word, among: [.text, .type], stream)
    case .infoExtensions: startText(word, among: [.trackid], stream)
    default: skip()
    }
  }

  func endElement(in stream: XMLStream) {
    guard skippedDepth == 0 else {
      skippedDepth -= 1
      return
    }
    guard let frame = frames.popLast() else { return }
    switch frame.context {
    case .text:
      if let word = frame.word { endText(word, stream) }
    case .point:
      endPoint()
    case .link:
      endLink()
    case .segment:
      endSegment(stream)
    case .track, .route:
      endInfo(frame.context)
    default:
      break
    }
  }

  private func startRoot(
    _ word: GPXElement?, _ namespace: XMLNamespace, _ attributes: XMLAttributes, _ stream: XMLStream
  ) {
    guard word == .gpx else {
      return stream.fail(Self.notGPX(root: stream.elementName, line: stream.line))
    }
    rootNamespace = namespace
    if namespace != .none, !GPXNamespaces.isGPX(namespace) {
      issue(
        .unknownNamespace, stream, "The root element is not in a GPX namespace",
        "It is read as GPX")
    }
    let version = attributes.string("version")
    if let version, version != "1.0", version != "1.1" {
      issue(
        .unknownVersion, stream, "GPX has no version \"\(version.prefix(20))\"",
        "It is read as version 1.1")
    }
    events.append(.began(version: version, creator: attributes.string("creator")))
    push(.gpx)
  }

  // MARK: Helpers

  @inline(__always)
  func push(_ context: Context, _ word: GPXElement? = nil) {
    frames.append(Frame(context: context, word: word))
  }

  /// Skips the starting element with its content.
  @inline(__always)
  func skip() {
    skippedDepth = 1
  }

  /// Starts an element whose text is decoded.
  @inline(__always)
  func startText(_ word: GPXElement, _ stream: XMLStream) {
    push(.text, word)
    stream.startCollectingText()
  }

  /// Starts an element whose text is decoded if its name is in a list; skips others.
  func startText(_ word: GPXElement, among words: [GPXElement], _ stream: XMLStream) {
    if words.contains(word) { startText(word, stream) } else { skip() }
  }

  /// Returns whether a namespace counts as GPX in this file.
  @inline(__always)
  func isGPXNamespace(_ namespace: XMLNamespace) -> Bool {
    namespace == rootNamespace || namespace == .none || GPXNamespaces.isGPX(namespace)
  }

  func issue(
    _ kind: GPXIssue.Kind, _ stream: XMLStream, _ reason: @autoclosure () -> String,
    _ repair: @autoclosure () -> String
  ) {
    issues.add(kind) {
      GPXIssue(kind, line: stream.line, reason: reason(), repair: repair())
    }
  }

  /// Skips a misplaced element, and reports it if data is lost.
  func skipMisplaced(_ word: GPXElement, _ stream: XMLStream) {
    if [.gpx, .wpt, .rte, .rtept, .trk, .trkseg, .trkpt].contains(word) {
      let parent = frames[frames.count - 1].word?.rawValue ?? "gpx"
      issue(
        .misplacedElement, stream, "A <\(word.rawValue)> is not allowed in <\(parent)>",
        "It is dropped with its content")
    }
    skip()
  }

  /// Sends the metadata before the first point.
  func sendMetadata() {
    guard sentMetadata == nil else { return }
    sentMetadata = metadata
    events.append(.metadata(metadata))
  }

  /// Sends a point, and starts a new segment before it after a pause.
  func send(_ point: GPXPoint) {
    switch pointKind {
    case .waypoint:
      otherPoints += 1
      events.append(.waypoint(point))
    case .routePoint:
      otherPoints += 1
      events.append(.routePoint(point))
    case .trackPoint:
      if isBreakPending {
        events.append(.segmentEnded)
        events.append(.segmentBegan)
        isBreakPending = false
      }
      trackPoints += 1
      segmentPoints += 1
      events.append(.trackPoint(point))
    }
  }

  /// Sends the remaining events and issues at the end of the file.
  func finish(_ stream: XMLStream) {
    if let link = metadataLink.consume() { metadata.links.append(link) }
    if sentMetadata != metadata { events.append(.metadata(metadata)) }
    if trackPoints == 0 {
      issue(
        .noTrackPoints, stream, "The file has no valid track point",
        "Its \(otherPoints) waypoints and route points are read")
    }
  }

  private static func notGPX(root: String, line: Int) -> ActivityFileError {
    let local = root.split(separator: ":").last.map(String.init) ?? root
    let kinds = [
      "TrainingCenterDatabase": "a Garmin TCX file", "kml": "a KML file", "html": "an HTML page",
      "HTML": "an HTML page", "HealthData": "an Apple Health export", "svg": "an SVG picture",
      "plist": "a property list", "osm": "an OpenStreetMap file",
    ]
    let kind = kinds[local] ?? "an XML file whose root element is <\(local.prefix(60))>"
    let remedy =
      local.lowercased() == "html"
      ? "It may be a sign-in or error page saved instead of the file; export it again"
      : "Export the activity as GPX"
    return ActivityFileError(
      .notGPX, line: line, reason: "This is \(kind), not a GPX file", remedy: remedy)
  }
}
