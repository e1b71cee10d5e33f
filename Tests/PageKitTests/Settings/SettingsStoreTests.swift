// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import PrivateFiles
import Testing

/// The settings in their file.
struct SettingsStoreTests {
  /// Runs a body with a file in a new folder.
  private func withFile(_ text: String? = nil, _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "settings.json")
    if let text { try Data(text.utf8).write(to: file) }
    try body(file)
  }

  private static func settings(_ change: (inout PageSettings) -> Void) -> PageSettings {
    var settings = PageSettings()
    change(&settings)
    return settings
  }

  @Test(arguments: [
    (nil, PageSettings()), ("", PageSettings()), ("[]", PageSettings()), ("{}", PageSettings()),
    (#"{"theme": "dark", "unknown": [1]}"#, settings { $0.theme = .dark }),
    (#"{"theme": "pink", "textSize": "large"}"#, settings { $0.textSize = .large }),
    (#"{"is24Hour": "no", "firstWeekday": 1}"#, settings { $0.firstWeekday = 1 }),
    (#"{"tiles": {"source": 1}, "firstWeekday": 7}"#, settings { $0.firstWeekday = 7 }),
    (
      #"{"tiles": {"source": "/a.mbtiles", "attribution": "A"}}"#,
      settings { $0.tiles = TileSetting(source: "/a.mbtiles", attribution: "A") }
    ),
    (#"{"is24Hour": false, "firstWeekday": 3}"#, settings { $0.is24Hour = false }),
  ])
  func `a missing, damaged or unknown value keeps its default`(
    text: String?, expected: PageSettings
  ) throws {
    try withFile(text) { #expect(SettingsStore(file: $0).current == expected) }
  }

  @Test
  func `saved settings are read again, and only the owner can read the file`() throws {
    try withFile { file in
      let settings = Self.settings {
        ($0.theme, $0.textSize, $0.is24Hour, $0.firstWeekday) = (.light, .larger, false, 7)
      }
      let store = SettingsStore(file: file)
      try store.save(settings)
      #expect(store.current == settings)
      #expect(SettingsStore(file: file).current == settings)
      let path = file.path(percentEncoded: false)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      try store.save(PageSettings())
      #expect(SettingsStore(file: file).current == PageSettings())
    }
  }

  @Test
  func `settings that can't be written are unchanged`() throws {
    try withFile("not a folder") { file in
      let store = SettingsStore(file: file.appending(path: "settings.json"))
      #expect(throws: PrivateFile.Failure.self) {
        try store.save(Self.settings { $0.theme = .dark })
      }
      #expect(store.current == PageSettings())
    }
  }

  @Test
  func `settings without a file are kept in memory`() throws {
    let store = SettingsStore()
    let settings = Self.settings { $0.theme = .dark }
    try store.save(settings)
    #expect(store.current == settings)
    #expect(SettingsStore().current == PageSettings())
  }
}
