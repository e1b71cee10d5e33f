// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Synchronization
import Testing

/// `ModelContainer.remoteChange`, which stands in for `NSPersistentStoreRemoteChange`.
@Suite struct RemoteChangeTests {
  /// The values of one notification.
  private struct Change: Equatable {
    var url: URL?
    var store: String?
    var token: DefaultHistoryToken?
    var isOwn: Bool?

    init(_ info: [AnyHashable: Any]?) {
      func value<Value>(_ key: ModelContainer.RemoteChangeKey) -> Value? {
        info?[key.rawValue] as? Value
      }
      url = value(.storeURL)
      store = value(.storeUUID)
      token = value(.historyToken)
      isOwn = info?[ModelContainer.RemoteChangeKey.isOwnCommit] as? Bool
    }
  }

  /// Collects the notifications of a container's own saves.
  private final class Changes: @unchecked Sendable {
    // Unchecked because of the token, which is only returned to the notification center.
    private let found = Mutex<[Change]>([])
    private var observer: (any NSObjectProtocol)?

    init(_ container: ModelContainer) {
      observer = NotificationCenter.default.addObserver(
        forName: ModelContainer.remoteChange, object: container, queue: nil
      ) { [weak self] notification in
        let change = Change(notification.userInfo)
        self?.found.withLock { $0.append(change) }
      }
    }

    deinit {
      if let observer { NotificationCenter.default.removeObserver(observer) }
    }

    var own: [Change] { found.withLock { $0.filter { $0.isOwn == true } } }
  }

  @Test func `each own save posts the URL, the store and the history token`() throws {
    let store = try TestStore()
    let container = try store.open()
    let changes = Changes(container)
    let context = ModelContext(container)
    context.insert(Trip("Alps"))
    try context.save()
    try context.save()
    try context.transaction {
      context.insert(Trip("Jura"))
      try context.save()
      context.insert(Trip("Eifel"))
    }
    let posted = changes.own
    #expect(posted.map(\.url) == [store.url, store.url])
    let name = try #require(container.configurations.first?.name)
    #expect(Set(posted.map(\.store)) == [container.storeIdentifier(forConfigurationNamed: name)])
    #expect(
      posted.map(\.token)
        == (try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).map(\.token)))
    #expect(posted.map(\.isOwn) == [true, true])
  }

  @Test func `a failed save posts nothing`() throws {
    let container = try TestStore.inMemory()
    let changes = Changes(container)
    let context = ModelContext(container)
    let trip = Trip("Alps")
    context.insert(trip)
    context.insert(Stop("Bern"))
    try context.save()
    trip.rating = .nan
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(changes.own.count == 1)
    #expect(changes.own.first?.url?.path() == "/dev/null")
    try container.erase()
    #expect(changes.own.count == 2)
  }

  @Test func `a save of another container posts the latest token`() async throws {
    let store = try TestStore()
    let (first, second) = (try store.open(), try store.open())
    let (stream, continuation) = AsyncStream.makeStream(of: DefaultHistoryToken?.self)
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContainer.remoteChange, object: second, queue: nil
    ) { notification in
      let change = Change(notification.userInfo)
      if change.isOwn == false { continuation.yield(change.token) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    let context = ModelContext(first)
    context.insert(Trip("Alps"))
    try context.save()
    var iterator = stream.makeAsyncIterator()
    let token = try #require(await iterator.next() ?? nil)
    #expect(
      try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).map(\.token)
        == [token])
  }
}
