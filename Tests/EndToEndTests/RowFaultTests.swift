// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Full and read-only disks while rowing sessions are imported and recorded.
struct RowFaultTests {
  private struct Report: Decodable {
    struct Failed: Decodable { let error: String }
    let imported: [SessionJSON]
    let failed: [Failed]
  }

  /// A season of the logbook with as many rows.
  private func season(rows: Int) -> String {
    var text =
      "\"ID\",\"Date\",\"Description\",\"Work Time (Seconds)\",\"Work Distance\",\"Type\"\n"
    for index in 0..<rows {
      let date = Date(timeIntervalSince1970: 1.5e9 + Double(index) * 7200)
        .formatted(.iso8601.dateTimeSeparator(.space)).dropLast()
      text += "\"\(index)\",\"\(date)\",\"2000m row\",\"480.\(index % 10)\",\"2000\",\"RowErg\"\n"
    }
    return text
  }

  @Test func `a full disk is reported, and no session is lost`() async throws {
    let workspace = try Workspace()
    let big = try workspace.write(season(rows: 8000), to: "big.csv")
    let copies = workspace.url.appending(path: "copies").path(percentEncoded: false)
    let result = try await workspace.mountingShell(
      #"""
      mkdir -p "$1" "$4"
      mount -t tmpfs -o size=2m tmpfs "$1"
      "$cairn" row import "$2" >"$4/first"
      status=0
      "$cairn" row import "$3" --json >"$4/second" || status=$?
      "$cairn" row list --json >"$4/list"
      cp -r "$1" "$4/data"
      exit $status
      """#, workspace.data.path(percentEncoded: false), RowingFixture.boatCoach.path, big, copies)
    #expect(!result.wasKilled && result.status == 1, "\(result)")
    #expect(result.error.contains("no space left on the disk"), "\(result)")
    let folder = URL(filePath: copies)
    let list = try JSONDecoder().decode(
      [SessionJSON].self, from: Data(contentsOf: folder.appending(path: "list")))
    #expect(list.count == 1)
    let again = try await workspace.cairn(
      "row", "import", big, "--json", "--data", copies + "/data")
    #expect(try again.json(Report.self).imported.count == 8000)
  }

  @Test func `a read-only data folder is reported`() async throws {
    let workspace = try Workspace()
    let first = try await workspace.cairn("row", "import", RowingFixture.boatCoach.path, "--json")
    #expect(try first.json(Report.self).imported.count == 1)
    let result = try await workspace.mountingShell(
      #"""
      mount --bind "$1" "$1"
      mount -o remount,bind,ro "$1"
      exec "$cairn" row import "$2" --json
      """#, workspace.data.path(percentEncoded: false), RowingFixture.ergData.path)
    #expect(!result.wasKilled && result.status == 1, "\(result)")
    #expect(
      result.error.contains(/rowing\.store.*(read-?only|may be read and written)/), "\(result)")
    let list = try await workspace.cairn("row", "list", "--json").json([SessionJSON].self)
    #expect(list.count == 1)
  }
}
