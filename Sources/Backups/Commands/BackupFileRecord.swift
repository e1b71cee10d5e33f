// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import SwiftData

/// A backup as JSON and as text.
struct BackupFileRecord: Encodable {
  /// The copy of a store.
  struct Store: Encodable {
    let app: String
    let files: Int
    let bytes: Int
  }

  let file: String
  let created: String
  let stores: [Store]
  /// The names of the files of settings.
  let settings: [String]

  init(_ url: URL, _ manifest: BackupManifest) {
    file = url.path(percentEncoded: false)
    created = manifest.created.jsonText
    stores = manifest.stores.map { store in
      Store(
        app: store.app, files: store.files.count,
        bytes: store.files.reduce(0) { $0 + $1.bytes })
    }
    settings = (manifest.settings ?? []).map(\.path)
  }

  /// A line of text that begins with a verb.
  func text(_ verb: String) -> String {
    let parts =
      stores.map { "\($0.app) (\($0.bytes) bytes)" } + (settings.isEmpty ? [] : ["settings"])
    return "\(verb) \(file.printable): \(parts.joined(separator: ", "))\n"
  }
}

/// A restore as JSON and as text.
struct RestoreRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case created, stores, settings
    case kept = "kept_as"
    case damaged = "damaged_stores_kept_as"
  }

  /// A restored store.
  struct Store: Encodable {
    let app: String
    let file: String
  }

  /// The time of the backup.
  let created: String
  let stores: [Store]
  /// The names of the restored files of settings.
  let settings: [String]
  let kept: String?
  let damaged: [String]

  init(_ report: DataRestore.Report) {
    created = report.manifest.created.jsonText
    stores = report.stores.map {
      Store(app: $0.app.name, file: $0.report.url.path(percentEncoded: false))
    }
    settings = (report.manifest.settings ?? []).map(\.path)
    kept = report.kept?.path(percentEncoded: false)
    damaged = report.damaged.map { $0.path(percentEncoded: false) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(created, forKey: .created)
    try container.encode(stores, forKey: .stores)
    try container.encode(settings, forKey: .settings)
    try container.encode(kept, forKey: .kept)
    try container.encode(damaged, forKey: .damaged)
  }

  /// The restored apps and settings, and the location of the replaced data.
  var text: String {
    let parts = stores.map(\.app) + (settings.isEmpty ? [] : ["settings"])
    var text = "restored \(parts.joined(separator: ", ")) as of \(created)\n"
    if let kept { text += "the previous data is kept as \(kept.printable)\n" }
    for file in damaged { text += "a damaged store is kept as \(file.printable)\n" }
    return text
  }
}

/// An export as JSON and as text.
struct ExportRecord: Encodable {
  /// An object that was not exported.
  struct Failed: Encodable {
    let object: String
    let error: String
  }

  /// The export of one app.
  struct App: Encodable {
    let app: String
    let exported: Int
    let failed: [Failed]
  }

  let folder: String
  let apps: [App]

  /// A line for each app.
  var text: String {
    apps.map { app in
      let failed = app.failed.isEmpty ? "" : ", \(app.failed.count) failed"
      return "\(app.app): \(app.exported) exported\(failed)\n"
    }.joined()
  }
}
