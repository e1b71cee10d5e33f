// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Round trips: a written document reads back equal.
struct GPXRoundTripTests {
  @Test(arguments: try Fixture.names())
  func `a real file survives a round trip`(name: String) throws {
    var document = try GPXDocument(contentsOf: Fixture.url(name))
    let copy = try GPXDocument(data: document.gpxData())
    document.version = "1.1"
    document.creator = document.creator ?? "Cairn"
    #expect(copy == document)
    #expect(try copy.gpxData() == document.gpxData())
  }

  @Test(arguments: 0..<20)
  func `a random document survives a round trip`(seed: Int) throws {
    var random = RandomDocument(seed: UInt64(seed))
    let document = random.document()
    let copy = try GPXDocument(data: document.gpxData())
    #expect(copy == document)
    #expect(copy.hashValue == document.hashValue)
  }

  @Test
  func `times survive a round trip bit for bit`() throws {
    var generator = SeededGenerator(seed: 3)
    var points: [GPXPoint] = []
    for _ in 0..<3000 {
      let range = ([1e0, 1e4, 1e9, 6e10] as [Double]).randomElement(using: &generator) ?? 1
      let seconds = Double.random(in: -range...range, using: &generator)
      let time = Date(timeIntervalSinceReferenceDate: seconds)
      points.append(GPXPoint(latitude: 0, longitude: 0, time: time))
    }
    let document = GPXDocument(waypoints: points)
    #expect(try GPXDocument(data: document.gpxData()).waypoints == points)
  }
}

/// A generator of random documents that set each optional field in one of four cases.
struct RandomDocument {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func document() -> GPXDocument {
    GPXDocument(
      creator: text(), metadata: metadata(), waypoints: list(4) { $0.point() },
      routes: list(3) { maker in
        GPXRoute(info: maker.info(), points: maker.list(5) { $0.point() })
      },
      tracks: list(3) { maker in
        GPXTrack(
          info: maker.info(),
          segments: maker.list(3) { maker in GPXSegment(points: maker.list(30) { $0.point() }) })
      })
  }

  private mutating func metadata() -> GPXMetadata {
    var metadata = GPXMetadata(name: maybe { $0.text() }, desc: maybe { $0.text() })
    metadata.time = maybe { $0.time() }
    metadata.author = maybe { maker in
      GPXPerson(
        name: maker.maybe { $0.text() }, email: maker.maybe { _ in "a.b@example.org" },
        link: maker.maybe { $0.link() })
    }
    metadata.copyright = maybe { maker in
      GPXCopyright(author: maker.text(), license: maker.maybe { $0.text() })
    }
    metadata.links = list(3) { $0.link() }
    metadata.keywords = maybe { $0.text() }
    metadata.bounds = maybe { maker in
      GPXBounds(
        minLatitude: maker.number(), minLongitude: maker.number(), maxLatitude: maker.number(),
        maxLongitude: maker.number())
    }
    return metadata
  }

  private mutating func info() -> GPXTrackInfo {
    var info = GPXTrackInfo(
      name: maybe { $0.text() }, desc: maybe { $0.text() }, type: maybe { $0.text() })
    info.comment = maybe { $0.text() }
    info.source = maybe { $0.text() }
    info.links = list(2) { $0.link() }
    info.number = maybe { Int.random(in: 0...1000, using: &$0.generator) }
    info.trackID = maybe { $0.text() }
    return info
  }

  private mutating func point() -> GPXPoint {
    var point = GPXPoint(
      latitude: Double.random(in: -90...90, using: &generator),
      longitude: Double.random(in: -180...180, using: &generator),
      elevation: maybe { $0.number() }, time: maybe { $0.time() })
    for path in [
      \GPXPoint.heartRate, \.cadence, \.power, \.temperature, \.speed, \.course,
      \.horizontalAccuracy, \.verticalAccuracy, \.details.magneticVariation, \.details.geoidHeight,
      \.details.hdop, \.details.vdop, \.details.pdop, \.details.ageOfDGPSData,
      \.details.waterTemperature, \.details.depth, \.details.bearing, \.details.distance,
      \.details.gain, \.details.loss,
    ] {
      point[keyPath: path] = maybe { $0.number() }
    }
    for path in [
      \GPXPoint.details.name, \.details.comment, \.details.desc, \.details.source,
      \.details.symbol, \.details.type,
    ] {
      point[keyPath: path] = maybe { $0.text() }
    }
    point.links = list(2) { $0.link() }
    point.fix = maybe { GPXFix.allCases.randomElement(using: &$0.generator) } ?? nil
    point.satellites = maybe { Int.random(in: 0...40, using: &$0.generator) }
    point.dgpsID = maybe { Int.random(in: 0...1023, using: &$0.generator) }
    return point
  }

  private mutating func maybe<Value>(_ make: (inout RandomDocument) -> Value) -> Value? {
    Int.random(in: 0..<4, using: &generator) == 0 ? make(&self) : nil
  }

  private mutating func list<Value>(_ most: Int, _ make: (inout RandomDocument) -> Value) -> [Value]
  {
    (0..<Int.random(in: 0...most, using: &generator)).map { _ in make(&self) }
  }

  private mutating func link() -> GPXLink {
    GPXLink(href: text(), text: maybe { $0.text() }, type: maybe { $0.text() })
  }

  private mutating func number() -> Double {
    let exponent = Int.random(in: -12...12, using: &generator)
    let value = Double.random(in: -10...10, using: &generator) * pow(10, Double(exponent))
    return Bool.random(using: &generator) ? value : value.rounded()
  }

  private mutating func time() -> Date {
    let seconds = Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &generator))
    let parts = [0, 0.5, 0.179, 0.000001, Double.random(in: 0..<1, using: &generator)]
    return Date(
      timeIntervalSinceReferenceDate: seconds + (parts.randomElement(using: &generator) ?? 0))
  }

  private mutating func text() -> String {
    let letters = Array("abcXYZ019&<>\"'éß漢字🏔️-_;]")
    let count = Int.random(in: 1...12, using: &generator)
    return (0..<count).map { _ in String(letters.randomElement(using: &generator) ?? "x") }.joined()
  }
}
