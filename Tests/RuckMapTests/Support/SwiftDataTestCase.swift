// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData

/// A store in memory with its main context and its actor.
@MainActor
final class SwiftDataTestCase {
  let container: ModelContainer
  let context: ModelContext
  let dataActor: RuckMapDataActor

  init() throws {
    container = try ModelContainerFactory.createTestContainer()
    context = container.mainContext
    dataActor = RuckMapDataActor(modelContainer: container)
  }

  /// Deletes all data.
  func tearDown() throws {
    try context.delete(model: User.self)
    try context.delete(model: RuckingSession.self)
    try context.delete(model: Route.self)
    try context.delete(model: Equipment.self)
    try context.save()
  }

  /// Inserts a user and saves.
  func user(_ email: String = "test@example.com", _ persona: UserPersona = .general) throws -> User
  {
    let user = User(email: email, displayName: "Test", persona: persona)
    context.insert(user)
    try context.save()
    return user
  }

  /// Reads the model of a snapshot in the main context.
  func model<Model: PersistentModel>(
    _ id: PersistentIdentifier, as type: Model.Type
  ) throws -> Model? {
    try context.fetch(
      FetchDescriptor<Model>(predicate: #Predicate { $0.persistentModelID == id })
    ).first
  }
}
