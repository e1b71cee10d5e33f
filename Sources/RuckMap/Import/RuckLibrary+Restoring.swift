// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension RuckLibrary {
  /// The maximum number of objects without a track that are restored in one transaction.
  private static let batchSize = 200

  /// An object that waits for its transaction.
  private typealias WaitingObject = (title: String, object: any ArchivedObject)

  /// Restores the objects of an archive that Cairn exported.
  ///
  /// Each ruck is restored in a transaction of its own. Objects with a stored identifier stay as they
  /// are. Derived values follow at the end.
  ///
  /// - Parameters:
  ///   - archive: The file.
  ///   - name: The file's path, as passed by the caller.
  ///   - report: Gets an entry for each object.
  /// - Throws: `RuckArchiveError` for a truncated file, or an error of the file; the objects up to there
  ///   are restored.
  func restore(
    _ archive: TrackFile, named name: String, in report: inout ImportReport
  ) throws {
    let restorer = StoreRestorer(context: modelContext)
    let (known, added) = (report.imported.count, report.objects.count)
    var waiting: [WaitingObject] = []
    var number = 0
    defer {
      if restorer.isWhole { report.rucksOfWholeStores += report.imported.count - known }
      let isChanged =
        report.imported.count > known
        || report.objects[added...].contains(where: \.isNew)
      if restorer.isWhole, isChanged { deriveRestoredValues(named: name, in: &report) }
    }
    do {
      try RuckArchive.read(try archive.open()) { line in
        if Task.isCancelled { throw ImportRejection.cancelled }
        let noun = ArchiveEntry.noun(ofKey: line.key)
        do {
          switch try line.entry.get() {
          case .object(let object):
            // Reports show the last part of a path.
            let isNamed = !object.title.isEmpty && !object.title.contains("/")
            let label = isNamed ? object.title : "\(line.number)"
            waiting.append(("\(name): \(noun) \(label)", object))
            if waiting.count == Self.batchSize {
              restore(&waiting, with: restorer, of: name, in: &report)
            }
          case .ruck(let copy):
            restore(&waiting, with: restorer, of: name, in: &report)
            number += 1
            restore(copy, with: restorer, titled: "\(name): ruck \(number)", in: &report)
          }
        } catch {
          if line.key == ArchiveEntry.ruckKey { number += 1 }
          let label = line.key == ArchiveEntry.ruckKey ? number : line.number
          report.failed.append(.init(file: "\(name): \(noun) \(label)", error))
        }
      }
    } catch {
      restore(&waiting, with: restorer, of: name, in: &report)
      throw error
    }
    restore(&waiting, with: restorer, of: name, in: &report)
  }

  /// Restores the waiting objects in one transaction, and reports each.
  private func restore(
    _ waiting: inout [WaitingObject], with restorer: StoreRestorer, of file: String,
    in report: inout ImportReport
  ) {
    defer { waiting = [] }
    guard !waiting.isEmpty else { return }
    var results: [Result<Bool, RuckArchiveError>] = []
    do {
      try modelContext.transaction {
        for (_, object) in waiting {
          do {
            results.append(.success(try restorer.restore(object)))
          } catch let error as RuckArchiveError {
            // It is thrown before the object is inserted.
            results.append(.failure(error))
          }
        }
      }
    } catch {
      report.failed += waiting.map { ImportReport.Failed(file: $0.title, error) }
      return
    }
    for (element, result) in zip(waiting, results) {
      switch result {
      case .success(let isNew):
        report.objects.append(Self.reported(element.object, file: file, isNew: isNew))
      case .failure(.missingRuck):
        // The failure of the ruck is reported.
        continue
      case .failure(let error):
        report.failed.append(.init(file: element.title, error))
      }
    }
  }

  private static func reported<Object: ArchivedObject>(
    _ object: Object, file: String, isNew: Bool
  ) -> ImportReport.Object {
    ImportReport.Object(
      file: file, kind: Object.key, name: object.title, id: object.id, isNew: isNew)
  }

  private func restore(
    _ copy: RuckCopy, with restorer: StoreRestorer, titled title: String,
    in report: inout ImportReport
  ) {
    do {
      let ruck = try restore(copy, with: restorer)
      report.imported.append(.init(file: title, ruck: ruck, warnings: []))
    } catch ImportRejection.known(let id) {
      reportUnchanged(file: title, id: id, options: ImportOptions(), in: &report)
    } catch {
      report.failed.append(.init(file: title, error))
    }
  }

  /// Restores a ruck in one transaction.
  ///
  /// A ruck of a whole store has the uses of gear and the entries of the feed of the archive. For a
  /// single ruck, they are recorded as after an import.
  ///
  /// - Returns: The ruck.
  /// - Throws: `ImportRejection.known` if a ruck has its identifier.
  private func restore(_ copy: RuckCopy, with restorer: StoreRestorer) throws -> RuckSummary {
    try modelContext.returning {
      if try modelContext.fetch(RuckingSession.withIdentifier(copy.id)).first != nil {
        throw ImportRejection.known(copy.id)
      }
      let user = try restorer.user(copy.user) ?? ownerForUpdate()
      let session = RuckingSession(
        startDate: copy.startDate, packWeight: copy.packWeight, user: user)
      session.id = copy.id
      modelContext.insert(session)
      copy.apply(to: session)
      copy.insertParts(of: session, in: modelContext)
      if restorer.isWhole {
        try copy.relate(session, in: modelContext)
        for use in copy.uses ?? [] {
          guard let row = try restorer.inserted(use.makeModel(), id: use.id) else { continue }
          row.equipment = try restorer.stored(Equipment.self, use.equipment)
          row.session = session
        }
      } else {
        try TrackEditor(context: modelContext, user: user).restoreReferences(copy, of: session)
      }
      return RuckSummary(session)
    }
  }

  /// Calculates the values that depend on all restored objects: totals of gear, and audiences.
  private func deriveRestoredValues(named name: String, in report: inout ImportReport) {
    do {
      try modelContext.transaction {
        _ = try modelContext.refreshEquipmentTotals()
        if let owner = try owner() { _ = try limitAudiences(of: owner) }
      }
    } catch {
      report.failed.append(.init(file: name, error))
    }
  }
}

extension ModelContext {
  /// Deletes objects that an import has restored; the profile remains.
  ///
  /// - Parameter objects: The kinds, as in ``ImportReport/Object``, by the identifiers; an unknown object
  ///   is ignored.
  /// - Throws: A `SwiftDataError`.
  func deleteRestored(_ objects: [UUID: String]) throws {
    guard !objects.isEmpty else { return }
    for type in RuckArchive.typesBeforeRucks + RuckArchive.typesAfterRucks {
      let ids = objects.filter { $0.value == type.key }.map(\.key)
      if type.key != ArchivedUser.key { try deleteObjects(type, ids) }
    }
  }

  private func deleteObjects<Object: ArchivedObject>(
    _ type: Object.Type, _ ids: [UUID]
  ) throws {
    for id in ids {
      if let model = try model(Object.Model.self, id: id) { delete(model) }
    }
  }
}
