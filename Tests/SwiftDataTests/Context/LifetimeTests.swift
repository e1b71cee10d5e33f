// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization
import Testing

/// The lifetime of a context and its models.
@Suite struct LifetimeTests {
  /// The state of a context when it is released.
  enum Work: CaseIterable, Sendable {
    case inserted, graph, pair, changed, relationshipChanged, deleted, failed, rolledBack, thrown

    func leave(in context: ModelContext) throws {
      let (trip, other) = (Trip("Alps"), Trip("Jura"))
      let (ann, passport) = (Traveller("Ann"), Passport(7))
      switch self {
      case .inserted: context.insert(trip)
      case .graph:
        trip.stops = [Stop("a"), Stop("b")]
        trip.travellers = [ann]
        context.insert(trip)
      case .pair:
        ann.passport = passport
        context.insert(ann)
      case .changed, .relationshipChanged, .deleted, .failed, .rolledBack:
        context.insert(trip)
        context.insert(other)
        trip.stops = [Stop("a")]
        try context.save()
        switch self {
        case .changed, .rolledBack: trip.name = "x"
        case .relationshipChanged:
          trip.stops.append(Stop("b"))
          trip.stops[0].trip = other
        case .deleted: context.delete(trip)
        default:
          trip.code = other.code
          #expect(throws: SwiftDataError.self) { try context.save() }
        }
        if self == .rolledBack { context.rollback() }
      case .thrown:
        #expect(throws: CocoaError.self) {
          try context.transaction {
            context.insert(trip)
            throw CocoaError(.featureUnsupported)
          }
        }
      }
    }
  }

  @Test(arguments: Work.allCases) func `a released context releases its models`(_ work: Work)
    throws
  {
    let store = try TestStore()
    weak var known: AnyObject?
    do {
      let context = ModelContext(try store.open())
      try work.leave(in: context)
      let all: [any PersistentModel] =
        context.insertedModelsArray + context.changedModelsArray + context.deletedModelsArray
      known = all.first
      #expect((known == nil) == (work == .rolledBack || work == .thrown))
    }
    #expect(known == nil)
  }

  @Test func `a model that outlives its context is read and changed in memory`() throws {
    let store = try TestStore()
    weak var known: Trip?
    do {
      let trip = Trip("Alps")
      do {
        let context = ModelContext(try store.open())
        trip.stops = [Stop("a")]
        context.insert(trip)
        try context.save()
      }
      #expect(trip.modelContext == nil)
      #expect(trip.name == "Alps" && trip.stops.map(\.place) == ["a"])
      trip.name = "Jura"
      trip.name = "Vosges"
      #expect(trip.name == "Vosges")
      known = trip
    }
    #expect(known == nil)
    let context = ModelContext(try store.open())
    #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.name) == ["Alps"])
  }

  @Test func `a fetch with prefetching sees each save entirely or not at all`() throws {
    let store = try TestStore()
    let container = try store.open()
    do {
      let context = ModelContext(container)
      context.insert(Trip("0"))
      try context.save()
    }
    let other = try store.open()
    let isOver = Mutex(false)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      defer { done.signal() }
      do {
        let context = ModelContext(other)
        let trip = try context.fetch(FetchDescriptor<Trip>())[0]
        while !isOver.withLock({ $0 }) {
          if trip.name == "0" {
            trip.stops.append(Stop("a"))
            trip.name = "1"
          } else {
            for stop in trip.stops { context.delete(stop) }
            trip.name = "0"
          }
          try context.save()
        }
      } catch {
        Issue.record(error)
      }
    }
    var descriptor = FetchDescriptor<Trip>()
    descriptor.relationshipKeyPathsForPrefetching = [\.stops]
    var halves: [String] = []
    for _ in 0..<1000 {
      let context = ModelContext(container)
      let trip = try context.fetch(descriptor)[0]
      let (name, count) = withExtendedLifetime(context) { (trip.name, trip.stops.count) }
      if name != "\(count)" { halves.append("\(count) stops in \(name)") }
    }
    isOver.withLock { $0 = true }
    done.wait()
    #expect(halves.isEmpty, "\(Set(halves))")
  }
}
