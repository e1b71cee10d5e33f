// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A reader of GeoJSON (RFC 7946), and of the saved places that Google Takeout exports in it.
enum GeoJSONReader {
  private static let types: Set<String> = [
    "FeatureCollection", "Feature", "Point", "MultiPoint", "LineString", "MultiLineString",
    "Polygon", "MultiPolygon", "GeometryCollection",
  ]

  /// True if an object is GeoJSON.
  static func matches(_ object: StructuredObject) -> Bool {
    object["type"]?.text.map { types.contains($0) } ?? false
  }

  /// Reads places and tracks.
  static func read(_ object: StructuredObject) -> GeographicContent {
    var content = GeographicContent()
    read(object, name: nil, properties: StructuredObject(), into: &content)
    return content
  }

  private static func read(
    _ object: StructuredObject, name: String?, properties: StructuredObject,
    into content: inout GeographicContent
  ) {
    switch object["type"]?.text {
    case "FeatureCollection":
      for feature in object["features"]?.values ?? [] {
        if let feature = feature.object {
          read(feature, name: nil, properties: properties, into: &content)
        }
      }
    case "Feature":
      let properties = object["properties"]?.object ?? StructuredObject()
      let place = self.place(properties)
      if let geometry = object["geometry"]?.object {
        read(geometry, name: place.name, properties: properties, into: &content)
      } else if !place.isEmpty {
        content.places.append(place)
      }
    case "GeometryCollection":
      for geometry in object["geometries"]?.values ?? [] {
        if let geometry = geometry.object {
          read(geometry, name: name, properties: properties, into: &content)
        }
      }
    case "Point":
      addPlace(object["coordinates"], properties, into: &content)
    case "MultiPoint":
      for value in object["coordinates"]?.values ?? [] {
        addPlace(value, properties, into: &content)
      }
    case "LineString":
      addTrack([object["coordinates"]], name, into: &content)
    case "MultiLineString", "Polygon":
      addTrack((object["coordinates"]?.values ?? []).map { $0 }, name, into: &content)
    case "MultiPolygon":
      let rings = (object["coordinates"]?.values ?? []).flatMap(\.values)
      addTrack(rings.map { $0 }, name, into: &content)
    default:
      content.issues.add(.malformedPart, "An object of GeoJSON has an unknown type and is skipped")
    }
  }

  private static func addPlace(
    _ value: StructuredValue?, _ properties: StructuredObject, into content: inout GeographicContent
  ) {
    var place = self.place(properties)
    if let point = point(value) {
      // Takeout writes 0, 0 for a place without a position.
      let isOrigin = point.coordinates.latitude == 0 && point.coordinates.longitude == 0
      if !isOrigin || properties["google_maps_url"] == nil { place.coordinates = point.coordinates }
    } else {
      content.issues.add(.unreadablePosition, "The position of a place is left out")
    }
    if !place.isEmpty { content.places.append(place) }
  }

  private static func addTrack(
    _ lines: [StructuredValue?], _ name: String?, into content: inout GeographicContent
  ) {
    let segments = lines.map { line in (line?.values ?? []).compactMap { point($0) } }
      .filter { !$0.isEmpty }
    if !segments.isEmpty {
      content.tracks.append(TravelTrack(name: name, isPlanned: true, segments: segments))
    }
  }

  private static func point(_ value: StructuredValue?) -> TravelTrack.Point? {
    guard case .array(let values) = value else { return nil }
    let numbers = values.prefix(3).map { $0.text.flatMap(Double.init) }
    guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1],
      let position = Coordinates(latitude: latitude, longitude: longitude)
    else { return nil }
    return TravelTrack.Point(
      position, elevation: numbers.count > 2 ? numbers[2].flatMap { $0.isFinite ? $0 : nil } : nil)
  }

  /// The place of a feature's properties, by the keys of Takeout and of common programs.
  private static func place(_ properties: StructuredObject) -> Place {
    let location =
      properties["location"]?.object ?? properties["Location"]?.object ?? StructuredObject()
    var place = Place(
      name: properties.text("name", "Name", "title", "Title")
        ?? location.text("name", "Business Name"),
      note: properties.text("description", "desc", "Comment", "comment", "note"))
    place.url = properties.text("google_maps_url", "Google Maps URL", "url")
    if let text = location.text("address", "Address") {
      place.address = PostalAddress(
        street: text, country: location.text("country_code", "Country Code"))
    }
    return place
  }
}
