// Cairn
// SPDX-License-Identifier: Apache-2.0
//
// The types, values and functions that the examples of a module use without a declaration. The code
// is compiled and never runs. A program with all of this is assumed around each example.

#if EXAMPLES_SwiftData
  import SwiftData

  @Model
  final class Trip {
    var name = ""
    var code = ""
    var note: String?
    var start = Date.now
    var end: Date?
    var startDate: Date?
    var owner: Person?
    var length = 0.0
    var country = ""
    var rating = 0
    @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []

    init(_ name: String, code: String = "") { self.name = name }
    init(name: String, start: Date = .now) { self.name = name }
    init(_ record: TripRecord) { self.name = record.name }
  }

  @Model
  final class Stop {
    var place: String
    var arrival: Date?
    var trip: Trip?

    init(_ place: String) { self.place = place }
    init(place: String) { self.place = place }
  }

  @Model
  final class Person {
    var trips: [Trip] = []
    init() {}
  }

  @Model
  final class Folder {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model
  final class Note {
    #FullText<Note>([\.title, \.body])
    var title = ""
    var body = ""
    init() {}
  }

  @Model
  final class Place {
    #Index<Place>(.rtree([\.latitude, \.longitude]))
    var name = ""
    var latitude = 0.0
    var longitude = 0.0
    init() {}
  }

  @Model
  final class Climb {
    var name = ""
    var country = ""
    var year = 0
    var day: Date?
    init() {}
  }

  @Model
  final class Workout {
    var kind = ""
    var metres = 0
    var start = Date.now
    var end: Date?
    var athlete: Person?
    init() {}
  }

  enum TripsV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Trip.self] }

    @Model final class Trip {
      var title = ""
      init() {}
    }
  }

  enum TripsV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Trip.self] }

    @Model final class Trip {
      @Attribute(originalName: "title") var name = ""
      init() {}
    }
  }

  enum TripsPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: TripsV1.self, toVersion: TripsV2.self)]
    }
  }

  struct TripRecord: Codable {
    var name: String
  }

  struct Color: Codable {
    var data: Data
    init?(_ data: Data) { self.data = data }
  }

  struct List {
    func show(
      _ identifiers: [PersistentIdentifier], new: [PersistentIdentifier],
      changed: [PersistentIdentifier]
    ) {}
  }

  struct Page {
    func refresh(
      new: Set<PersistentIdentifier>, changed: Set<PersistentIdentifier>,
      gone: Set<PersistentIdentifier>
    ) {}
    func heading(_ title: String, count: Int) {}
    func row(_ name: String) {}
    func select(_ climb: Climb, at path: IndexPath?) {}
  }

  struct Server {
    func remove(_ code: String) {}
  }

  var container: ModelContainer { value() }
  var context: ModelContext {
    get { value() }
    set {}
  }
  var trip: Trip { value() }
  var tripID: PersistentIdentifier { value() }
  var last: DefaultHistoryToken { value() }
  var records: [TripRecord] { value() }
  var list: List { value() }
  var page: Page { value() }
  var server: Server { value() }
  var file: URL { value() }
  var folder: URL { value() }
  var backup: URL { value() }
  var store: URL { value() }
  var newYear: Date { value() }
  var finished: FetchDescriptor<Workout> { value() }
  var climbs: ResultsObserver<Climb, String> { value() }
  var observer: ResultsObserver<Climb, String> { value() }
  var undo: UndoManager { value() }

  func show(_ value: Any) {}
  func show(_ title: String, _ models: Any) {}
  func importTrips(into context: ModelContext) throws {}
#endif

#if EXAMPLES_CloudKit
  import CloudKit

  final class Store: CKSyncEngineDelegate {
    var syncState: CKSyncEngine.State.Serialization? { nil }
    func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {}
    func nextRecordZoneChangeBatch(
      _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.RecordZoneChangeBatch? { nil }
  }

  var id: String { value() }
  var configuration: CloudKitConfiguration {
    get { value() }
    set {}
  }
  var container: CKContainer { value() }
  var database: CKDatabase { value() }
  var engine: CKSyncEngine { value() }
  var store: Store { value() }
  var record: CKRecord { value() }
  var recordID: CKRecord.ID { value() }
  var zoneID: CKRecordZone.ID { value() }
  var operation: CKOperation { value() }
  var userInfo: [AnyHashable: Any] { value() }
  var photo: URL { value() }
  var token: CKServerChangeToken? {
    get { value() }
    set {}
  }

  func fetch(_ zone: CKRecordZone.ID?) {}
  func fetchChanges() async throws {}
  func save(_ state: CKSyncEngine.State.Serialization) {}
  func apply(_ record: CKRecord) {}
  func remove(_ recordID: CKRecord.ID) {}
  func keepSystemFields(of record: CKRecord) {}
  func merge(_ record: CKRecord, with serverRecord: CKRecord?) {}
  func record(for recordID: CKRecord.ID) -> CKRecord? { nil }
  func show(_ value: Any) {}
#endif

#if EXAMPLES_CloudKitMirroring
  import CloudKitMirroring
  import SwiftData

  @Model
  final class Walk {
    var points: [TrackPoint] = []
    init() {}
  }

  @Model
  final class TrackPoint {
    var id: UUID
    var time: Date
    var walk: Walk?
    init(id: UUID, time: Date) {
      self.id = id
      self.time = time
    }
  }

  @Model
  final class Song {
    var plays = 0
    init() {}
  }

  @Model
  final class User {
    var updatedAt: Date
    init() { updatedAt = .now }
  }

  @Model
  final class Equipment {
    var uses = 0
    init() {}
  }

  var container: ModelContainer { value() }
  var sync: StoreSync { value() }

  func show(_ value: Any) {}
#endif

#if EXAMPLES_CoreLocation
  import CoreLocation
#endif

#if EXAMPLES_ActivityFiles
  import ActivityFiles
  import Foundation

  struct Rower {
    var timeZone: TimeZone
  }

  var url: URL { value() }
  var file: URL { value() }
  var copy: URL { value() }
  var handle: FileHandle { value() }
  var message: FITMessage { value() }
  var workout: RowingWorkout { value() }
  var athlete: Rower { value() }
  var points: [GPXPoint] { value() }

  func show(_ value: Any) {}
#endif

#if EXAMPLES_RuckMap
  import Geodesy
  import RuckMap
  import SwiftData

  var container: ModelContainer { value() }
  var context: ModelContext { value() }
  var library: RuckLibrary { value() }
  var session: RuckingSession { value() }
  var points: [TrackPoint] { value() }
  var calendar: Calendar { value() }
  var id: UUID { value() }
  var user: User { value() }
  var cache: DataCacheManager { value() }
  var starts: [Date] { value() }
  var folder: URL { value() }

  func statistics(for user: UUID) throws -> UserStatistics { value() }
  func synchronize() async throws {}
  func show(_ value: Any) {}
  func shade(_ day: Date, by distance: Double) {}
#endif

#if EXAMPLES_RuckSync
  import RuckMap
  import RuckSync
  import SwiftData

  var container: ModelContainer { value() }
  var ruck: RuckingSession { value() }
#endif

#if EXAMPLES_Rowing
  import Rowing
  import SwiftData

  var container: ModelContainer { value() }
  var context: ModelContext { value() }
  var athlete: Athlete { value() }
  var text: String { value() }
  var bytes: [UInt8] { value() }

  func apply(_ event: Any) {}
  func send(_ bytes: [UInt8]) {}
  func show(_ value: Any) {}
#endif

#if EXAMPLES_RowingSync
  import CloudKit
  import RowingSync

  var records: [CKRecord] { value() }

  func show(_ value: Any) {}
#endif

#if EXAMPLES_TripPlanner
  import Foundation
  import TripPlanner

  var folder: URL { value() }
  var files: [URL] { value() }
#endif

#if EXAMPLES_PageKit
  import Foundation
  import Geodesy
  import Logging
  import PageKit
  import ServiceLifecycle

  typealias ServiceGroup = ServiceLifecycle.ServiceGroup

  struct Apps {
    var modules: [any PageModule]
    func changes() -> AsyncThrowingStream<Void, any Error> { value() }
  }

  var apps: Apps { value() }
  var modules: [any PageModule] { value() }
  var entries: [String] { value() }
  var router: PageRouter { value() }
  var folder: URL { value() }
  var logger: Logger { value() }
  var track: [TrackPoint] { value() }

  @Sendable func changes() -> AsyncThrowingStream<Void, any Error> { value() }
#endif

#if EXAMPLES_DeviceSync
  import DeviceSync

  var account: DeviceAccount { value() }
  var passphrase: String { value() }
  var code: String {
    get { value() }
    set {}
  }
#endif

#if EXAMPLES_TravelFiles
  import Foundation
  import TravelFiles

  var data: Data { value() }
  var local: LocalDateTime { value() }
  var departure: TravelTime { value() }
  var arrival: TravelTime { value() }

  func show(_ value: Any) {}
#endif

#if EXAMPLES_SystemSupport
  import SystemSupport

  var limits: MultipartLimits { value() }
  var body: AsyncStream<[UInt8]> { value() }

  func handle(_ event: Any) {}
#endif

/// Stands for a value of the program around an example.
func value<Value>() -> Value { preconditionFailure("Examples are compiled, and never run.") }
