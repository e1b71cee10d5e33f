// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
public import Foundation
import Measures
import SwiftData

extension RuckLibrary {
  /// Imports recorded files as rucks, each recording in one transaction.
  ///
  /// A file is decoded while the preceding one is stored. Memory use is bounded for files of any
  /// size. A bad file does not stop the import of others. A recording that is already stored, under
  /// any file name or in another format, is not imported again: an import that was interrupted
  /// continues when it is started again. If the task is cancelled, the remaining files are rejected.
  ///
  /// - Parameters:
  ///   - files: GPX, TCX or FIT files, also compressed; exports of Strava, Apple Health and Cairn;
  ///     zip archives of recordings. All are recognised by content.
  ///   - options: The user's information about the files.
  ///   - progress: Called after every few thousand points, on the library's executor.
  /// - Returns: The outcome for each recording, in the order of `files`.
  public func importFiles(
    _ files: [URL], options: ImportOptions,
    progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) async -> ImportReport {
    await importFiles(files, options: options, isFollowed: false, progress: progress)
  }

  /// Imports some files of a batch, as from a page that sends each file by itself.
  ///
  /// Awards follow from all rucks. They are calculated with the last files of the batch, instead of
  /// once for each file. If the last files do not follow, the next reader of the feed or the next import
  /// gets them.
  ///
  /// - Parameters:
  ///   - files: The files, as of ``importFiles(_:options:progress:)``.
  ///   - options: The user's information about the files.
  ///   - isFollowed: Whether the caller will import more files of the batch.
  ///   - progress: Called after every few thousand points, on the library's executor.
  /// - Returns: The outcome for each recording, in the order of `files`.
  package func importFiles(
    _ files: [URL], options: ImportOptions, isFollowed: Bool,
    progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) async -> ImportReport {
    var report = ImportReport()
    await withTaskGroup(of: PrefetchedFile.self) { group in
      func prefetch(_ file: URL) {
        group.addTask(executorPreference: DecodingExecutor.shared) { PrefetchedFile(file) }
      }
      for (index, file) in files.enumerated() {
        if index == 0 { prefetch(file) }
        let prefetched = await group.next() ?? .unread
        if index + 1 < files.count { prefetch(files[index + 1]) }
        // Lets other callers run between two files.
        await Task.yield()
        let place = ImportProgress(
          file: file.relativePath, index: index, total: files.count, points: 0)
        await importFile(file, prefetched, options: options, at: place, in: &report, progress)
      }
    }
    if report.imported.count > report.rucksOfWholeStores { hasUncountedImports = true }
    if hasUncountedImports, !isFollowed { recordMissingActivities() }
    return report
  }

  private func importFile(
    _ file: URL, _ prefetched: PrefetchedFile, options: ImportOptions, at place: ImportProgress,
    in report: inout ImportReport, _ progress: (@Sendable (ImportProgress) -> Void)?
  ) async {
    do {
      if Task.isCancelled { throw ImportRejection.cancelled }
      switch try prefetched.plan(file, includesAllSports: options.includesAllSports) {
      case .items(let items):
        await importItems(items, options: options, at: place, in: &report, progress)
      case .rucks(let archive): try restore(archive, named: place.file, in: &report)
      }
    } catch {
      report.failed.append(.init(file: place.file, error))
    }
  }

  /// Writes the missing entries of the feed, such as those about awards that imported rucks reach.
  ///
  /// An error is no reason to reject the files, which are stored. The next completion, import or reader of
  /// the feed writes the entries.
  private func recordMissingActivities() {
    let written: Void? = try? modelContext.transaction {
      if let owner = try owner() { try modelContext.recordMissingActivities(of: owner) }
    }
    guard written != nil else { return }
    hasUncountedImports = false
    isFeedChecked = true
  }

  /// Writes the missing entries of the feed after a batch without its last files.
  ///
  /// An earlier process may have ended within a batch, so that each library writes them once.
  func recordActivitiesOfBatches() {
    if hasUncountedImports || !isFeedChecked { recordMissingActivities() }
  }

  private func importItems(
    _ items: [ImportItem], options: ImportOptions, at place: ImportProgress,
    in report: inout ImportReport, _ progress: (@Sendable (ImportProgress) -> Void)?
  ) async {
    let names = Set(items.filter(\.isFileUnique).map(\.file))
    let known: [String: UUID]
    do {
      known = names.isEmpty ? [:] : try rucks(importedFrom: names)
    } catch {
      report.failed.append(.init(file: place.file, error))
      return
    }
    for (index, item) in items.enumerated() {
      await Task.yield()
      var now = place
      now.file = item.name
      if items.count > 1 { (now.index, now.total) = (index, items.count) }
      do {
        if Task.isCancelled { throw ImportRejection.cancelled }
        if let reason = item.skipReason {
          report.skipped.append(.init(file: item.name, reason: reason))
          continue
        }
        // A recording of Strava is one activity.
        let activities = try item.isFileUnique ? [item.recording] : item.recording.activities()
        let isDivided = activities.contains { $0.session != nil } && item.recording.session == nil
        if activities.count > 1 || isDivided {
          // Earlier versions stored all activities as one ruck.
          let whole = try TrackFingerprint(item.recording).hexString
          if let ruck = try modelContext.fetch(RuckingSession.withFingerprint(whole)).first {
            throw ImportRejection.known(ruck.id)
          }
          await importItems(
            item.activities(activities, includesAllSports: options.includesAllSports),
            options: options, at: now, in: &report, progress)
          continue
        }
        if item.isFileUnique, let id = known[item.file] { throw ImportRejection.known(id) }
        var single = item
        if case .decoded(let track)? = activities.first { single.recording = .decoded(track) }
        let (ruck, warnings) = try store(single, options: options) { points in
          now.points = points
          progress?(now)
        }
        report.imported.append(.init(file: item.name, ruck: ruck, warnings: warnings))
      } catch ImportRejection.known(let id) {
        reportUnchanged(file: item.name, id: id, options: options, in: &report)
      } catch let rejection as ImportRejection where rejection.isOtherSport {
        report.skipped.append(.init(file: item.name, reason: rejection.localizedDescription))
      } catch {
        report.failed.append(.init(file: item.name, error))
      }
    }
  }

  /// The stored rucks of files, by the names of the files.
  private func rucks(importedFrom names: Set<String>) throws -> [String: UUID] {
    var descriptor = FetchDescriptor<RuckingSession>(
      predicate: #Predicate { $0.isCompleted && $0.sourceFile != nil })
    descriptor.propertiesToFetch = [\.id, \.sourceFile]
    var rucks: [String: UUID] = [:]
    for session in try modelContext.fetch(descriptor) {
      if let file = session.sourceFile, names.contains(file) { rucks[file] = session.id }
    }
    return rucks
  }

  /// Stores a sample ruck if the library is empty.
  ///
  /// - Returns: True if the sample was added.
  /// - Throws: A `SwiftDataError`.
  @discardableResult
  public func addSampleIfEmpty() throws -> Bool {
    guard try modelContext.fetchCount(FetchDescriptor<RuckingSession>()) == 0 else { return false }
    let item = ImportItem(
      name: SampleRuck.file, file: SampleRuck.file, isFromArchive: false, isFileUnique: false,
      recording: .data(Data(SampleRuck.gpx.utf8)))
    _ = try store(item, options: ImportOptions(packWeight: SampleRuck.packWeight))
    return true
  }

  /// Stores one recording in one transaction.
  private func store(
    _ item: ImportItem, options: ImportOptions, progress: (Int) -> Void = { _ in }
  ) throws -> (RuckSummary, warnings: [String]) {
    if let weight = options.packWeight { try RuckLibraryError.check(packWeight: weight) }
    if let weight = options.bodyWeight { try RuckLibraryError.check(bodyWeight: weight) }
    var result: (RuckSummary, [String])?
    try modelContext.transaction {
      let user = try ownerForUpdate()
      if let weight = options.bodyWeight {
        user.healthProfile.weight = Mass.pounds(kilograms: weight)
      }
      var importer = TrackImporter(
        context: modelContext, file: item.file, user: user, options: options,
        details: item.details, now: Date())
      var reported = 0
      let description = try item.recording.read { reading in
        try importer.add(reading)
        if importer.points >= reported + TrackImporter.batchSize {
          reported = importer.points
          progress(reported)
        }
      }
      if item.isFromArchive, let sport = description.sport, !sport.isWalk {
        throw ImportRejection.otherSport(sport.rawValue)
      }
      let session = try importer.finish(description)
      try recordGear(item.details?.gear, on: session, of: user)
      try modelContext.recordActivity(of: session)
      progress(importer.points)
      result = (RuckSummary(session), session.warnings)
    }
    guard let result else { throw ImportRejection.noPoints }
    return (result.0, warnings: result.1)
  }

  func reportUnchanged(
    file: String, id: UUID, options: ImportOptions, in report: inout ImportReport
  ) {
    do {
      if let weight = options.bodyWeight {
        try setProfile(UserProfileEdit(bodyWeight: weight))
      }
      report.unchanged.append(.init(file: file, ruck: RuckSummary(try session(id))))
    } catch {
      report.failed.append(.init(file: file, error))
    }
  }

  /// Records the use of gear, which is created if no item has the name.
  private func recordGear(_ name: String?, on session: RuckingSession, of user: User) throws {
    let name = String(
      (name ?? "").trimmingCharacters(in: .whitespacesAndNewlines).prefix(200))
    guard !name.isEmpty else { return }
    let found = try modelContext.fetch(
      FetchDescriptor<Equipment>(predicate: #Predicate { $0.name == name }))
    let item = found.first ?? Equipment(name: name, type: .boots, weight: 0, owner: user)
    if found.isEmpty {
      modelContext.insert(item)
      // Equal on every device that imports the same export.
      item.id = UUID(derivedFrom: "Equipment " + name)
      item.purchaseDate = nil
    }
    session.equipment.append(item)
    item.recordUsage(of: session)
  }
}

extension ImportRejection {
  fileprivate var isOtherSport: Bool {
    if case .otherSport = self { true } else { false }
  }
}
