// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import SwiftData

/// Called before `main`; see `CCloudKitMirroring`.
@_cdecl("cairn_register_mirroring")
func registerMirroring() { StoreMirroring.register(MirroringProvider()) }

/// Mirrors the stores whose configuration names a CloudKit database.
struct MirroringProvider: StoreMirroringProvider {
  func automaticContainer(isRequested: Bool) -> AutomaticContainer {
    if let identifier = CKContainer.programIdentifier { return .selected(identifier) }
    guard isRequested else {
      return .unavailable(
        reason:
          "this program has no container of its own; call CKContainer.setDefault(_:), or pass "
          + "cloudKitDatabase: .automatic to use the configuration's container, or .none")
    }
    do {
      if let identifier = try CKContainer.defaultIdentifier() { return .selected(identifier) }
      return .unavailable(
        reason: "no default container is known; call CKContainer.setDefault(_:), set "
          + "CAIRN_CLOUDKIT_CONTAINER, or pass cloudKitDatabase: .none")
    } catch {
      return .unavailable(reason: "\(error.localizedDescription)")
    }
  }

  func validate(_ schema: Schema, _ configuration: ModelConfiguration) throws {
    let settings = MirroringSettings.current(configuration.cloudKitContainerIdentifier)
    _ = try RecordForm(
      RecordLayout(configuration.schema ?? schema, options: settings.options))
  }

  func mirror(_ store: MirroredStore) throws -> any StoreMirror {
    let identifier = store.configuration.cloudKitContainerIdentifier
    return try MirrorEngine(store, MirroringSettings.current(identifier))
  }
}
