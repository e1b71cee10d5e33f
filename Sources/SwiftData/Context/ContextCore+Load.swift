// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

extension ContextCore {
  /// Runs `body` on the running transaction's connection, or on a reader connection.
  func read<R>(_ body: (Store.Connection) throws -> R) throws -> R {
    try use("a read") {
      if let connection = transaction ?? snapshot { return try body(connection) }
      return try store.read(body)
    }
  }

  /// Runs `body` with all its reads in one snapshot, unaffected by commits of other connections.
  func readingAtOnce<R>(_ body: () throws -> R) throws -> R {
    // A custom store provides no snapshot, and its row cache is written during reads.
    if transaction != nil || snapshot != nil || store.custom != nil { return try body() }
    return try store.readSnapshot { connection in
      snapshot = connection
      defer { snapshot = nil }
      return try body()
    }
  }

  // MARK: Faults

  /// Loads a fault's properties.
  ///
  /// If the row was deleted, the model is marked as gone and reads as empty.
  @usableFromInline
  package static func fulfill(_ model: some PersistentModel) {
    // Cleared first, because loading must not call this function again.
    model._$state.flags.remove(.fault)
    guard let core = model._$state.core else { return }
    core.usage.checkAccess()
    core.forgetPartial(model._$state)
    do {
      if try !core.load(model) { core.markGone(model) }
      if !core.stale.isEmpty { try core.loadStale(with: model) }
    } catch {
      core.recordLoadError(error)
      model._$state.flags.insert(.fault)
      return
    }
  }

  /// Loads a fault before a property is read, unless that property is already loaded.
  @usableFromInline
  package static func fulfill(_ model: some PersistentModel, reading keyPath: AnyKeyPath) {
    if let core = model._$state.core, !core.partial.isEmpty,
      let properties = core.partial[PartialKey(model._$state)],
      let index = core.store.layout.entities[Int(model._$state.entity)].indexByKeyPath[keyPath],
      properties & _ModelState.bit(index) != 0
    {
      return
    }
    fulfill(model)
  }

  /// The key of a partially loaded model, which is still a fault.
  struct PartialKey: Hashable {
    private let entity: Int32
    private let key: Int64

    init(_ state: borrowing _ModelState) {
      entity = state.entity
      key = state.key
    }
  }

  /// Whether some properties of a fault are loaded.
  func hasLoadedProperties(_ state: borrowing _ModelState) -> Bool {
    !partial.isEmpty && partial[PartialKey(state)] != nil
  }

  /// Forgets which properties of a row's former or present model are loaded.
  @inline(__always)
  func forgetPartial(_ state: borrowing _ModelState) {
    if !partial.isEmpty { partial[PartialKey(state)] = nil }
  }

  static func fulfillIfNeeded(_ model: any PersistentModel) {
    if model._$state.has(.fault) { fulfill(model) }
  }

  /// Loads up to 256 models that became stale together with a model, because a program that reads
  /// one again often reads the others too.
  private func loadStale(with model: some PersistentModel) throws {
    let entity = Int(model._$state.entity)
    guard var keys = stale[entity], transaction == nil else { return }
    var batch: [Int64] = []
    while batch.count < 256, let key = keys.popLast() {
      guard let other = registered(entity: entity, key: key) as? any PersistentModel,
        other._$state.has(.fault), other !== model
      else { continue }
      batch.append(key)
    }
    stale[entity] = keys.isEmpty ? nil : keys
    if batch.isEmpty { return }
    func open<T: PersistentModel>(_ type: T.Type) throws {
      try load(type, entity: entity, keys: batch) { _ in }
    }
    try open(store.layout.entities[entity].type)
  }

  /// Loads the row of a model; false if there is none.
  private func load(_ model: some PersistentModel) throws -> Bool {
    let entity = Int(model._$state.entity)
    if let custom = store.custom {
      try loadRows(CollectionOfOne(model._$state.key), entity, custom)
    }
    return try read { connection in
      let statement = try connection.statement(store.statements[entity].selectByKey)
      defer { sqlite3_reset(statement) }
      sqlite3_bind_int64(statement, 1, model._$state.key)
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        var reader = _RowReader(statement: statement, store: store)
        model._$load(&reader)
        try check(reader, entity: entity)
        return true
      case SQLITE_DONE: return false
      default: throw failure(connection)
      }
    }
  }

  private func markGone(_ model: some PersistentModel) {
    unregister(model)
    model._$state.flags.insert(.gone)
    model._$state.core = nil
    remotelyDeleted.append(model)
  }

  // MARK: Rows

  /// Steps through a statement's rows and calls `body` for each model until it returns false.
  ///
  /// Registered models are passed as they are. The others are loaded, with only `properties` if the
  /// statement selects no more.
  func models<T: PersistentModel>(
    _ type: T.Type, entity: Int, statement: OpaquePointer, _ connection: Store.Connection,
    only properties: UInt64 = .max, skipping skipped: Set<Int64>? = nil,
    _ body: (T) throws -> Bool
  ) throws {
    var reader = _RowReader(statement: statement, store: store)
    let typeColumn = store.statements[entity].typeColumn
    var row = (entity: entity, type: type)
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw failure(connection) }
      let key = reader.key
      if let skipped, skipped.contains(key) { continue }
      let model: T
      if let known = registered(entity: entity, key: key) {
        guard let known = self.model(known, as: T.self, entity: entity) else { continue }
        model = known
        if model._$state.has(.fault), properties == .max {
          forgetPartial(model._$state)
          model._$load(&reader)
          model._$state.flags.remove(.fault)
        }
      } else {
        if let typeColumn {
          let found = store.entity(reader, typeColumn, fetching: entity)
          if found != row.entity {
            row = (found, store.layout.entities[found].type as? T.Type ?? type)
          }
        }
        model = makeFault(
          row.type,
          _ModelState(
            key: key, core: self, entity: Int32(row.entity), flags: loadedFlags))
        model._$load(&reader)
        register(model)
        if properties != .max { markPartial(model, properties, &reader) }
        if !deletedKeys.isEmpty { applyPendingDeletion(model) }
      }
      if reader.failure != nil { try check(reader, entity: Int(model._$state.entity)) }
      if try !body(model) { return }
    }
  }

  /// Marks a model as partially loaded; it stays a fault, so that its other properties are loaded
  /// on access.
  private func markPartial(
    _ model: some PersistentModel, _ properties: UInt64, _ reader: inout _RowReader
  ) {
    model._$state.flags.insert(.fault)
    // Columns that the statement leaves out read as NULL, which many properties cannot represent.
    // If a selected property could not be read, all properties are read again on access.
    if reader.failure == nil
      || properties & _ModelState.bit(Int(reader.failure?.column ?? 1) - 1) == 0
    {
      partial[PartialKey(model._$state)] = properties
    }
    reader.failure = nil
  }

  /// Throws if a column of the row could not be read.
  private func check(_ reader: _RowReader, entity: Int) throws {
    guard let failure = reader.failure else { return }
    let layout = store.layout.entities[entity]
    let property = layout.properties[Int(failure.column) - 1].name
    throw SwiftDataError.storeIsCorrupt.withMessage(
      "\(layout.name).\(property) of row \(reader.key) in \(store.name) can't be read: "
        + failure.reason + ".")
  }

  /// The connection's last SQLite error.
  func failure(_ connection: Store.Connection) -> SwiftDataError {
    connection.error(store: store.name)
  }
}
