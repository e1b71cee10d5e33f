// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

@Model
final class CheckedAuthor {
  var name: String
  var born: Int?
  @Relationship(deleteRule: .cascade, inverse: \CheckedBook.author) var books: [CheckedBook] = []

  init(_ name: String, born: Int? = nil) {
    self.name = name
    self.born = born
  }
}

@Model
final class CheckedBook {
  var title: String
  var pages: Int
  var author: CheckedAuthor?
  @Relationship(inverse: \CheckedTag.books) var tags: [CheckedTag] = []

  init(_ title: String, pages: Int = 100, author: CheckedAuthor? = nil) {
    self.title = title
    self.pages = pages
    self.author = author
  }
}

@Model
final class CheckedTag {
  var name: String
  var books: [CheckedBook] = []

  init(_ name: String) { self.name = name }
}

enum CheckedKind: String, Codable {
  case plain, special
}

struct CheckedPlace: Codable, Equatable {
  var street: String
  var number: Int?
}

@Model
final class CheckedValues {
  var text = ""
  var flag = false
  var small: Int16 = 0
  var large: Int64 = 0
  var real = 0.0
  var single: Float = 0
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var uuid = UUID()
  var data = Data()
  var url = URL(filePath: "/")
  var decimal = Decimal(0)
  var kind = CheckedKind.plain
  var place = CheckedPlace(street: "", number: nil)
  var list: [String] = []
  var optionalText: String?
  var optionalDate: Date?
  var optionalKind: CheckedKind?
  var optionalPlace: CheckedPlace?

  init() {}
}

@Model
class CheckedAlbum {
  var title: String

  init(_ title: String) { self.title = title }
}

@Model
final class CheckedPicture: CheckedAlbum {
  var width: Int

  init(_ title: String, width: Int) {
    self.width = width
    super.init(title)
  }
}
