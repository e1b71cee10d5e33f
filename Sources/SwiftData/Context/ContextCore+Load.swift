// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

extension ContextCore {
  /// Runs `body` on the running transaction's connection, or on a reader's.
  func read<R>(_ body: (Store.Connection) throws -> R) throws -> R {
    if let connection = transaction ?? snapshot { return try body(connection) }
    return try store.read(body)
  }

  /// Runs `body`, all of whose reads see the same, whatever others commit meanwhile.
  func readingAtOnce<R>(_ body: () throws -> R) throws -> R {
    if transaction != nil || snapshot != nil { return try body() }
    return try store.readSnapshot { connection in
      snapshot = connection
      defer { snapshot = nil }
      return try body()
    }
  }

  // MARK: Faults

  /// Loads a fault's properties.
  ///
  /// If its row is gone the model is marked so, and reads as empty.
  @usableFromInline
  package static func fulfill(_ model: some PersistentModel) {
    // Cleared first: loading must not come back here.
    model._$state.flags.remove(.fault)
    guard let core = model._$state.core else { return }
    if !core.partial.isEmpty { core.partial[PartialKey(model._$state)] = nil }
    do {
      if try !core.load(model) { core.markGone(model) }
      if !core.stale.isEmpty { try core.loadStale(with: model) }
    } catch {
      core.noteFailure(error)
      model._$state.flags.insert(.fault)
      return
    }
  }

  /// Loads a fault before a property is read, unless that one is loaded already.
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

  /// A model of which only some properties are loaded; it is a fault still.
  struct PartialKey: Hashable {
    private let entity: Int32
    private let key: Int64

    init(_ state: borrowing _ModelState) {
      entity = state.entity
      key = state.key
    }
  }

  static func fulfillIfNeeded(_ model: any PersistentModel) {
    if model._$state.has(.fault) { fulfill(model) }
  }

  /// Loads others that became stale together with a model, since who reads one of them again
  /// often reads the others too.
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

  /// Reads the row of a model; false if there is none.
  private func load(_ model: some PersistentModel) throws -> Bool {
    let entity = Int(model._$state.entity)
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
    vanished.append(model)
  }

  // MARK: Rows

  /// Steps through a statement's rows: models in memory as they are, the others loaded, of which
  /// the statement may have only some properties.
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
          if !partial.isEmpty { partial[PartialKey(model._$state)] = nil }
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
          row.type, _ModelState(key: key, core: self, entity: Int32(row.entity), flags: []))
        model._$load(&reader)
        register(model)
        if properties != .max { markPartial(model, properties, &reader) }
        if !deletedKeys.isEmpty { adoptDeletion(model) }
      }
      if reader.failure != nil { try check(reader, entity: Int(model._$state.entity)) }
      if try !body(model) { return }
    }
  }

  /// Notes that a model has some of its properties; it stays a fault, so that the others are loaded
  /// when one of them is read.
  private func markPartial(
    _ model: some PersistentModel, _ properties: UInt64, _ reader: inout _RowReader
  ) {
    model._$state.flags.insert(.fault)
    // What the statement leaves out reads as NULL, which many properties can't be: if one can't be
    // read, all are read again when they are asked for.
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
    throw SwiftDataError.storeIsCorrupt.saying(
      "\(layout.name).\(property) of row \(reader.key) in \(store.name) can't be read: "
        + failure.reason + ".")
  }

  /// What SQLite says went wrong last.
  func failure(_ connection: Store.Connection) -> SwiftDataError {
    connection.error(store: store.name)
  }
}
