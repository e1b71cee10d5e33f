// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import SwiftData
import TravelFiles

extension TripImportRun {
  /// Stores a place in a trip, and returns its identifier; nil for an empty or a deleted place.
  ///
  /// The identifier is made of the code, or of name and address. A known place gets the values that it lacks.
  func storePlace(
    _ place: TravelFiles.Place?, zone: String?, _ trip: UUID?, isSaved: Bool = false
  ) throws -> UUID? {
    guard let place, !place.isEmpty else { return nil }
    let id = Self.placeID(place, trip)
    var new = PlaceSnapshot(id: id, at: now)
    Self.fill(&new, place)
    new.zone = zone ?? PlaceZone.zone(of: place)
    new.tripID = trip
    new.isSaved = isSaved
    guard let stored = try context.first(Place.self, id: id) else {
      let entity = try context.insert(new, at: now)
      if isSaved { addChange(.added, entity) }
      return id
    }
    if stored.isDeleted {
      if isSaved { addChange(.stayedDeleted, stored) }
      return nil
    }
    var snapshot = stored.snapshot()
    let empty = PlaceSnapshot(id: id, at: now)
    for field in Place.fields where field.isEqual(snapshot, empty) { field.copy(new, &snapshot) }
    let isChanged = try context.update(stored, snapshot, at: now)
    if isSaved { addChange(isChanged ? .updated : .unchanged, stored) }
    return id
  }

  private static func placeID(_ place: TravelFiles.Place, _ trip: UUID?) -> UUID {
    let kind = place.kind == .airport ? "airport" : "place"
    let key: String
    if let code = place.code {
      key = "\(kind):\(code)"
    } else {
      let position = place.name == nil ? place.coordinates : nil
      key = [
        BookingKeys.folded(place.name), BookingKeys.folded(place.address?.street),
        BookingKeys.folded(place.address?.locality),
        position.map { "\($0.latitude),\($0.longitude)" },
      ].map { $0 ?? "" }.joined(separator: "|")
    }
    return UUID(namespace: trip ?? .tripNamespace, name: "place:\(key)")
  }

  private static func fill(_ snapshot: inout PlaceSnapshot, _ place: TravelFiles.Place) {
    let airport = place.kind == .airport ? place.code.flatMap { AirportTable.airport($0) } : nil
    snapshot.name =
      place.name?.shortenedName ?? airport?.name ?? ReservationValues.name(place) ?? ""
    snapshot.placeCategory =
      switch place.kind {
      case .generic: .other
      case .airport: .airport
      case .trainStation: .trainStation
      case .busStop: .busStop
      case .port: .port
      case .lodging: .lodging
      case .restaurant: .restaurant
      case .attraction: .attraction
      case .business: .business
      }
    snapshot.coordinates = place.coordinates
    snapshot.code = place.code
    snapshot.street = place.address?.street?.shortenedName
    snapshot.postalCode = place.address?.postalCode
    snapshot.locality = place.address?.locality ?? airport?.city.nonEmptyText
    snapshot.region = place.address?.region
    snapshot.country = place.address?.country ?? airport?.country
    snapshot.phone = place.telephone
    snapshot.email = place.email
    snapshot.url = place.url
    snapshot.notes = place.note
  }

  /// Stores the saved places of a document.
  func storePlaces(_ document: TravelDocument, in trip: UUID?) throws {
    for (index, place) in document.places.enumerated() {
      _ = try storePlace(place, zone: nil, trip, isSaved: true)
      if index % ModelContext.batchSize == 0 { try context.save() }
    }
    for item in document.items {
      if case .place(let place) = item {
        _ = try storePlace(place, zone: nil, trip, isSaved: true)
      }
    }
  }

  /// Stores the tracks of a document as routes.
  func storeTracks(_ document: TravelDocument, in trip: UUID?) throws {
    for track in document.tracks where track.segments.contains(where: { !$0.isEmpty }) {
      let path = RoutePath(track)
      guard let data = path.encoded() else { continue }
      let hash = DocumentFile.sha256(data)
      let id = UUID(namespace: trip ?? .tripNamespace, name: "route:\(hash)")
      if let stored = try context.first(Route.self, id: id) {
        addChange(stored.isHidden ? .stayedDeleted : .unchanged, stored)
        continue
      }
      var snapshot = RouteSnapshot(id: id, at: now)
      snapshot.name = (track.name ?? document.title ?? "Track").shortenedName
      snapshot.isPlanned = track.isPlanned
      snapshot.transport = Transport.other.rawValue
      snapshot.distance = path.distance
      snapshot.duration = path.duration
      snapshot.tripID = trip
      let route = try context.insert(snapshot, at: now)
      route.path = data
      addChange(.added, route)
    }
  }

  /// Stores packing lines in the trip, or as a template without one.
  func storePacking(_ document: TravelDocument, in trip: UUID?, name: String) throws {
    guard !document.packing.isEmpty else { return }
    var template: UUID?
    if trip == nil {
      let title = DocumentFile.safeName(name)
      let id = UUID(namespace: .tripNamespace, name: "template:\(title)")
      if let stored = try context.first(PackingTemplate.self, id: id) {
        if stored.isDeleted {
          addChange(.stayedDeleted, stored)
          return
        }
      } else {
        var snapshot = PackingTemplateSnapshot(id: id, at: now)
        snapshot.name = title
        addChange(.added, try context.insert(snapshot, at: now))
      }
      template = id
    }
    let last = try lastPosition(trip, template)
    for (index, line) in document.packing.enumerated() {
      if index % ModelContext.batchSize == 0 { try context.save() }
      let key = [line.category, line.name, line.bag, line.person].map {
        BookingKeys.folded($0) ?? ""
      }
      let id = UUID(
        namespace: trip ?? template ?? .tripNamespace, name: "line:\(key.joined(separator: "|"))")
      var snapshot = PackingItemSnapshot(id: id, at: now)
      snapshot.name = line.name.shortenedName
      snapshot.category = line.category ?? ""
      snapshot.quantity = line.quantity
      snapshot.weight = line.weight
      snapshot.bag = line.bag
      snapshot.person = line.person
      snapshot.isPacked = line.isPacked && trip != nil
      snapshot.position = last + Double(index + 1)
      snapshot.tripID = trip
      snapshot.templateID = template
      if let stored = try context.first(PackingItem.self, id: id) {
        addChange(stored.isHidden ? .stayedDeleted : .unchanged, stored)
      } else {
        addChange(.added, try context.insert(snapshot, at: now))
      }
    }
  }

  /// Returns the last position in a packing list.
  private func lastPosition(_ trip: UUID?, _ template: UUID?) throws -> Double {
    let lines =
      try trip.flatMap { try context.first(Trip.self, id: $0) }?.packingItems
      ?? template.flatMap { try context.first(PackingTemplate.self, id: $0) }?.items ?? []
    return lines.lazy.map(\.position).max() ?? 0
  }

  /// Stores PDFs and pictures as documents of the trip.
  func storeAttachments(_ document: TravelDocument, in trip: UUID?, name: String) throws {
    let isFile = document.format == .pdf || document.format == .picture
    for attachment in document.attachments {
      let type = DocumentFile.type(of: attachment.content)
      guard isFile || type == "application/pdf" || type?.hasPrefix("image/") == true else {
        continue
      }
      let fileName = DocumentFile.safeName(
        attachment.name ?? (isFile ? name : DocumentFile.name(ofType: type)))
      guard let trip else {
        if isFile { throw TripLibraryError.documentWithoutTrip(fileName) }
        addIssue("The attachment \(fileName) is not stored, since it belongs to no single trip.")
        continue
      }
      let owner = file.changes.filter { $0.type == "Segment" || $0.type == "DayPlanItem" }
      let only = Set(owner.map(\.id)).count == 1 ? owner.first : nil
      let stored = try storeDocument(
        attachment.content, fileName: fileName, type: attachment.type, in: trip,
        segment: only?.type == "Segment" ? only?.id : nil,
        item: only?.type == "DayPlanItem" ? only?.id : nil)
      addChange(stored.kind, stored.document)
    }
  }

  private func storeDocument(
    _ data: Data, fileName: String, type: String, in trip: UUID, segment: UUID?, item: UUID?
  ) throws -> (kind: TripImportReport.Change.Kind, document: DocumentAsset) {
    let id = DocumentFile.identifier(data, in: trip)
    if let stored = try context.first(DocumentAsset.self, id: id) {
      return (stored.isDeleted ? .stayedDeleted : .unchanged, stored)
    }
    let snapshot = DocumentFile.snapshot(
      data, fileName: fileName, type: type, in: trip, segment: segment, item: item, at: now)
    let document = try context.insert(snapshot, at: now)
    document.data = data
    return (.added, document)
  }
}
