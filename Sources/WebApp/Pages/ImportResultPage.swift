// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import RuckMap

/// The results of an upload, file by file.
package enum ImportResultPage {
  /// The page's values.
  package struct Model: Sendable {
    struct Stored: Sendable {
      var file: String
      var title: String
      var link: String
      var date: String
      var distance: String
      var warnings: [String]
    }

    struct Failed: Sendable {
      var file: String
      var line: Int?
      var error: String
    }

    struct Group: Sendable {
      var heading: String
      var hint: String?
      var rucks: [Stored]
    }

    var heading: String
    var imported: Group?
    var unchanged: Group?
    var failed: [Failed]
    var failedHeading: String
    var isEmpty: Bool
    let home = Paths.list

    /// The file's name as uploaded, without the path of its temporary copy.
    private static func name(of file: String) -> String {
      URL(filePath: file).lastPathComponent
    }

    /// Creates the values for a report.
    package init(_ report: ImportReport, unitSystem: UnitSystem, calendar: PageCalendar) {
      let format = RuckFormat(unitSystem: unitSystem)
      func stored(_ file: String, _ ruck: RuckSummary, _ warnings: [String]) -> Stored {
        Stored(
          file: Self.name(of: file), title: RuckTitle.text(ruck), link: Paths.ruck(ruck.id),
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
      failed = report.failed.map {
        Failed(file: Self.name(of: $0.file), line: $0.line, error: $0.error)
      }
      failedHeading = "Not imported"
      isEmpty = new.isEmpty && old.isEmpty && failed.isEmpty
      heading =
        isEmpty ? "No file was chosen" : Self.heading(new.count, old.count, failed.count)
    }

    private static func heading(_ new: Int, _ old: Int, _ failed: Int) -> String {
      let parts = [(new, "imported"), (old, "already imported"), (failed, "not imported")]
        .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      return parts.joined(separator: ", ")
    }
  }
}

extension ImportResultPage {
  static let name = "import"

  /// The page's content.
  package static func render(_ model: Model, templates: Templates) -> String {
    templates.render(name, model)
  }

  static let template = #"""
    <div class="narrow stack">
    <h1>{{heading}}</h1>
    {{#isEmpty}}
    <section class="card glass"><p>Choose one or more GPX files and try again.</p></section>
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
    <p><a class="button primary" href="{{home}}">All rucks</a></p>
    </div>
    """#
}
