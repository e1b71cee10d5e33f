// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// GPX 1.0 and 1.1 in every form of declaration.
struct GPXVersionTests {
  @Test
  func `every field of the older GPX version is read`() throws {
    let document = try GPXDocument(contentsOf: Fixture.url("gpxpy__gpx1.0_with_all_fields.gpx"))
    #expect(document.version == "1.0")
    #expect(document.metadata.name == "example name")
    #expect(document.metadata.desc == "example description")
    #expect(
      document.metadata.author == GPXPerson(name: "example author", email: "example@email.com"))
    #expect(
      document.metadata.links == [GPXLink(href: "http://example.url", text: "example urlname")])
    #expect(document.metadata.keywords == "example keywords")
    #expect(document.metadata.time == .unix(1_357_041_600))
    #expect(
      document.metadata.bounds
        == GPXBounds(minLatitude: 1.2, minLongitude: 3.4, maxLatitude: 5.6, maxLongitude: 7.8))
    let waypoint = try #require(document.waypoints.first)
    expectAllFields(waypoint)
    #expect(waypoint.links == [GPXLink(href: "example url", text: "example urlname")])
    let route = try #require(document.routes.first)
    #expect(route.info.number == 7)
    #expect(route.info.links == [GPXLink(href: "example url", text: "example urlname")])
    #expect(route.points.first?.name == "example name r")
    #expect(document.routes.last?.info.desc == "example desc 2")
    #expect(document.tracks.first?.info.comment == "example cmt t")
  }

  @Test
  func `every field of the current GPX version is read`() throws {
    let document = try GPXDocument(contentsOf: Fixture.url("gpxpy__gpx1.1_with_all_fields.gpx"))
    #expect(document.version == "1.1")
    #expect(
      document.metadata.author
        == GPXPerson(
          name: "author name", email: "aaa@bbb.com",
          link: GPXLink(href: "http://link", text: "link text", type: "link type")))
    #expect(
      document.metadata.copyright == GPXCopyright(author: "gpxauth", year: "2013", license: "lic"))
    #expect(
      document.metadata.links
        == [GPXLink(href: "http://link2", text: "link text2", type: "link type2")])
    let waypoint = try #require(document.waypoints.first)
    expectAllFields(waypoint)
    #expect(
      waypoint.links == [GPXLink(href: "http://link3", text: "link text3", type: "link type3")])
    let track = try #require(document.tracks.first)
    #expect(track.info.type == "t")
    #expect(track.info.number == 1)
    #expect(track.info.source == "example src t")
    #expect(track.info.links.first?.href == "http://trk")
    #expect(track.segments.first?.points.first?.satellites == 100)
    #expect(document.routes.first?.info.type == "rte type")
  }

  private func expectAllFields(_ point: GPXPoint) {
    #expect(point.latitude == 12.3)
    #expect(point.longitude == 45.6)
    #expect(point.elevation == 75.1)
    #expect(point.time == .unix(1_357_092_180))
    #expect(point.magneticVariation == 1.1)
    #expect(point.geoidHeight == 2)
    #expect(point.name == "example name")
    #expect(point.comment == "example cmt")
    #expect(point.desc == "example desc")
    #expect(point.source == "example src")
    #expect(point.symbol == "example sym")
    #expect(point.type == "example type")
    #expect(point.fix == .twoDimensional)
    #expect(point.satellites == 5)
    #expect(point.hdop == 6)
    #expect(point.vdop == 7)
    #expect(point.pdop == 8)
    #expect(point.ageOfDGPSData == 9)
    #expect(point.dgpsID == 45)
  }

  @Test(
    arguments: [
      "<gpx><trk><trkseg><trkpt lat='1' lon='2'/></trkseg></trk></gpx>",
      """
      <g:gpx xmlns:g='http://www.topografix.com/GPX/1/1' version='1.1'><g:trk><g:trkseg>\
      <g:trkpt lat='1' lon='2'/></g:trkseg></g:trk></g:gpx>
      """,
      """
      <gpx xmlns='http://www.topografix.com/GPX/1/1'><trk><trkseg xmlns=''>\
      <trkpt lat='1' lon='2'/></trkseg></trk></gpx>
      """,
      """
      <g:gpx xmlns='http://example.org/' xmlns:g='http://www.topografix.com/GPX/1/0'><g:trk>\
      <trk/><g:trkseg><trkpt lat='8' lon='8'/><g:trkpt lat='1' lon='2'/></g:trkseg></g:trk></g:gpx>
      """,
    ])
  func `GPX elements are read with any prefix or none`(text: String) throws {
    let document = try document(text)
    #expect(document.trackPoints == [GPXPoint(latitude: 1, longitude: 2)])
    #expect(document.issues.isEmpty)
  }

  @Test
  func `an unknown namespace or version is read and reported`() throws {
    let document = try track(
      "<trkpt lat='1' lon='2'/>", attributes: "xmlns='http://example.org/gpx' version='5.8'")
    #expect(document.trackPointCount == 1)
    #expect(document.issues.first.map(\.kind) == [.unknownNamespace, .unknownVersion])
    #expect(!document.issues.hasWarnings)
  }

  @Test
  func `text, CDATA sections and entities are concatenated`() throws {
    let text = "<name> a&amp;b<![CDATA[ <c> ]]>&#x20AC;\n</name>"
    #expect(try gpx("<trk>\(text)</trk>").tracks.first?.info.name == "a&b <c> €")
  }

  @Test
  func `the encodings ISO-8859-1 and UTF-16 are read`() throws {
    let body = "<gpx><metadata><name>Höhe</name></metadata></gpx>"
    let latin = try #require(
      "<?xml version='1.0' encoding='ISO-8859-1'?>\(body)".data(using: .isoLatin1))
    #expect(try GPXDocument(data: latin).metadata.name == "Höhe")
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
      var data = try #require("<?xml version='1.0'?>\(body)".data(using: encoding))
      if encoding == .utf16LittleEndian { data = Data([0xFF, 0xFE]) + data }
      if encoding == .utf16BigEndian { data = Data([0xFE, 0xFF]) + data }
      #expect(try GPXDocument(data: data).metadata.name == "Höhe")
    }
  }
}
