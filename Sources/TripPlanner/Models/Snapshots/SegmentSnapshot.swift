// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The values of a ``Segment``.
package struct SegmentSnapshot: EntitySnapshot {
  package typealias Entity = Segment

  package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted = false
  package var deletedAt: Date?

  package var title: String = ""
  package var transport: String = "other"
  package var carrier: String?
  package var number: String?
  package var departure: String?
  package var arrival: String?
  package var status: String = "confirmed"
  package var bookingCode: String?
  package var notes: String?
  package var carrierCode: String?
  package var originName: String?
  package var destinationName: String?
  package var departureTerminal: String?
  package var departureGate: String?
  package var departurePlatform: String?
  package var arrivalTerminal: String?
  package var arrivalGate: String?
  package var arrivalPlatform: String?
  package var boarding: String?
  package var vehicle: String?
  package var url: String?
  package var importedValues: String?
  package var sourceKeys: String?
  package var tripID: UUID?
  package var routeID: UUID?
  package var originID: UUID?
  package var destinationID: UUID?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}

extension Segment: TripEntity {
  package typealias Snapshot = SegmentSnapshot

  package static let fields: [EntityField<Segment>] = [
    .value("isDeleted", \.isDeleted, \.isDeleted),
    .value("title", \.title, \.title),
    .value("transport", \.transport, \.transport),
    .value("carrier", \.carrier, \.carrier),
    .value("number", \.number, \.number),
    .value("departure", \.departure, \.departure),
    .value("arrival", \.arrival, \.arrival),
    .value("status", \.status, \.status),
    .value("bookingCode", \.bookingCode, \.bookingCode, isPrivate: true),
    .value("notes", \.notes, \.notes, isPrivate: true),
    .value("carrierCode", \.carrierCode, \.carrierCode),
    .value("originName", \.originName, \.originName),
    .value("destinationName", \.destinationName, \.destinationName),
    .value("departureTerminal", \.departureTerminal, \.departureTerminal),
    .value("departureGate", \.departureGate, \.departureGate),
    .value("departurePlatform", \.departurePlatform, \.departurePlatform),
    .value("arrivalTerminal", \.arrivalTerminal, \.arrivalTerminal),
    .value("arrivalGate", \.arrivalGate, \.arrivalGate),
    .value("arrivalPlatform", \.arrivalPlatform, \.arrivalPlatform),
    .value("boarding", \.boarding, \.boarding),
    .value("vehicle", \.vehicle, \.vehicle),
    .value("url", \.url, \.url, isPrivate: true),
    .value("importedValues", \.importedValues, \.importedValues, isPrivate: true, isLogged: false),
    .value("sourceKeys", \.sourceKeys, \.sourceKeys, isPrivate: true, isLogged: false),
    .relation("trip", \.trip, \.tripID),
    .relation("route", \.route, \.routeID),
    .relation("origin", \.origin, \.originID),
    .relation("destination", \.destination, \.destinationID),
  ]

  package func copyAttributes(to snapshot: inout SegmentSnapshot) {
    snapshot.title = title
    snapshot.transport = transport
    snapshot.carrier = carrier
    snapshot.number = number
    snapshot.departure = departure
    snapshot.arrival = arrival
    snapshot.status = status
    snapshot.bookingCode = bookingCode
    snapshot.notes = notes
    snapshot.carrierCode = carrierCode
    snapshot.originName = originName
    snapshot.destinationName = destinationName
    snapshot.departureTerminal = departureTerminal
    snapshot.departureGate = departureGate
    snapshot.departurePlatform = departurePlatform
    snapshot.arrivalTerminal = arrivalTerminal
    snapshot.arrivalGate = arrivalGate
    snapshot.arrivalPlatform = arrivalPlatform
    snapshot.boarding = boarding
    snapshot.vehicle = vehicle
    snapshot.url = url
    snapshot.importedValues = importedValues
    snapshot.sourceKeys = sourceKeys
  }

  package func copyRelations(to snapshot: inout SegmentSnapshot) {
    snapshot.tripID = trip?.id
    snapshot.routeID = route?.id
    snapshot.originID = origin?.id
    snapshot.destinationID = destination?.id
  }

  package static func with(id: UUID) -> Predicate<Segment> {
    #Predicate { $0.id == id }
  }

  package static func inTrip(_ trip: UUID) -> Predicate<Segment> {
    #Predicate { $0.trip?.id == trip }
  }

  package static var deletedModels: Predicate<Segment> { #Predicate { $0.isDeleted } }
}
