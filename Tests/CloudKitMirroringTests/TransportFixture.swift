// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import Foundation
import Synchronization

/// A transport with files in a temporary folder, and a cipher with a key of one byte.
final class TransportFixture: Sendable {
  let folder: URL
  private let number = Atomic<Int>(0)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "mirroring-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var filesWritten: Int { number.load(ordering: .relaxed) }

  var transport: FieldTransport {
    FieldTransport(
      zone: CKRecordZone.ID(zoneName: "Mirror"),
      file: { [self] data in
        let name = "\(number.wrappingAdd(1, ordering: .relaxed).newValue)"
        let url = folder.appending(path: name)
        try data.write(to: url)
        return CKAsset(fileURL: url)
      },
      contents: { asset in
        guard let url = asset.fileURL else { throw CocoaError(.fileNoSuchFile) }
        return try Data(contentsOf: url)
      },
      seal: { data, place in
        Data(data.map { $0 ^ 0x5A })
          + Data("\(place.recordType) \(place.recordName) \(place.field)".utf8)
      },
      open: { data, place in
        let name = Data("\(place.recordType) \(place.recordName) \(place.field)".utf8)
        guard data.suffix(name.count) == name else { throw CocoaError(.coderReadCorrupt) }
        return Data(data.dropLast(name.count).map { $0 ^ 0x5A })
      }, keyName: { "fixture" })
  }
}
