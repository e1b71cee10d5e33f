// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The insertion of the objects of one archive, in transactions of the caller.
///
/// A stored object stays as it is. The first user of the archive is its owner: if the store has an
/// owner already, the archive's objects get that one. An owner whose profile was never edited gets the
/// profile of the archive.
final class StoreRestorer {
  let context: ModelContext
  /// Whether the archive is of a whole store: it has a user.
  private(set) var isWhole = false
  /// The archive's owner, if the store had another one.
  private var replacedOwner: UUID?

  init(context: ModelContext) {
    self.context = context
  }

  /// Inserts an object, unless one with its identifier is stored.
  ///
  /// - Returns: True if the object was inserted.
  /// - Throws: ``RuckArchiveError`` for impossible values, before anything is changed, or a
  ///   `SwiftDataError`.
  func restore<Object: ArchivedObject>(_ object: Object) throws -> Bool {
    try object.validate()
    if let user = object as? ArchivedUser, let isNew = try restoreOwner(user) { return isNew }
    if try context.model(Object.Model.self, id: object.id) != nil { return false }
    if let entry = object as? ArchivedActivity { try checkRuck(of: entry) }
    let model = object.makeModel()
    if let user = model as? User, let owner = try context.owner() {
      // The owner is the earliest user.
      user.createdAt = max(user.createdAt, owner.createdAt.addingTimeInterval(0.001))
    }
    context.insert(model)
    try object.relate(model, with: self)
    return true
  }

  /// Restores the profile of the archive's owner, if the store has an owner.
  ///
  /// - Returns: Whether the profile was restored; nil for another user, and in a store without an owner.
  private func restoreOwner(_ user: ArchivedUser) throws -> Bool? {
    defer { isWhole = true }
    guard !isWhole, let owner = try context.owner() else { return nil }
    replacedOwner = owner.id == user.id ? nil : user.id
    guard owner.isUnedited, !user.isEqual(to: owner) else { return false }
    user.apply(to: owner)
    return true
  }

  /// Rejects an entry of the feed about a ruck that was not restored.
  ///
  /// A later import with the ruck can restore the entry only if none is stored.
  private func checkRuck(of entry: ArchivedActivity) throws {
    guard let ruck = entry.session else { return }
    if try context.model(RuckingSession.self, id: ruck) == nil {
      throw RuckArchiveError.missingRuck(ruck)
    }
  }

  /// Inserts a dependent of an object, unless one with its identifier is stored.
  ///
  /// - Returns: The inserted dependent; nil if one is stored.
  func inserted<Model: IdentifiedModel>(_ model: Model, id: UUID) throws -> Model? {
    guard try context.model(Model.self, id: id) == nil else { return nil }
    context.insert(model)
    return model
  }

  /// The stored object with an identifier; nil without an identifier or an object.
  func stored<Model: IdentifiedModel>(_ type: Model.Type, _ id: UUID?) throws -> Model? {
    try id.flatMap { try context.model(type, id: $0) }
  }

  /// The stored user for a user of the archive: the owner, if no other is known.
  ///
  /// - Returns: Nil for an object without a user.
  func user(_ id: UUID?) throws -> User? {
    guard let id else { return nil }
    return try known(id) ?? context.ownerForUpdate()
  }

  /// The stored users for users of the archive, each once; unknown ones are left out.
  func users(_ ids: [UUID]) throws -> [User] {
    var users: [User] = []
    for id in ids {
      guard let user = try known(id), !users.contains(where: { $0 === user }) else { continue }
      users.append(user)
    }
    return users
  }

  private func known(_ id: UUID) throws -> User? {
    id == replacedOwner ? try context.owner() : try context.model(User.self, id: id)
  }
}
