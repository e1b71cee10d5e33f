// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Versions of the same entities, each named after its difference.
enum Plain {
  @Model final class Hike {
    var title: String
    var length: Int16
    var height: Int
    var note: String?
    var rating: Float
    init(_ title: String, length: Int16 = 7, note: String? = nil) {
      self.title = title
      self.length = length
      self.note = note
      height = 1000
      rating = 0.5
    }
  }
}

enum Grown {
  enum Mood: String, Codable { case calm, wild }
  struct Weather: Codable, Equatable { var wind = 3 }

  @Model final class Hike {
    var title: String
    var length: Int16
    var height: Int
    var note: String?
    var rating: Float
    var isDone = true
    var place: String? = "it's\u{0}here"
    var when: Date?
    var mood = Mood.wild
    var weather = Weather()
    var code = UUID()
    var price = Decimal(string: "1.10") ?? 0
    var guides: [Guide] = []
    init(_ title: String) {
      self.title = title
      length = 0
      height = 0
      rating = 0
    }
  }

  @Model final class Guide {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

enum Required {
  @Model final class Hike {
    var title: String
    var length: Int16
    var height: Int
    var note: String
    var rating: Float
    init(_ title: String) {
      self.title = title
      note = ""
      length = 0
      height = 0
      rating = 0
    }
  }
}

enum Defaulted {
  @Model final class Hike {
    var title: String?
    var length: Int16
    var height: Int
    var note = "none"
    var rating: Float
    init(_ title: String) {
      self.title = title
      length = 0
      height = 0
      rating = 0
    }
  }
}

enum Bare {
  @Model final class Hike {
    var title: String
    var length: Int16
    var height: Int
    var note: String?
    var rating: Float
    var owner: String
    init(_ title: String) {
      self.title = title
      owner = ""
      length = 0
      height = 0
      rating = 0
    }
  }
}

enum Renamed {
  @Model final class Hike {
    @Attribute(.unique, originalName: "title") var name: String
    @Attribute(originalName: "length") var distance: Double
    @Attribute(originalName: "note") var remark: String?
    init(_ name: String) {
      self.name = name
      distance = 0
    }
  }
}

enum Walks {
  @Model final class Walk {
    static let originalEntityName: String? = "Hike"
    var title: String
    var length: Int64
    var height: Double
    var note: String?
    var rating: Double
    init(_ title: String) {
      self.title = title
      length = 0
      height = 0
      rating = 0
    }
  }
}

enum Narrow {
  @Model final class Hike {
    var title: String
    var length: Int8
    var height: Int
    var note: String?
    var rating: Float
    init(_ title: String) {
      self.title = title
      length = 0
      height = 0
      rating = 0
    }
  }
}

enum Coded {
  @Model final class Hike {
    var title: String
    var length: String
    var height: Decimal
    var note: String?
    var rating: String
    init(_ title: String) {
      self.title = title
      length = ""
      height = 0
      rating = ""
    }
  }
}

enum Dated {
  @Model final class Hike {
    var title: Date
    init() { title = .now }
  }
}

enum Indexed {
  @Model final class Hike {
    #Index<Hike>([\.title], [\.rating, \.title])
    #Index<Hike>(.rtree([\.length, \.height]))
    var title: String
    var length: Int16
    var height: Int
    var note: String?
    var rating: Float
    init(_ title: String) {
      self.title = title
      length = 0
      height = 0
      rating = 0
    }
  }
}
