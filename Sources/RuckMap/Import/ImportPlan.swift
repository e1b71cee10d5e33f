// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Archives
import Foundation

/// The recordings of one file that a user has chosen, which may be an archive.
enum ImportPlan {
  /// Recordings of tracks.
  case items([ImportItem])
  /// An archive of rucks, or of a whole store, that Cairn exported.
  case rucks(TrackFile)

  /// Recognises a file by its content, and lists its recordings.
  ///
  /// - Parameters:
  ///   - url: A recording, also compressed; an export of Strava, Apple Health or Cairn, also as an
  ///     unpacked folder; or a zip archive with such files.
  ///   - includesAllSports: Whether all recordings of an archive are wanted, not only walks.
  /// - Throws: An `ActivityFileError` or an `ArchiveError`.
  init(_ url: URL, includesAllSports: Bool) throws {
    if let export = Self.export(inFolder: url) {
      self = try ImportPlan(export, includesAllSports: includesAllSports)
      return
    }
    let file = TrackFile.file(url)
    let start = try file.start()
    let name = url.relativePath
    if let recording = try Self.recording(file, start: start) {
      self = .items([ImportItem(url, recording: recording)])
    } else if ZipFile.isZip(start) {
      self = try Self.archive(url, named: name, includesAllSports)
    } else if AppleHealthReader.matches(start) {
      let folder = ImportFolder.folder(url.deletingLastPathComponent())
      let export = AppleHealthExport(file: file, folder: folder, path: "", name: name)
      self = .items(try export.items(includesAllSports: includesAllSports))
    } else if RuckArchive.matches(start) {
      self = .rucks(file)
    } else if StravaActivities.matches(start) {
      let folder = ImportFolder.folder(url.deletingLastPathComponent())
      self = .items(try Self.strava(file, folder, "", named: name, includesAllSports))
    } else {
      self = .rucks(try file.decompressed())
    }
  }

  /// The recording of a file with a single one, decompressed.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - start: Its first 64 KB.
  /// - Returns: The recording; nil if the file is an archive or an export.
  /// - Throws: An `ActivityFileError` or an `ArchiveError`.
  static func recording(_ file: TrackFile, start: Data) throws -> TrackFile? {
    switch ActivityFileFormat.recognize(start) {
    case .gpx, .tcx, .fit: return file
    case .csv, nil: break
    }
    if ZipFile.isZip(start) || AppleHealthReader.matches(start) || RuckArchive.matches(start)
      || StravaActivities.matches(start)
    {
      return nil
    }
    let recording = try file.decompressed()
    return RuckArchive.matches(try recording.start()) ? nil : recording
  }

  /// The main file of an export that is an unpacked folder; nil for another folder, and for a file.
  ///
  /// The folder of `cairn export` has a folder for each app. Its recordings are in the archive too, so
  /// that only the archive is read.
  private static func export(inFolder folder: URL) -> URL? {
    func files(_ folder: URL) -> [URL] {
      let found = try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [.isRegularFileKey])
      return (found ?? []).filter {
        (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
      }.sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
    func first(_ files: [URL], ending: String, _ matches: (Data) -> Bool) -> URL? {
      files.first { file in
        guard file.lastPathComponent.lowercased().hasSuffix(ending),
          let start = try? TrackFile.file(file).start()
        else { return false }
        return matches(start)
      }
    }
    guard (try? folder.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true else {
      return nil
    }
    let own = files(folder)
    let inner = files(folder.appending(path: "ruckmap", directoryHint: .isDirectory))
    return first(own + inner, ending: ".json") { RuckArchive.matchesStore($0) }
      ?? first(own, ending: "activities.csv") { StravaActivities.matches($0) }
      ?? first(own, ending: ".xml") { AppleHealthReader.matches($0) }
  }

  private static func archive(
    _ url: URL, named name: String, _ includesAllSports: Bool
  ) throws -> ImportPlan {
    let archive = try ImportFolder.ZipArchive(url)
    let folder = ImportFolder.archive(archive)
    let entries = archive.file.entries.filter { !$0.isFolder }
    func first(named suffix: String) -> ZipFile.Entry? {
      entries.filter { $0.name == suffix || $0.name.hasSuffix("/" + suffix) }
        .min { $0.name.utf8.count < $1.name.utf8.count }
    }
    for entry in entries where entry.name.lowercased().hasSuffix(".json") {
      let file = ImportFolder.recording(entry, of: archive)
      if let start = try? file.start(), RuckArchive.matchesStore(start) { return .rucks(file) }
    }
    if let table = first(named: "activities.csv") {
      let path = String(table.name.dropLast("activities.csv".count))
      return .items(
        try strava(
          ImportFolder.recording(table, of: archive), folder, path, named: name,
          includesAllSports))
    }
    // The file's name has the device's language.
    for entry in entries where entry.name.lowercased().hasSuffix(".xml") {
      let file = ImportFolder.recording(entry, of: archive)
      guard let start = try? file.start(), AppleHealthReader.matches(start) else { continue }
      let path = entry.name.split(separator: "/").dropLast().map { $0 + "/" }.joined()
      let export = AppleHealthExport(file: file, folder: folder, path: path, name: name)
      return .items(try export.items(includesAllSports: includesAllSports))
    }
    return .items(try recordings(entries, of: archive, named: name, includesAllSports))
  }

  /// The recordings of an archive without a table of its own.
  private static func recordings(
    _ entries: [ZipFile.Entry], of archive: ImportFolder.ZipArchive, named name: String,
    _ includesAllSports: Bool
  ) throws -> [ImportItem] {
    let suffixes = [".gpx", ".tcx", ".fit", ".gpx.gz", ".tcx.gz", ".fit.gz"]
    let found = entries.filter { entry in
      let entryName = entry.name.lowercased()
      // Folders of macOS contain a second, unreadable file for each file.
      return !entryName.hasPrefix("__macosx/") && suffixes.contains { entryName.hasSuffix($0) }
    }
    guard !found.isEmpty else {
      if entries.contains(where: { $0.name.lowercased().hasSuffix(".zip") }) {
        throw ArchiveError(
          .notAnArchive, reason: "The archive contains other archives, and no recording",
          remedy: "Unpack it, and import the archives inside of it")
      }
      throw ArchiveError(
        .notAnArchive, reason: "The archive has no GPX, TCX or FIT file and is no known export",
        remedy: "Choose an archive of Strava, Apple Health or a folder of recordings")
    }
    return found.map { entry in
      ImportItem(
        name: "\(name): \(entry.name)", file: lastPart(entry.name),
        isFromArchive: !includesAllSports, isFileUnique: false,
        recording: ImportFolder.recording(entry, of: archive))
    }
  }

  private static func strava(
    _ table: TrackFile, _ folder: ImportFolder, _ path: String, named name: String,
    _ includesAllSports: Bool
  ) throws -> [ImportItem] {
    var data = Data()
    let chunks = try table.open()
    while let chunk = try chunks() {
      data.append(chunk)
      guard data.count <= StravaActivities.sizeLimit else {
        throw ArchiveError(
          .tooLarge, reason: "The table of activities is larger than 64 MB",
          remedy: "Import the recordings in the folder activities")
      }
    }
    guard let activities = StravaActivities(data)?.activities else {
      throw ArchiveError(
        .damaged, reason: "The table activities.csv can't be read", remedy: "Export it again")
    }
    return activities.map { activity in
      let recording = folder.recording(activity.file, in: path)
      var item = ImportItem(
        name: "\(name): \(activity.file.isEmpty ? activity.name : activity.file)",
        file: activity.file.isEmpty ? "activities.csv" : activity.file,
        isFromArchive: !includesAllSports && !StravaActivities.walks.contains(activity.kind),
        isFileUnique: !activity.file.isEmpty,
        details: RecordingDetails(
          name: activity.name, notes: activity.notes, exertion: activity.exertion,
          gear: activity.gear, bodyWeight: activity.athleteWeight, weather: activity.weather),
        recording: recording ?? .missing(activity.file))
      if !includesAllSports, StravaActivities.otherKinds.contains(activity.kind) {
        item.skipReason = "The activity is a \(activity.kind), not a walk."
      } else if activity.file.isEmpty {
        // An entry by hand has totals.
        if let sport = activity.sport, let totals = activity.totals {
          item.recording = .samples([])
          item.details?.sport = sport
          item.details?.totals = totals
        } else {
          item.skipReason = "The activity has no recording."
        }
      }
      return item
    }
  }

  private static func lastPart(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
