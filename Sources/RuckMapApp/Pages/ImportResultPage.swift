// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Measures
package import PageKit
package import RuckMap

/// The results of an upload, file by file.
package enum ImportResultPage {
  /// The page's values.
  package struct Model: Sendable {
    package struct Stored: Sendable {
      package var file: String
      package var title: String
      package var link: String
      package var date: String
      package var distance: String
      package var warnings: [String]
    }

    package struct Failed: Sendable {
      package var file: String
      package var line: Int?
      package var error: String
    }

    package struct Group: Sendable {
      package var heading: String
      package var hint: String?
      package var rucks: [Stored]
    }

    /// The objects of an archive that are no rucks.
    package struct Objects: Sendable {
      package struct Row: Sendable {
        package var title: String
        package var state: String
      }

      package let heading = "Other objects"
      package var rows: [Row]
    }

    package struct Undo: Sendable {
      package let action = RuckPaths.undoImport
      package var token: String
      package var ids: String
    }

    package var heading: String
    package var imported: Group?
    package var unchanged: Group?
    package var objects: Objects?
    package var failed: [Failed]
    package var failedHeading: String
    /// The number of recordings of archives that are not wanted, as a sentence.
    package var skipped: String?
    package var isEmpty: Bool
    /// The form that deletes the imported rucks; nil if none was imported.
    package var undo: Undo?
    package let home = RuckPaths.list

    /// The file's name as uploaded, without the path of its temporary copy.
    private static func name(of file: String) -> String {
      URL(filePath: file).lastPathComponent
    }

    /// Creates the values for a report.
    package init(
      _ report: ImportReport, unitSystem: UnitSystem, calendar: PageCalendar, token: FormToken
    ) {
      let format = MeasureFormat(unitSystem: unitSystem)
      func stored(_ file: String, _ ruck: RuckSummary, _ warnings: [String]) -> Stored {
        Stored(
          file: Self.name(of: file), title: RuckTitle.text(ruck), link: RuckPaths.ruck(ruck.id),
          date: RuckTitle.date(ruck, calendar: calendar),
          distance: format.distance(ruck.distance), warnings: warnings)
      }
      let new = report.imported.map { stored($0.file, $0.ruck, $0.warnings) }
      let old = report.unchanged.map { stored($0.file, $0.ruck, []) }
      imported = new.isEmpty ? nil : Group(heading: "Imported", rucks: new)
      unchanged =
        old.isEmpty
        ? nil
        : Group(
          heading: "Already imported",
          hint: "These rucks were imported before. Nothing was changed.", rucks: old)
      objects =
        report.objects.isEmpty
        ? nil
        : Objects(
          rows: report.objects.map {
            .init(title: $0.label, state: $0.isNew ? "Imported" : "Already stored")
          })
      failed = report.failed.map {
        Failed(file: Self.name(of: $0.file), line: $0.line, error: $0.error)
      }
      failedHeading = "Not imported"
      let ids = (report.imported.map(\.ruck.id.uuidString) + report.objects.compactMap(\.undoText))
        .joined(separator: " ")
      undo = ids.isEmpty ? nil : Undo(token: token.text, ids: ids)
      skipped = Self.skipped(report.skipped.count)
      isEmpty = new.isEmpty && old.isEmpty && failed.isEmpty && skipped == nil && objects == nil
      heading =
        isEmpty
        ? "No file was chosen"
        : Self.heading(report)
    }

    private static func heading(_ report: ImportReport) -> String {
      let objects = report.objects.count(where: \.isNew)
      let added = objects == 1 ? "other object imported" : "other objects imported"
      let parts = [
        (report.imported.count, "imported"), (report.unchanged.count, "already imported"),
        (report.failed.count, "not imported"), (report.skipped.count, "skipped"),
        (objects, added),
        (report.objects.count - objects, "already stored"),
      ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      return parts.joined(separator: ", ")
    }

    /// A sentence about skipped recordings; nil without one.
    static func skipped(_ count: Int) -> String? {
      guard count > 0 else { return nil }
      let recordings = count == 1 ? "1 recording is" : "\(count) recordings are"
      return "\(recordings) of other sports, or without a track."
    }
  }
}

extension ImportResultPage {
  package static let name = "ruck-import"

  /// The page's content.
  package static func render(_ model: Model, templates: Templates) -> String {
    templates.render(name, model)
  }

  package static let template = #"""
    <div class="narrow stack">
    <h1>{{heading}}</h1>
    {{#isEmpty}}
    <section class="card glass"><p>Choose one or more files of GPX, TCX or FIT and try again.</p></section>
    {{/isEmpty}}
    {{^empty(failed)}}
    <section class="card glass problem" aria-labelledby="failed">
    <h2 id="failed">{{failedHeading}}</h2>
    <p>Nothing was stored from these files.</p>
    <ul class="results">
    {{#failed}}
    <li><strong>{{file}}</strong>{{#line}} <span class="where">line {{line}}</span>{{/line}}<p>{{error}}</p></li>
    {{/failed}}
    </ul>
    </section>
    {{/empty(failed)}}
    {{#imported}}
    <section class="card glass">
    <h2>{{heading}}</h2>
    <ul class="results">
    {{#rucks}}
    <li><a href="{{link}}">{{title}}</a> <span class="where">{{file}}</span><p>{{date}} · {{distance}}</p>{{#warnings}}<p class="note">{{.}}</p>{{/warnings}}</li>
    {{/rucks}}
    </ul>
    </section>
    {{/imported}}
    {{#unchanged}}
    <section class="card glass">
    <h2>{{heading}}</h2>
    <p>{{hint}}</p>
    <ul class="results">
    {{#rucks}}
    <li><a href="{{link}}">{{title}}</a> <span class="where">{{file}}</span><p>{{date}} · {{distance}}</p></li>
    {{/rucks}}
    </ul>
    </section>
    {{/unchanged}}
    {{#objects}}
    <section class="card glass">
    <h2>{{heading}}</h2>
    <ul class="results">
    {{#rows}}
    <li>{{title}}<p>{{state}}</p></li>
    {{/rows}}
    </ul>
    </section>
    {{/objects}}
    {{#skipped}}<section class="card glass"><p>{{.}}</p></section>
    {{/skipped}}
    <div class="actions"><a class="button primary" href="{{home}}">All rucks</a>
    {{#undo}}<form method="post" action="{{action}}"><input type="hidden" name="token" value="{{token}}"><input type="hidden" name="ids" value="{{ids}}"><button class="button danger quiet">Undo this import</button></form>{{/undo}}</div>
    </div>
    """#
}
