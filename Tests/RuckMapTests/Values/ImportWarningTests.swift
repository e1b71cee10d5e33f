// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

@Suite struct ImportWarningTests {
  let context: ModelContext
  let session: RuckingSession

  init() throws {
    context = ModelContext(try RuckMapStore.inMemory())
    session = RuckingSession(startDate: Tracks.start, packWeight: 0, user: nil)
    context.insert(session)
  }

  @Test func `warnings are stored with their codes`() throws {
    let warnings = ImportWarning.Code.allCases.map { ImportWarning($0, "About \($0).") }
    session.importWarnings = warnings
    #expect(session.warningText.hasPrefix("file-repaired\tAbout fileRepaired.\n"))
    #expect(session.importWarnings == warnings)
    #expect(session.warnings == warnings.map(\.text))
  }

  @Test(arguments: [
    (
      "The pack weight isn't known and counts as 0; edit the ruck to set it.",
      ImportWarning.Code?.some(.unknownPackWeight)
    ),
    ("3 of 20 points have no time.", nil),
    ("unknown-code\tA sentence of a newer version.", nil),
    ("unknown-pack-weight\tAnother sentence.", .unknownPackWeight),
  ])
  func `a stored line has the code of its condition`(
    line: String, code: ImportWarning.Code?
  ) throws {
    session.warningText = line
    let warning = try #require(session.importWarnings.first)
    #expect(warning.code == code)
    // A line with an unknown code is stored again as it was.
    session.importWarnings = [warning]
    if code == nil { #expect(session.warningText == line) }
  }

  @Test func `a line break in a sentence does not divide the warning`() {
    session.importWarnings = [ImportWarning(.fileRepaired, "Line 3:\nno time.")]
    #expect(session.warnings == ["Line 3: no time."])
  }

  @Test func `a new pack weight removes only the warning for the unknown one`() {
    session.importWarnings = [
      ImportWarning(.untimed, "No times."), ImportWarning(.unknownPackWeight, "No pack weight."),
    ]
    session.packWeight = 20
    session.didChange("packWeight")
    #expect(session.importWarnings == [ImportWarning(.untimed, "No times.")])
  }
}
