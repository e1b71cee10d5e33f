// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

@Model final class Author {
  var name: String
  @Attribute(originalName: "bornAt") var birth: Date?
  @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

  init(name: String) { self.name = name }
}

struct Place: Codable, Equatable {
  var latitude: Double
  var longitude: Double
}

@Model class Book {
  var title: String
  var pageCount: Int
  var isRead: Bool
  var rating: Double?
  var price: Decimal?
  var code: UUID?
  var publishedAt: Date?
  var link: URL?
  @Attribute(.externalStorage) var cover: Data?
  var keywords: [String] = []
  var place: Place?
  var edition = 1
  var author: Author?
  @Relationship(inverse: \Tag.books) var tags: [Tag] = []

  init(title: String, pageCount: Int, isRead: Bool = false) {
    self.title = title
    self.pageCount = pageCount
    self.isRead = isRead
  }
}

@Model final class Novel: Book {
  enum Genre: String, Codable {
    case crime, history
  }

  var genre: Genre?
  var sequels: [Novel] = []
}

@Model final class Tag {
  @Attribute(.unique) var name: String
  var books: [Book] = []

  init(name: String) { self.name = name }
}
