// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// `.rtree` indexes, and the searches that use them.
@Suite struct SpatialIndexTests {
  @Model
  final class Pin {
    #Index<Pin>(.rtree([\.latitude, \.longitude]), .rtree([\.seen, \.count]))
    var latitude: Double
    var longitude: Double?
    var seen: Date
    var count: Int

    init(_ latitude: Double, _ longitude: Double?, _ count: Int = 0) {
      self.latitude = latitude
      self.longitude = longitude
      self.count = count
      seen = Date(timeIntervalSinceReferenceDate: Double(count))
    }
  }

  /// A model with spatial indexes of five (the maximum) and of three properties.
  @Model
  final class Point {
    #Index<Point>(.rtree([\.a, \.b, \.c, \.d, \.e]), .rtree([\.a, \.c, \.e]))
    var a: Double
    var b: Int
    var c: Float
    var d: Date
    var e: Double

    init(_ value: Int) {
      a = Double(value)
      b = value % 7
      c = Float(value % 5)
      d = Date(timeIntervalSinceReferenceDate: Double(value % 3))
      e = Double(value % 11)
    }
  }

  @Model
  final class Sixfold {
    #Index<Sixfold>(.rtree([\.a, \.b, \.c, \.d, \.e, \.f]))
    var a = 0.0
    var b = 0.0
    var c = 0.0
    var d = 0.0
    var e = 0.0
    var f = 0.0

    init() {}
  }

  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Pin.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  private func latitudes(_ predicate: Predicate<Pin>) throws -> [Double] {
    try context.fetch(FetchDescriptor(predicate: predicate)).map(\.latitude).sorted()
  }

  private func sql(_ predicate: Predicate<Pin>) throws -> String {
    let layout = try StoreLayout(Schema([Pin.self]))
    let entity = try #require(layout.entity(named: "Pin"))
    let translated = try PredicateTranslator(layout: layout, storeIdentifier: "s").translate(
      predicate, entity: entity, alias: "t")
    return translated.condition.prepare().sql
  }

  @Test func `a spatial index follows inserts, updates and deletes`() throws {
    let pins = [Pin(1, 1), Pin(2, 2), Pin(3, nil)]
    for pin in pins { context.insert(pin) }
    try context.save()
    let box = #Predicate<Pin> {
      $0.latitude >= 1.5 && $0.latitude <= 3.5 && $0.longitude ?? 0 > 1.5 && $0.longitude ?? 9 < 5
    }
    let all = #Predicate<Pin> { $0.latitude > 0 && $0.latitude < 9 }
    #expect(try latitudes(box) == [2])
    #expect(try latitudes(all) == [1, 2, 3])
    pins[0].latitude = 2.5
    pins[0].longitude = 3
    pins[2].longitude = 4
    try context.save()
    #expect(try latitudes(box) == [2, 2.5, 3])
    pins[1].longitude = nil
    context.delete(pins[2])
    try context.save()
    #expect(try latitudes(box) == [2.5])
    try context.container.erase()
    #expect(try latitudes(all) == [])
  }

  @Test func `a search uses an index of three or five properties`() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Point.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    let points = (0..<400).map(Point.init)
    for point in points { context.insert(point) }
    try context.save()
    let day = Date(timeIntervalSinceReferenceDate: 1)
    let five = #Predicate { (point: Point) in
      point.a > 100 && point.a < 300 && point.b <= 4 && point.c >= 1 && point.d == day
        && point.e > 2
    }
    let three = #Predicate { (point: Point) in
      point.a >= 50 && point.c < 2 && point.e < 5
    }
    for (predicate, columns) in [(five, "a_b_c_d_e"), (three, "a_c_e")] {
      let layout = try StoreLayout(Schema([Point.self]))
      let entity = try #require(layout.entity(named: "Point"))
      let sql = try PredicateTranslator(layout: layout, storeIdentifier: "s").translate(
        predicate, entity: entity, alias: "t"
      ).condition.prepare().sql
      #expect(sql.contains("Point_\(columns)_rtree"), "\(sql)")
      let expected = try points.filter { try predicate.evaluate($0) }.map(\.a)
      #expect(!expected.isEmpty)
      let found = try context.fetch(FetchDescriptor(predicate: predicate))
      #expect(found.map(\.a).sorted() == expected.sorted())
    }
  }

  @Test func `a spatial index of six properties is rejected`() {
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: Sixfold.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error?.localizedDescription.contains("Sixfold") == true)
    #expect(error?.localizedDescription.contains("five") == true)
  }

  @Test func `a search uses the index if every property has a bound`() throws {
    let day = Date(timeIntervalSinceReferenceDate: 5)
    #expect(
      try sql(#Predicate { $0.seen > day && (1...3).contains($0.count) }).hasPrefix(
        """
        (("t"."_pk" IN (SELECT "_pk" FROM "Pin_seen_count_rtree" WHERE "max0" >= ? \
        AND "max1" >= ? AND "min1" <= ?)) AND
        """))
    #expect(try !sql(#Predicate { $0.seen > day }).contains("rtree"))
    #expect(try !sql(#Predicate { $0.seen > day || $0.count == 1 }).contains("rtree"))
    #expect(try sql(#Predicate { $0.count == 1 && $0.seen <= day }).contains("rtree"))
  }

  /// The index rounds to 32 bits; searches remain exact.
  @Test(arguments: [0.1, 1.0 / 3, 16_777_217, 1e30, -0.1, .leastNonzeroMagnitude])
  func `values that 32 bits cannot represent are found`(_ value: Double) throws {
    context.insert(Pin(value, value))
    try context.save()
    let range = value...value
    #expect(try latitudes(#Predicate { $0.latitude >= value && $0.longitude == value }) == [value])
    #expect(
      try latitudes(#Predicate { range.contains($0.latitude) && $0.longitude == value }) == [value])
    #expect(try latitudes(#Predicate { $0.latitude > value && $0.longitude == value }) == [])
  }

  @Test(arguments: [Int.max, Int.min, 9_007_199_254_740_993, -9_007_199_254_740_993])
  func `integers that a double cannot represent are found`(_ value: Int) throws {
    context.insert(Pin(0, 0, value))
    try context.save()
    let far = Date.distantFuture.addingTimeInterval(1e19)
    #expect(try latitudes(#Predicate { $0.count >= value && $0.seen < far }) == [0])
    #expect(try latitudes(#Predicate { $0.count <= value && $0.seen < far }) == [0])
  }

  @Test func `random boxes select the rows that evaluate accepts`() throws {
    var random = SplitMix(seed: 7)
    var pins: [Pin] = []
    for _ in 0..<300 {
      let pin = Pin(
        Double.random(in: -90...90, using: &random),
        Bool.random(using: &random) ? Double.random(in: -180...180, using: &random) : nil)
      pins.append(pin)
      context.insert(pin)
    }
    try context.save()
    for _ in 0..<100 {
      let (south, west) = (
        Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random)
      )
      let (north, east) = (south + 40, west + 80)
      let box = #Predicate<Pin> { pin in
        if let longitude = pin.longitude {
          pin.latitude >= south && pin.latitude < north && longitude > west && longitude <= east
        } else {
          false
        }
      }
      let plain = #Predicate<Pin> {
        $0.latitude >= south && $0.latitude < north && $0.longitude.flatMap { $0 > west } == true
      }
      for predicate in [box, plain] {
        let expected = try pins.filter { try predicate.evaluate($0) }.map(\.latitude).sorted()
        #expect(try latitudes(predicate) == expected)
      }
    }
  }
}

/// A generator with the same numbers in each run.
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
