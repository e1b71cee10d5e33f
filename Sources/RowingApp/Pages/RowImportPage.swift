// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import PageKit
package import Rowing

/// The results of an upload, file by file and workout by workout.
package enum RowImportPage {
  /// The maximum number of workouts of one file that are listed by themselves.
  private static let listed = 20

  /// The page's values.
  package struct Model: Sendable {
    package struct Item: Sendable {
      package var title: String
      package var link: String?
      package var file: String
      package var line: Int?
      package var detail: String
      package var warnings: [String]
    }

    package struct Group: Sendable {
      package var id: String
      package var heading: String
      package var hint: String?
      package var isProblem: Bool
      package var items: [Item]
      /// The number of items that are not listed, in words.
      package var rest: String?
    }

    package struct Undo: Sendable {
      package let action = RowPaths.undoImport
      package var token: String
      package var ids: String
    }

    package var heading: String
    package var groups: [Group]
    package var isEmpty: Bool
    /// The form that deletes the imported sessions; nil if none was imported.
    package var undo: Undo?
    package let home = RowPaths.list

    /// Creates the values for a report.
    package init(_ report: RowingImportReport, calendar: PageCalendar, token: FormToken) {
      func item(_ entry: RowingImportReport.Entry) -> Item {
        Item(
          title: SessionTitle.text(entry.session), link: RowPaths.session(entry.session.id),
          file: RowImportPage.name(of: entry.file), line: entry.line,
          detail: SessionTitle.date(entry.session, calendar: calendar) + " · "
            + RowFormat.distance(entry.session.distance) + " in "
            + RowFormat.time(entry.session.duration),
          warnings: entry.warnings)
      }
      let failed = report.failed.map {
        Item(
          title: RowImportPage.name(of: $0.file), link: nil, file: "", line: $0.line,
          detail: $0.error, warnings: [])
      }
      groups = [
        RowImportPage.group(
          "failed", "Not imported", "Nothing was stored from these files or lines.", failed,
          isProblem: true),
        RowImportPage.group("imported", "Imported", nil, report.imported.map(item)),
        RowImportPage.group(
          "merged", "Completed", "These sessions got strokes or figures of the file.",
          report.merged.map(item)),
        RowImportPage.group(
          "unchanged", "Already imported", "Nothing was changed.", report.unchanged.map(item)),
      ].compactMap(\.self)
      let ids = report.imported.map(\.session.id.uuidString).joined(separator: " ")
      undo = ids.isEmpty ? nil : Undo(token: token.text, ids: ids)
      isEmpty = groups.isEmpty
      let parts = [
        (report.imported.count, "imported"), (report.merged.count, "completed"),
        (report.unchanged.count, "already imported"), (report.failed.count, "not imported"),
      ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      heading = isEmpty ? "No file was chosen" : parts.joined(separator: ", ")
    }
  }

  private static func group(
    _ id: String, _ heading: String, _ hint: String?, _ items: [Model.Item],
    isProblem: Bool = false
  ) -> Model.Group? {
    guard !items.isEmpty else { return nil }
    let rest = items.count - listed
    return Model.Group(
      id: id, heading: heading, hint: hint, isProblem: isProblem,
      items: Array(items.prefix(listed)), rest: rest > 0 ? "and \(rest) more" : nil)
  }

  /// The file's name as uploaded, without the path of its temporary copy.
  static func name(of file: String) -> String { URL(filePath: file).lastPathComponent }
}

extension RowImportPage {
  package static let name = "row-import"

  /// The page's content.
  package static func render(_ model: Model, templates: Templates) -> String {
    templates.render(name, model)
  }

  package static let template = #"""
    <div class="narrow stack">
    <h1>{{heading}}</h1>
    {{#isEmpty}}
    <section class="card glass"><p>Choose one or more CSV, FIT or TCX files and try again.</p></section>
    {{/isEmpty}}
    {{#groups}}
    <section class="card glass{{#isProblem}} problem{{/isProblem}}" aria-labelledby="{{id}}">
    <h2 id="{{id}}">{{heading}}</h2>
    {{#hint}}<p>{{hint}}</p>{{/hint}}
    <ul class="results">
    {{#items}}
    <li>{{#link}}<a href="{{link}}">{{title}}</a>{{/link}}{{^link}}<strong>{{title}}</strong>{{/link}} <span class="where">{{file}}{{#line}} line {{line}}{{/line}}</span><p>{{detail}}</p>{{#warnings}}<p class="note">{{.}}</p>{{/warnings}}</li>
    {{/items}}
    </ul>
    {{#rest}}<p class="where">{{rest}}</p>{{/rest}}
    </section>
    {{/groups}}
    <div class="actions"><a class="button primary" href="{{home}}">All sessions</a>
    {{#undo}}<form method="post" action="{{action}}"><input type="hidden" name="token" value="{{token}}"><input type="hidden" name="ids" value="{{ids}}"><button class="button danger quiet">Undo this import</button></form>{{/undo}}</div>
    </div>
    """#
}
