// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import TravelFiles
import TripPlanner

/// The form of a traveller's booking.
enum BookingForm {
  static let names = [
    "traveller", "code", "seat", "class", "coach", "group", "ticket", "price", "currency",
    "barcode-format", "barcode", "notes",
  ]

  static func values(_ booking: BookingSnapshot) -> FormValues {
    FormValues([
      "traveller": booking.traveller, "code": booking.code, "seat": booking.seat,
      "class": booking.seatClass, "coach": booking.coach, "group": booking.boardingGroup,
      "ticket": booking.ticketNumber, "price": booking.price.map { "\($0)" },
      "currency": booking.currency,
      "barcode-format": booking.barcodeValue?.format.rawValue ?? "qrCode",
      "barcode": booking.barcodeValue?.message, "notes": booking.notes,
    ])
  }

  static func groups(_ values: FormValues, _ view: TripView) -> [FieldForm.Group] {
    let formats = [
      ("qrCode", "QR Code"), ("aztecCode", "Aztec Code"), ("pdf417", "PDF417"),
      ("code128", "Code 128"),
    ]
    return [
      FieldForm.Group(
        fields: [
          .init(
            "traveller", "Traveller", values["traveller"],
            .text(proposals: view.detail.people.map(\.name))),
          .init("code", "Booking code", values["code"]),
          .init("seat", "Seat", values["seat"], placeholder: "14D"),
          .init("coach", "Coach", values["coach"]),
          .init("class", "Class", values["class"]),
          .init("group", "Boarding group", values["group"]),
          .init("ticket", "Ticket number", values["ticket"]),
          .init("price", "Price", values["price"], inputMode: "decimal"),
          .init(
            "currency", "Currency", values["currency"],
            placeholder: view.detail.trip.currency ?? "EUR", hint: currencyHint(view)),
        ]),
      FieldForm.Group(
        legend: "Barcode",
        fields: [
          .init("barcode-format", "Symbology", values["barcode-format"], .choice(formats)),
          .init(
            "barcode", "Content", values["barcode"], .area(rows: 2),
            hint: "The text of the barcode. Imported passes have it."),
          .init("notes", "Notes", values["notes"], .area(rows: 2)),
        ]),
    ]
  }

  private static func currencyHint(_ view: TripView) -> String? {
    view.detail.trip.currency.map { "Empty: \($0), the currency of the trip." }
  }

  // MARK: A new journey

  /// The fields of the first booking in the form of a new journey.
  static let firstNames = ["traveller", "seat", "ticket", "price"]

  /// The group of these fields.
  static func firstGroup(_ values: FormValues, _ view: TripView) -> FieldForm.Group {
    FieldForm.Group(
      legend: "Traveller",
      fields: [
        .init(
          "traveller", "Traveller", values["traveller"],
          .text(proposals: view.detail.people.map(\.name)),
          hint: "The first one. Others are added on the page of the journey."),
        .init("seat", "Seat", values["seat"], placeholder: "14D"),
        .init("ticket", "Ticket number", values["ticket"]),
        .init(
          "price", "Price", values["price"],
          placeholder: "120 \(view.detail.trip.currency ?? "EUR")"),
      ])
  }

  /// Parses the first booking of a new journey; nil if its fields are empty.
  static func first(
    _ form: FormValues, _ view: TripView
  ) throws(FieldProblem) -> (@Sendable (inout BookingSnapshot) -> Void)? {
    guard firstNames.contains(where: { TripInput.text(form[$0]) != nil }) else { return nil }
    // Other fields of the form have the names of a booking's fields, such as the code.
    return try change(
      FormValues(Dictionary(uniqueKeysWithValues: firstNames.map { ($0, form[$0]) })), view)
  }

  // MARK: The change

  /// Parses the submitted form.
  ///
  /// An untouched barcode keeps all its characters, spaces at its end included, and an untouched price its
  /// digits.
  static func change(
    _ form: FormValues, _ view: TripView
  ) throws(FieldProblem) -> @Sendable (inout BookingSnapshot) -> Void {
    let isPriceNew = form.changes("price", "currency")
    let entered = try parsed("currency") { () throws(TripInputError) in
      try TripInput.currency(form["currency"])
    }
    let price =
      try isPriceNew
      ? parsed("price") { () throws(TripInputError) in
        try TripInput.price(form["price"], currency: entered ?? view.detail.trip.currency)
      } : nil
    let isTravellerNew = form.changes("traveller")
    let traveller = TripInput.text(form["traveller"]) ?? ""
    let person = view.detail.people.first { $0.name.lowercased() == traveller.lowercased() }
    let message = TripInput.text(form["barcode"])
    let format = Barcode.Format(rawValue: form["barcode-format"] ?? "") ?? .qrCode
    let barcode = message.map { Barcode(format, message: $0) }
    let isBarcodeNew = form.changes("barcode") || message != nil && form.changes("barcode-format")
    if isBarcodeNew, let barcode, BarcodePicture(barcode) == nil {
      throw FieldProblem("The content does not fit into this kind of barcode.", field: "barcode")
    }
    let texts = Dictionary(uniqueKeysWithValues: names.map { ($0, TripInput.text(form[$0])) })
    return { booking in
      booking.traveller = traveller
      if isTravellerNew { booking.personID = traveller.isEmpty ? nil : person?.id }
      booking.code = texts["code"].flatMap(\.self)
      booking.seat = texts["seat"].flatMap(\.self)
      booking.seatClass = texts["class"].flatMap(\.self)
      booking.coach = texts["coach"].flatMap(\.self)
      booking.boardingGroup = texts["group"].flatMap(\.self)
      booking.ticketNumber = texts["ticket"].flatMap(\.self)
      if isPriceNew {
        (booking.price, booking.currency) = (price?.amount, price?.currency ?? entered)
      }
      if isBarcodeNew, booking.barcodeValue != barcode { booking.barcodeValue = barcode }
      booking.notes = texts["notes"].flatMap(\.self)
    }
  }
}
