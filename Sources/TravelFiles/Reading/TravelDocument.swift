// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The format of a travel file.
public enum TravelFileFormat: String, Sendable, Hashable, CaseIterable {
  case calendar, pass, passBundle, mail, html, bookings, gpx, kml, kmz, geoJSON, takeout
  case packingList, pdf, picture
}

/// The content of a travel file.
public struct TravelDocument: Sendable, Hashable {
  /// An attachment, or a file that is only stored, such as a PDF.
  public struct Attachment: Sendable, Hashable {
    /// The name, only for display: it may contain any characters.
    public var name: String?
    /// The media type.
    public var type: String
    /// The content.
    public var content: Data

    /// Creates an attachment.
    public init(name: String?, type: String, content: Data) {
      self.name = name
      self.type = type
      self.content = content
    }
  }

  /// The format.
  public var format: TravelFileFormat
  /// The title, such as the subject of a mail.
  public var title: String?
  /// The date of a mail.
  public var date: TravelTime?
  /// The bookings, events and places, sorted by their start.
  public var items: [TravelItem] = []
  /// The events of a calendar, with all their versions and recurrences.
  public var events: [CalendarEvent] = []
  /// The saved places.
  public var places: [Place] = []
  /// The tracks and routes.
  public var tracks: [TravelTrack] = []
  /// The lines of a packing list.
  public var packing: [PackingLine] = []
  /// The attachments.
  public var attachments: [Attachment] = []
  /// The problems of parts that were skipped or repaired.
  public var issues = TravelFileIssueLog()

  /// Creates an empty document.
  public init(_ format: TravelFileFormat) {
    self.format = format
  }

  /// True if the document has nothing that can be stored.
  var hasNoContent: Bool {
    let hasItem = items.contains { item in
      if case .organization = item { false } else { true }
    }
    return !hasItem && events.isEmpty && places.isEmpty && tracks.isEmpty && packing.isEmpty
      && attachments.isEmpty
  }

  /// The reservations among the items.
  public var reservations: [Reservation] { items.compactMap(\.reservation) }
}
