// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import SwiftData

/// The report of a store check, as JSON.
struct StoreRecord: Encodable {
  struct Table: Encodable {
    private enum CodingKeys: String, CodingKey {
      case name, rows, bytes
    }

    let table: StoreReport.Table

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(table.name, forKey: .name)
      try container.encode(table.rows, forKey: .rows)
      try container.encode(table.bytes, forKey: .bytes)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case isSound = "sound"
    case format, identifier, tables, problems, hints
    case schemaVersion = "schema_version"
    case databaseBytes = "database_bytes"
    case logBytes = "log_bytes"
    case freeBytes = "free_bytes"
    case transactions = "history_transactions"
    case externalFiles = "external_files"
    case externalBytes = "external_bytes"
    case missingFiles = "missing_files"
    case unnamedFiles = "unnamed_files"
  }

  let report: StoreReport

  init(_ report: StoreReport) {
    self.report = report
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(report.isSound, forKey: .isSound)
    try container.encode(report.format, forKey: .format)
    try container.encode(report.identifier, forKey: .identifier)
    try container.encode(report.schemaVersion, forKey: .schemaVersion)
    try container.encode(report.databaseBytes, forKey: .databaseBytes)
    try container.encode(report.logBytes, forKey: .logBytes)
    try container.encode(report.freeBytes, forKey: .freeBytes)
    try container.encode(report.tables.map(Table.init), forKey: .tables)
    try container.encode(report.transactions, forKey: .transactions)
    try container.encode(report.externalFiles, forKey: .externalFiles)
    try container.encode(report.externalBytes, forKey: .externalBytes)
    try container.encode(report.missingFiles, forKey: .missingFiles)
    try container.encode(report.unnamedFiles, forKey: .unnamedFiles)
    try container.encode(report.problems, forKey: .problems)
    try container.encode(report.hints, forKey: .hints)
  }
}

/// The report of a store backup or restore, as JSON.
struct BackupRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case file
    case databaseBytes = "database_bytes"
    case externalFiles = "external_files"
    case externalBytes = "external_bytes"
    case missingFiles = "missing_files"
    case damaged = "damaged_store_kept_as"
  }

  let report: BackupReport

  init(_ report: BackupReport) {
    self.report = report
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(report.url.path(percentEncoded: false), forKey: .file)
    try container.encode(report.databaseBytes, forKey: .databaseBytes)
    try container.encode(report.externalFiles, forKey: .externalFiles)
    try container.encode(report.externalBytes, forKey: .externalBytes)
    try container.encode(report.missingFiles, forKey: .missingFiles)
    try container.encode(report.damaged?.path(percentEncoded: false), forKey: .damaged)
  }
}

/// The report of a vacuum, as JSON.
struct VacuumRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case bytesBefore = "bytes_before"
    case bytesAfter = "bytes_after"
    case isLogEmptied = "log_emptied"
  }

  let report: VacuumReport

  init(_ report: VacuumReport) {
    self.report = report
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(report.bytesBefore, forKey: .bytesBefore)
    try container.encode(report.bytesAfter, forKey: .bytesAfter)
    try container.encode(report.isLogEmptied, forKey: .isLogEmptied)
  }
}

/// The report of an import, as JSON.
struct ImportRecord: Encodable {
  struct Entity: Encodable {
    private enum CodingKeys: String, CodingKey {
      case name, table, objects
      case skippedObjects = "skipped_objects"
      case skippedProperties = "skipped_properties"
    }

    let entity: AppleStoreReport.Entity

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(entity.name, forKey: .name)
      try container.encode(entity.destination, forKey: .table)
      try container.encode(entity.count, forKey: .objects)
      try container.encode(entity.skippedCount, forKey: .skippedObjects)
      try container.encode(entity.skippedProperties, forKey: .skippedProperties)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case file, entities
    case isComplete = "complete"
    case frameworkVersion = "framework_version"
    case missingFiles = "missing_files"
    case brokenReferences = "broken_references"
  }

  let report: AppleStoreReport
  let file: URL

  init(_ report: AppleStoreReport, _ file: URL) {
    self.report = report
    self.file = file
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file.path(percentEncoded: false), forKey: .file)
    try container.encode(report.isComplete, forKey: .isComplete)
    try container.encode(report.frameworkVersion, forKey: .frameworkVersion)
    try container.encode(report.entities.map(Entity.init), forKey: .entities)
    try container.encode(report.missingFiles, forKey: .missingFiles)
    try container.encode(report.brokenReferences, forKey: .brokenReferences)
  }
}
