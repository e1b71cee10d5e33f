// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension StoreCheck {
  static let valueChecks = [
    StoreCheck("a new store has no models") { store in
      let context = try store.context()
      try store.expect(context.fetch(FetchDescriptor<CheckedBook>()).count, 0, "fetched models")
      try store.expect(context.fetchCount(FetchDescriptor<CheckedBook>()), 0, "count")
    },
    StoreCheck("a saved model is fetched by another container") { store in
      let context = try store.context()
      context.insert(CheckedBook("Emma", pages: 474))
      try context.save()
      let books = try store.context().fetch(FetchDescriptor<CheckedBook>())
      let book = try store.only(books, "books")
      try store.expect(book.title, "Emma", "title")
      try store.expect(book.pages, 474, "pages")
    },
    StoreCheck("values of every attribute type are stored exactly") { store in
      let context = try store.context()
      let uuid = UUID()
      context.insert(filled(uuid))
      try context.save()
      let other = try store.context()
      let stored = try store.only(try other.fetch(FetchDescriptor<CheckedValues>()), "models")
      let expected = filled(uuid)
      try store.expect(stored.text, expected.text, "String")
      try store.expect(stored.flag, expected.flag, "Bool")
      try store.expect(stored.small, expected.small, "Int16")
      try store.expect(stored.large, expected.large, "Int64")
      try store.expect(stored.real, expected.real, "Double")
      try store.expect(stored.single, expected.single, "Float")
      try store.expect(stored.date, expected.date, "Date")
      try store.expect(stored.uuid, expected.uuid, "UUID")
      try store.expect(stored.data, expected.data, "Data")
      try store.expect(stored.url, expected.url, "URL")
      try store.expect(stored.decimal, expected.decimal, "Decimal")
      try store.expect(stored.kind, expected.kind, "enum")
      try store.expect(stored.place, expected.place, "Codable struct")
      try store.expect(stored.list, expected.list, "array")
      try store.expect(stored.optionalText, expected.optionalText, "String?")
      try store.expect(stored.optionalDate, expected.optionalDate, "Date?")
      try store.expect(stored.optionalKind, expected.optionalKind, "enum?")
      try store.expect(stored.optionalPlace, expected.optionalPlace, "Codable struct?")
    },
    StoreCheck("nil is stored") { store in
      let context = try store.context()
      let values = filled(UUID())
      context.insert(values)
      try context.save()
      values.optionalText = nil
      values.optionalDate = nil
      values.optionalKind = nil
      values.optionalPlace = nil
      try context.save()
      let other = try store.context()
      let stored = try store.only(try other.fetch(FetchDescriptor<CheckedValues>()), "models")
      try store.expect(stored.optionalText, nil, "String?")
      try store.expect(stored.optionalDate, nil, "Date?")
      try store.expect(stored.optionalKind, nil, "enum?")
      try store.expect(stored.optionalPlace, nil, "Codable struct?")
    },
    StoreCheck("a changed value replaces the stored one") { store in
      let context = try store.context()
      let book = CheckedBook("Ema", pages: 474)
      context.insert(book)
      try context.save()
      book.title = "Emma"
      try context.save()
      try store.expect(context.fetchCount(FetchDescriptor<CheckedBook>()), 1, "count")
      let books = try store.context().fetch(FetchDescriptor<CheckedBook>())
      try store.expect(books.map(\.title), ["Emma"], "titles")
      try store.expect(books.map(\.pages), [474], "pages")
    },
    StoreCheck("a model of a subclass keeps its class and values") { store in
      let context = try store.context()
      context.insert(CheckedAlbum("Alps"))
      context.insert(CheckedPicture("Jura", width: 640))
      try context.save()
      let other = try store.context()
      let albums = try other.fetch(
        FetchDescriptor<CheckedAlbum>(sortBy: [SortDescriptor(\.title)]))
      try store.expect(albums.map(\.title), ["Alps", "Jura"], "titles")
      try store.expect(
        albums.map { ($0 as? CheckedPicture)?.width }, [nil, 640], "widths of pictures")
      let pictures = try other.fetch(FetchDescriptor<CheckedPicture>())
      try store.expect(pictures.map(\.title), ["Jura"], "pictures")
    },
  ]

  private static func filled(_ uuid: UUID) -> CheckedValues {
    let values = CheckedValues()
    values.text = "Zürich \u{1F3D4} \"quoted\"\n"
    values.flag = true
    values.small = -300
    values.large = .max - 7
    values.real = 0.1 + 0.2
    values.single = 1.5
    values.date = Date(timeIntervalSinceReferenceDate: 700_000_000.123456)
    values.uuid = uuid
    values.data = Data([0, 1, 254, 255])
    values.url = URL(string: "https://example.org/a?b=c%20d") ?? values.url
    values.decimal = Decimal(string: "12345678901234567890.125") ?? 0
    values.kind = .special
    values.place = CheckedPlace(street: "Main Street", number: 7)
    values.list = ["a", "", "b"]
    values.optionalText = "text"
    values.optionalDate = Date(timeIntervalSinceReferenceDate: -1.25)
    values.optionalKind = .special
    values.optionalPlace = CheckedPlace(street: "Side Street", number: nil)
    return values
  }
}
