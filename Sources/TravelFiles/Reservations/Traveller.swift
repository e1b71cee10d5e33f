// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A person with a reservation.
public struct Traveller: Sendable, Hashable, Codable {
  /// The whole name.
  public var name: String?
  /// The given name.
  public var givenName: String?
  /// The family name.
  public var familyName: String?
  /// The e-mail address.
  public var email: String?

  /// Creates a traveller.
  public init(
    name: String? = nil, givenName: String? = nil, familyName: String? = nil, email: String? = nil
  ) {
    self.name = name
    self.givenName = givenName
    self.familyName = familyName
    self.email = email
  }
}

/// A company, such as an airline.
public struct Organization: Sendable, Hashable, Codable {
  /// The kind of an organization.
  public enum Kind: String, Sendable, Hashable, Codable {
    case generic, airline
  }

  /// The kind.
  public var kind: Kind
  /// The name.
  public var name: String?
  /// The IATA code of an airline, two characters.
  public var code: String?
  /// The web address.
  public var url: String?

  /// Creates an organization.
  public init(_ kind: Kind = .generic, name: String? = nil, code: String? = nil, url: String? = nil)
  {
    self.kind = kind
    self.name = name
    self.code = code
    self.url = url
  }
}

/// A seat of a vehicle or of a venue.
public struct Seat: Sendable, Hashable, Codable {
  /// The number, such as `14D`.
  public var number: String?
  /// The row.
  public var row: String?
  /// The coach, or the section of a venue.
  public var section: String?
  /// The class of service.
  public var serviceClass: String?

  /// Creates a seat.
  public init(
    number: String? = nil, row: String? = nil, section: String? = nil, serviceClass: String? = nil
  ) {
    self.number = number
    self.row = row
    self.section = section
    self.serviceClass = serviceClass
  }

  /// True if no part is known.
  public var isEmpty: Bool { self == Seat() }
}

/// A ticket with its barcode.
public struct Ticket: Sendable, Hashable, Codable {
  /// The name, such as "Reservation".
  public var name: String?
  /// The number of the ticket.
  public var number: String?
  /// The barcode as `format:content`, such as `aztecCode:M1DOE/JOHN`, or a web address of it.
  public var token: String?

  /// Creates a ticket.
  public init(name: String? = nil, number: String? = nil, token: String? = nil) {
    self.name = name
    self.number = number
    self.token = token
  }

  /// True if no part is known.
  public var isEmpty: Bool { self == Ticket() }

  /// The barcode of ``token``; nil for a web address.
  public var barcode: Barcode? { token.flatMap(Barcode.init(token:)) }
}

/// The symbology and the content of a barcode.
public struct Barcode: Sendable, Hashable, Codable {
  /// A symbology.
  public enum Format: String, Sendable, Hashable, Codable, CaseIterable {
    case qrCode, aztecCode, pdf417, code128
  }

  /// The symbology.
  public var format: Format
  /// The encoded text.
  public var message: String

  /// Creates a barcode.
  public init(_ format: Format, message: String) {
    self.format = format
    self.message = message
  }

  /// Parses a token such as `qrCode:123`; nil for other texts.
  public init?(token: String) {
    let parts = token.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch parts[0].lowercased() {
    case "qrcode": format = .qrCode
    case "aztec", "azteccode": format = .aztecCode
    case "pdf417": format = .pdf417
    case "barcode128", "code128": format = .code128
    default: return nil
    }
    message = String(parts[1])
  }

  /// The token of a schema.org ticket.
  public var token: String { "\(format.rawValue):\(message)" }
}

/// A frequent traveller membership.
public struct Membership: Sendable, Hashable, Codable {
  /// The program.
  public var program: String?
  /// The number of the member.
  public var number: String?
  /// The member.
  public var member: Traveller?

  /// Creates a membership.
  public init(program: String? = nil, number: String? = nil, member: Traveller? = nil) {
    self.program = program
    self.number = number
    self.member = member
  }
}

/// An amount of money; either part may be unknown.
public struct Price: Sendable, Hashable, Codable {
  /// The amount in units of the currency, exact.
  public var amount: Decimal?
  /// The currency in ISO 4217, such as `EUR`.
  public var currency: String?

  /// Creates a price.
  public init(amount: Decimal?, currency: String?) {
    self.amount = amount
    self.currency = currency
  }
}

/// A link by which the traveller changes, cancels or downloads a booking.
public struct BookingAction: Sendable, Hashable, Codable, Comparable {
  /// The kind of an action.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    case cancel = "CancelAction"
    case checkIn = "CheckInAction"
    case download = "DownloadAction"
    case join = "JoinAction"
    case reserve = "ReserveAction"
    case update = "UpdateAction"
    case view = "ViewAction"
  }

  /// The kind.
  public var kind: Kind
  /// The web address.
  public var url: String

  /// Creates an action.
  public init(_ kind: Kind, url: String) {
    self.kind = kind
    self.url = url
  }

  /// Orders actions by kind and address.
  public static func < (left: BookingAction, right: BookingAction) -> Bool {
    (left.kind.rawValue, left.url) < (right.kind.rawValue, right.url)
  }
}

/// The type and the serial number of a Wallet pass, which identify it through all its updates.
public struct PassIdentity: Sendable, Hashable, Codable {
  /// The reverse-DNS identifier of the pass type.
  public var typeIdentifier: String
  /// The serial number.
  public var serialNumber: String

  /// Creates an identity.
  public init(typeIdentifier: String, serialNumber: String) {
    self.typeIdentifier = typeIdentifier
    self.serialNumber = serialNumber
  }
}
