// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Permissions of the files that the command creates.
struct PermissionTests {
  private func mode(_ url: URL) throws -> Int? {
    try attributes(url)[.posixPermissions] as? Int
  }

  private func attributes(_ url: URL) throws -> [FileAttributeKey: Any] {
    try FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))
  }

  @Test func `data files and exports of all data are private, and other exports follow the umask`()
    async throws
  {
    let workspace = try Workspace()
    let script = #"""
      umask "$1"; mkdir -p "$XDG_DATA_HOME/cairn"
      "$cairn" ruck import "$2" >/dev/null
      "$cairn" cloud user create ann --password-file "$3" >/dev/null
      id=$("$cairn" ruck list --json | sed -n 's/.*"id" : "\(.*\)".*/\1/p')
      "$cairn" ruck export "$id" --output export.gpx
      "$cairn" ruck export --all --output all.json
      "$cairn" export --all out >/dev/null
      "$cairn" store backup "$XDG_DATA_HOME/cairn/ruckmap.store" --to copy.store >/dev/null
      """#
    let password = try workspace.write("correct horse", to: "password.txt")
    let result = try await workspace.shell(script, "002", Fixture.cerknica.path, password)
    #expect(result.status == 0, "\(result)")
    var names: Set<String> = []
    let all = try FileManager.default.subpathsOfDirectory(
      atPath: workspace.data.path(percentEncoded: false))
    for name in all {
      let url = workspace.data.appending(path: name)
      names.insert(name)
      let isFolder = try attributes(url)[.type] as? FileAttributeType == .typeDirectory
      #expect(try mode(url) == (isFolder ? 0o700 : 0o600), "\(name)")
    }
    #expect(names.isSuperset(of: ["ruckmap.store", "cloud.sqlite"]), "\(names)")
    #expect(try mode(workspace.url.appending(path: "export.gpx")) == 0o664)
    #expect(try mode(workspace.url.appending(path: "all.json")) == 0o600)
    #expect(try mode(workspace.url.appending(path: "out")) == 0o700)
    #expect(try mode(workspace.url.appending(path: "copy.store")) == 0o644)
  }

  @Test func `closed standard streams do not corrupt the store`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.shell(
      #""$cairn" ruck import "$1" <&- >&- 2>&-; "$cairn" store check "$2""#,
      Fixture.cerknica.path, workspace.store.path(percentEncoded: false))
    #expect(result.status == 0, "\(result)")
    #expect(try await workspace.cairn("ruck", "list", "--json").json([RuckJSON].self).count == 1)
  }
}
