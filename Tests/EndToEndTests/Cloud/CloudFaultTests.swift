// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Disk faults of the server.
@Suite(.serialized) struct CloudFaultTests {
  @Test(.timeLimit(.minutes(15)))
  func `on a full disk writes are rejected, reads continue, and freed space suffices to recover`()
    async throws
  {
    let workspace = try Workspace()
    let text = String(repeating: "x", count: 200_000)
    _ = try workspace.write(
      #"""
      {"operations":[{"operationType":"forceReplace","record":{"recordName":"NAME","recordType":"Note",
      "fields":{"s":{"value":"\#(text)"}}}}]}
      """#, to: "record.json")
    _ = try workspace.write(#"{"records":[{"recordName":"first"}]}"#, to: "lookup.json")
    _ = try workspace.write(
      #"{"tokens":[{"recordType":"Note","fieldName":"file"}]}"#, to: "tokens.json")
    let result = try await workspace.mountingShell(
      #"""
      mkdir -p "$1"
      mount -t tmpfs -o size=16m tmpfs "$1"
      "$cairn" cloud container create iCloud.org.example
      token=$("$cairn" cloud token create --container iCloud.org.example)
      echo 'correct horse' | "$cairn" cloud user create ann --password-file -
      web=$("$cairn" cloud user token ann --container iCloud.org.example |
        sed 's/+/%2B/g; s,/,%2F,g; s/=/%3D/g')
      "$cairn" cloud serve --port 0 --rate-limit 0 >serve.out 2>serve.err &
      server=$!
      trap 'kill $server 2>/dev/null || true' EXIT
      until grep -q http serve.out; do sleep 0.05; done
      base=$(grep -oE 'http://127.0.0.1:[0-9]+' serve.out)
      query="ckAPIToken=$token&ckWebAuthToken=$web"
      request() {
        curl -sS -o answer.json -w '%{http_code}\n' -d @"$2" \
          "$base/database/1/iCloud.org.example/development/private/$1?$query"
      }
      save() {
        sed "s/NAME/$1/" record.json >body.json
        request records/modify body.json
      }
      echo "first $(save first)"
      echo "asked $(request assets/upload tokens.json)"
      url=$(grep -oE '"url":"[^"]*"' answer.json | cut -d'"' -f4)
      send() { curl -sS -o answer.json -w '%{http_code}\n' --data-binary @record.json "$url"; }
      dd if=/dev/zero of="$1/filler" bs=4096 2>/dev/null || true
      echo "full $(save second)"
      grep -o TRY_AGAIN_LATER answer.json
      grep -oE '"retryAfter":[0-9]+' answer.json
      echo "read $(request records/lookup lookup.json)"
      grep -c '"recordName":"first"' answer.json
      echo "full $(save third)"
      echo "asset $(send)"
      rm "$1/filler"
      echo "room $(save second)"
      echo "room $(save third)"
      echo "asset $(send)"
      kill -TERM $server
      wait $server
      trap - EXIT
      "$cairn" cloud check --deep
      """#, workspace.data.path(percentEncoded: false))
    #expect(result.status == 0, "\(result)")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.suffix(13) == [
        "first 200", "asked 200", "full 503", "TRY_AGAIN_LATER", "\"retryAfter\":30", "read 200",
        "1", "full 503", "asset 503", "room 200", "room 200", "asset 200", "sound",
      ], "\(result)")
  }

  @Test(.timeLimit(.minutes(15)))
  func `a check names a damaged page, and the server does not serve data from it`() async throws {
    let workspace = try Workspace()
    let credentials = try await CloudProcess.prepare(workspace)
    var server = try await CloudProcess.start(workspace, credentials)
    try await server.makeZone()
    for number in 0..<30 { #expect(try await server.push("batch-\(number)")) }
    try await server.stop()
    let file = workspace.data.appending(path: "cloud.sqlite")
    var bytes = try Data(contentsOf: file)
    // The last pages belong to the records. The first pages contain the schema.
    for page in stride(from: bytes.count - 16 * 4_096, to: bytes.count, by: 4_096) {
      bytes.replaceSubrange(page..<page + 600, with: Data(repeating: 0xA5, count: 600))
    }
    try bytes.write(to: file)
    let check = try await workspace.cairn("cloud", "check", "--json")
    #expect(check.status == 1, "\(check)")
    struct Report: Decodable {
      let sound: Bool
      let problems: [String]
    }
    let report = try check.json(Report.self)
    #expect(!report.sound)
    #expect(report.problems.contains { $0.contains("Page ") && $0.hasPrefix("table records: ") })
    server = try await CloudProcess.start(workspace, credentials)
    let answer = try await server.post(
      "changes/zone", #"{"zones":[{"zoneID":{"zoneName":"Zone"}}]}"#)
    #expect(answer.status == 500)
    #expect(String(decoding: answer.body, as: UTF8.self).contains("INTERNAL_ERROR"))
    server.command.send(SIGKILL)
    _ = try await server.command.result()
  }
}
