// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A position on the ellipsoid WGS 84.
public struct Coordinates: Sendable, Hashable, Codable {
  /// The latitude in degrees, -90 to 90.
  public let latitude: Double
  /// The longitude in degrees, -180 to 180.
  public let longitude: Double

  /// Creates a position; nil if a number is out of range or not finite.
  public init?(latitude: Double, longitude: Double) {
    guard latitude.magnitude <= 90, longitude.magnitude <= 180 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// A postal address.
public struct PostalAddress: Sendable, Hashable, Codable {
  /// Street and house number.
  public var street: String?
  /// The postal code.
  public var postalCode: String?
  /// The city or town.
  public var locality: String?
  /// The state or province.
  public var region: String?
  /// The country's code in ISO 3166-1 alpha-2, or its name if the code is not known.
  public var country: String?

  /// Creates an address.
  public init(
    street: String? = nil, postalCode: String? = nil, locality: String? = nil,
    region: String? = nil, country: String? = nil
  ) {
    self.street = street
    self.postalCode = postalCode
    self.locality = locality
    self.region = region
    self.country = country
  }

  /// True if no part is known.
  public var isEmpty: Bool { self == PostalAddress() }

  /// The address on one line, from street to country.
  public var line: String {
    [
      street,
      [postalCode, locality].compactMap(\.self).joined(separator: " "),
      region, country,
    ].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

/// A place: an airport, a station, a hotel, a venue, or a point of interest.
public struct Place: Sendable, Hashable, Codable {
  /// The kind of a place.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    case generic, airport, trainStation, busStop, port, lodging, restaurant, attraction, business
  }

  /// The kind.
  public var kind: Kind
  /// The name.
  public var name: String?
  /// The IATA code of an airport or of a station, such as `AKL`.
  public var code: String?
  /// The address.
  public var address: PostalAddress?
  /// The position.
  public var coordinates: Coordinates?
  /// The telephone number.
  public var telephone: String?
  /// The e-mail address.
  public var email: String?
  /// The web address.
  public var url: String?
  /// The description or the note of the source.
  public var note: String?
  /// The web address of a picture.
  public var image: String?
  /// The links of the source to act on the place, such as to book a table.
  public var actions: [BookingAction] = []

  /// Creates a place.
  public init(
    _ kind: Kind = .generic, name: String? = nil, code: String? = nil,
    address: PostalAddress? = nil, coordinates: Coordinates? = nil, note: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.code = code
    self.address = address
    self.coordinates = coordinates
    self.note = note
  }

  /// True if neither name, code, address nor position are known.
  public var isEmpty: Bool {
    name == nil && code == nil && address == nil && coordinates == nil
  }
}
