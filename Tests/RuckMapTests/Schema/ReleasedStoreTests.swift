// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

/// A model of another app.
@Model private final class Paddle {
  var name = ""
}

/// A store that the released program wrote before it had a migration plan.
///
/// `ruckmap-1.0.0.json` contains its rows as SQLite reads them.
@Suite struct ReleasedStoreTests {
  typealias Row = [String: StoredValue]

  let folder: TemporaryFolder
  let context: ModelContext
  let rows: [String: [Row]]

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.copy("ruckmap-1.0.0.store", as: RuckMapStore.fileName)
    context = ModelContext(try RuckMapStore.container(directory: folder.url))
    rows = try JSONDecoder().decode(
      [String: [[StoredValue]]].self, from: Fixture.data("ruckmap-1.0.0.json")
    ).mapValues { table in
      let columns = try #require(table.first).map { value in
        if case .text(let name) = value { name } else { "" }
      }
      return table.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(columns, $0)) }
    }
  }

  /// Expects equal values in every column of every row, in order.
  private func expect<Model: PersistentModel>(
    _ type: Model.Type, columns: [String: (Model) -> StoredValue], excluded: Set<String> = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = try #require(rows["\(Model.self)"])
    let models = try context.fetch(FetchDescriptor<Model>())
    #expect(models.count == expected.count, sourceLocation: sourceLocation)
    for (model, row) in zip(models, expected) {
      #expect(
        Set(columns.keys).union(excluded) == Set(row.keys), sourceLocation: sourceLocation)
      for (column, value) in columns {
        #expect(value(model) == row[column], "\(column)", sourceLocation: sourceLocation)
      }
    }
  }

  @Test func `every property of the schema has a column in the fixture`() throws {
    for entity in Schema(versionedSchema: ReleasedSchema.self).entities {
      let columns = try #require(rows[entity.name]?.first, "\(entity.name)")
      let toMany = entity.relationships.filter { !$0.isToOneRelationship }.map(\.name)
      // The weather's row refers to its ruck.
      let other = entity.name == "RuckingSession" ? ["weather"] : []
      #expect(
        Set(entity.properties.map(\.name)).subtracting(toMany).subtracting(other)
          == Set(columns.keys).subtracting(other))
    }
  }

  @Test func `all rucks are read from a store without a plan`() throws {
    try expect(
      RuckingSession.self,
      columns: [
        "id": { StoredValue($0.id) }, "startDate": { StoredValue($0.startDate) },
        "endDate": { StoredValue($0.endDate) }, "isCompleted": { StoredValue($0.isCompleted) },
        "distance": { StoredValue($0.distance) }, "duration": { StoredValue($0.duration) },
        "movingTime": { StoredValue($0.movingTime) },
        "packWeight": { StoredValue($0.packWeight) },
        "elevationGain": { StoredValue($0.elevationGain) },
        "elevationLoss": { StoredValue($0.elevationLoss) },
        "elevationGainRecorded": { StoredValue($0.elevationGainRecorded) },
        "calories": { StoredValue($0.calories) }, "caloriesLow": { StoredValue($0.caloriesLow) },
        "caloriesHigh": { StoredValue($0.caloriesHigh) },
        "calorieEquation": { StoredValue($0.calorieEquation) },
        "bodyWeight": { StoredValue($0.bodyWeight) },
        "storedPace": { StoredValue($0.storedPace) },
        "averageHeartRate": { StoredValue($0.averageHeartRate) },
        "maxHeartRate": { StoredValue($0.maxHeartRate) },
        "temperature": { StoredValue($0.temperature) }, "humidity": { StoredValue($0.humidity) },
        "name": { StoredValue($0.name) }, "notes": { StoredValue($0.notes) },
        "rpe": { StoredValue($0.rpe) }, "sourceFile": { StoredValue($0.sourceFile) },
        "sourceFingerprint": { StoredValue($0.sourceFingerprint) },
        "isTimed": { StoredValue($0.isTimed) }, "pointCount": { StoredValue($0.pointCount) },
        "warningText": { StoredValue($0.warningText) },
        "syncStatus": { StoredValue($0.syncStatus.rawValue) },
        "lastModified": { StoredValue($0.lastModified) }, "user": { StoredValue($0.user?.id) },
      ], excluded: ["weather", "energyBasis"])
    // The basis of the energy is no public property; a recalculation compares it.
    let rucks = try context.fetch(FetchDescriptor<RuckingSession>())
    #expect(rucks.map(\.locationPoints.count) == rucks.map(\.pointCount))
    #expect(rucks.map { $0.weather?.condition } == ["Light rain", nil, nil, nil, nil])
  }

  @Test func `the user is read with preferences and physical data`() throws {
    try expect(
      User.self,
      columns: [
        "id": { StoredValue($0.id) }, "email": { StoredValue($0.email) },
        "displayName": { StoredValue($0.displayName) },
        "createdAt": { StoredValue($0.createdAt) }, "modifiedAt": { StoredValue($0.modifiedAt) },
        "lastSyncDate": { StoredValue($0.lastSyncDate) },
        "isActive": { StoredValue($0.isActive) }, "persona": { StoredValue($0.persona.rawValue) },
        "birthDate": { StoredValue($0.birthDate) },
      ], excluded: ["preferences", "healthProfile"])
    let user = try #require(try context.fetch(FetchDescriptor<User>()).first)
    let row = try #require(rows["User"]?.first)
    #expect(try user.preferences == row["preferences"]?.json(UserPreferences.self))
    #expect(try user.healthProfile == row["healthProfile"]?.json(HealthProfile.self))
    #expect(user.healthProfile.healthConditions == [.asthma, .jointPain])
    #expect(user.sessions.count == 5)
  }

  @Test func `weather and measurements are read`() throws {
    try expect(
      WeatherData.self,
      columns: [
        "id": { StoredValue($0.id) }, "timestamp": { StoredValue($0.timestamp) },
        "condition": { StoredValue($0.condition) },
        "temperature": { StoredValue($0.temperature) }, "humidity": { StoredValue($0.humidity) },
        "windSpeed": { StoredValue($0.windSpeed) },
        "windDirection": { StoredValue($0.windDirection) },
        "pressure": { StoredValue($0.pressure) }, "visibility": { StoredValue($0.visibility) },
        "session": { StoredValue($0.session?.id) },
      ])
    try expect(
      ActivityMetric.self,
      columns: [
        "id": { StoredValue($0.id) }, "timestamp": { StoredValue($0.timestamp) },
        "metricType": { StoredValue($0.metricType.rawValue) },
        "value": { StoredValue($0.value) }, "unit": { StoredValue($0.unit) },
        "heartRate": { StoredValue($0.heartRate) }, "cadence": { StoredValue($0.cadence) },
        "power": { StoredValue($0.power) }, "session": { StoredValue($0.session?.id) },
      ])
  }

  @Test func `all positions are read with their heart rates`() throws {
    try expect(
      LocationPoint.self,
      columns: [
        "id": { StoredValue($0.id) }, "timestamp": { StoredValue($0.timestamp) },
        "latitude": { StoredValue($0.latitude) }, "longitude": { StoredValue($0.longitude) },
        "altitude": { StoredValue($0.altitude) }, "accuracy": { StoredValue($0.accuracy) },
        "speed": { StoredValue($0.speed) }, "heading": { StoredValue($0.heading) },
        "heartRate": { StoredValue($0.heartRate) }, "cadence": { StoredValue($0.cadence) },
        "power": { StoredValue($0.power) }, "index": { StoredValue($0.index) },
        "segment": { StoredValue($0.segment) }, "session": { StoredValue($0.session?.id) },
      ])
  }

  @Test func `a store without a plan keeps its history and can be edited`() async throws {
    let history = HistoryDescriptor<DefaultHistoryTransaction>()
    #expect(try context.fetchHistory(history).count == 8)
    let library = RuckLibrary(modelContainer: context.container)
    let untimed = try #require(try await library.rucks().first { $0.name == "Untitled Path" })
    // The former sentence of an unknown pack weight is recognized without a code.
    #expect(
      try await library.ruck(untimed.id)?.warnings == [
        "The file has no times: there is no duration, pace or energy.",
        "The pack weight isn't known and counts as 0; edit the ruck to set it.",
      ])
    _ = try await library.edit(untimed.id, RuckEdit(packWeight: 10))
    #expect(
      try await library.ruck(untimed.id)?.warnings == [
        "The file has no times: there is no duration, pace or energy."
      ])
    #expect(try await library.recalculateMergedFigures() == 0)
    #expect(try context.fetchHistory(history).count == 9)
  }

  @Test func `rucks of a store without a plan are marked as too fast to walk`() async throws {
    let library = RuckLibrary(modelContainer: context.container)
    let rucks = try await library.rucks()
    #expect(rucks.filter(\.isTooFastToWalk).map(\.name) == ["West Berkshire Cycling"])
    #expect(rucks.filter { $0.date == nil }.map(\.name) == ["Untitled Path", "ACTIVE LOG"])
  }

  @Test func `a store of another schema is rejected and stays unchanged`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: RuckMapStore.fileName)
    let other = ModelContext(
      try ModelContainer(for: Paddle.self, configurations: ModelConfiguration(url: file)))
    other.insert(Paddle())
    try other.save()
    #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      try RuckMapStore.container(directory: folder.url)
    }
    #expect(try other.fetchCount(FetchDescriptor<Paddle>()) == 1)
  }

  @Test func `new stores have the newest version of the plan`() throws {
    #expect(context.container.schema.version == Schema.Version(5, 0, 0))
    #expect(RuckMapMigrationPlan.schemas.last?.versionIdentifier == Schema.Version(5, 0, 0))
    #expect(RuckMapStore.models.map { "\($0)" } == SchemaV5.models.map { "\($0)" })
  }

  @Test func `new properties of a released store have their defaults`() throws {
    let rucks = try context.fetch(FetchDescriptor<RuckingSession>())
    #expect(rucks.allSatisfy { $0.equipment.isEmpty && $0.segments.isEmpty && $0.route == nil })
    #expect(rucks.allSatisfy { !$0.isPublic && $0.pausedTime == 0 && $0.surface == nil })
    let user = try #require(try context.fetch(FetchDescriptor<User>()).first)
    #expect(!user.isAdmin && !user.isChild && user.equipment.isEmpty)
    #expect(try context.fetchCount(FetchDescriptor<Route>()) == 0)
  }
}
