// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import PageKit
import RuckMap

extension ObjectKind<MeasurementItem> {
  static var measurements: ObjectKind<MeasurementItem> {
    ObjectKind(
      nouns: "measurements", command: "health", path: RuckTab.health.path,
      new: { MeasurementItem(date: Calendar.current.startOfDay(for: .now)) },
      fields: [
        .day("day", "Day", \.date), .mass("weight", "Weight", \.weight).example("80 kg"),
        .number("body-fat", "Body fat, %", \.bodyFat, in: 1...80),
        .integer("resting-heart-rate", "Resting heart rate", \.restingHeartRate, in: 20...200),
        .number("sleep", "Sleep, hours", \.sleepHours, in: 0...24),
        .notes("notes", "Notes", \.notes),
      ],
      json: { measurement in
        [
          "day": RuckJSON(measurement.date), "weight_kg": RuckJSON(measurement.weight),
          "body_fat_percent": RuckJSON(measurement.bodyFat),
          "resting_heart_rate_bpm": RuckJSON(measurement.restingHeartRate),
          "sleep_h": RuckJSON(measurement.sleepHours), "notes": .text(measurement.notes),
          "source": .text(measurement.source),
        ]
      },
      columns: ["DAY", "WEIGHT", "BODY FAT", "RESTING", "SLEEP"],
      cells: { measurement, format in
        [
          format.day(measurement.date), format.measure.weight(measurement.weight),
          measurement.bodyFat.map { "\(FieldFormat.number($0)) %" } ?? "-",
          measurement.restingHeartRate.map { "\($0) bpm" } ?? "-",
          measurement.sleepHours.map { MeasureFormat.duration($0 * 3600, style: .minutes) } ?? "-",
        ]
      })
  }
}

extension ObjectKind<ContactItem> {
  static var contacts: ObjectKind<ContactItem> {
    ObjectKind(
      nouns: "contacts", command: "contact", path: "\(RuckPaths.list)/contacts",
      new: { ContactItem() },
      fields: [
        .text("name", "Name", \.name).required.whole, .phone, .email,
        .text("relation", "Relation", \.relation).example("partner"),
        .integer("overdue", "Inform after, minutes", \.overdueMinutes, in: 0...10_080)
          .hinted("Minutes after the time at which you expect to be back. Empty: never."),
        .flag("primary", "First contact", \.isPrimary), .notes("notes", "Notes", \.notes),
      ],
      json: { contact in
        [
          "name": .text(contact.name), "phone": .text(contact.phone),
          "email": .text(contact.email), "relation": .text(contact.relation),
          "overdue_minutes": RuckJSON(contact.overdueMinutes),
          "primary": .flag(contact.isPrimary), "notes": .text(contact.notes),
        ]
      },
      columns: ["NAME", "TELEPHONE", "E-MAIL", "RELATION", "INFORM AFTER"],
      cells: { contact, _ in
        [
          contact.name + (contact.isPrimary ? " *" : ""), contact.phone, contact.email,
          contact.relation,
          contact.overdueMinutes.map {
            MeasureFormat.duration(Double($0) * 60, style: .minutes)
          } ?? "-",
        ]
      })
  }
}

extension ObjectField<ContactItem> {
  fileprivate static var phone: ObjectField<ContactItem> {
    ObjectField(
      name: "phone", label: "Telephone", kind: .telephone, placeholder: "+41 44 123 45 67",
      read: { contact, _ in contact.phone },
      write: { contact, text, _ throws(FieldProblem) in
        let text = FieldFormat.text(text) ?? ""
        let isNumber =
          text.isEmpty
          || (text.contains(where: \.isNumber) && text.count <= 40
            && text.allSatisfy { $0.isNumber || "+-() /.#*".contains($0) })
        guard isNumber else { throw FieldProblem("\(text) is not a telephone number.") }
        contact.phone = text
      })
  }

  fileprivate static var email: ObjectField<ContactItem> {
    ObjectField(
      name: "email", label: "E-mail", kind: .email,
      read: { contact, _ in contact.email },
      write: { contact, text, _ throws(FieldProblem) in
        let text = FieldFormat.text(text) ?? ""
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isAddress =
          text.isEmpty
          || (parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && !text.contains(where: \.isWhitespace) && text.count <= 254)
        guard isAddress else { throw FieldProblem("\(text) is not an e-mail address.") }
        contact.email = text
      })
  }
}
