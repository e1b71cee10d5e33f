// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Testing

/// Usage errors: status 64, no output, and a message on standard error.
///
/// The message begins with the command's name.
struct UsageTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let error: String

    init(_ arguments: String..., error: String) {
      self.arguments = arguments
      self.error = error
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    Row("nonsense", error: "'nonsense' is no subcommand of cairn: see cairn --help for the"),
    Row("ruk", "list", error: "'ruk' is no subcommand of cairn: did you mean cairn ruck?"),
    Row("trip", "improt", error: "is no subcommand of cairn trip: did you mean cairn trip import?"),
    Row("cloud", "usr", "list", error: "'usr' is no subcommand of cairn cloud: did you mean"),
    Row("conflicts", error: "did you mean cairn sync conflicts?"),
    Row(
      "import", "hike.gpx",
      error: "did you mean cairn ruck import, or cairn row import, or cairn trip import, or"),
    Row("ruck", "nonsense", error: "see cairn ruck --help for the subcommands."),
    Row("serve", "--port", "99999", error: "--port 99999 is not a port"),
    Row("serve", "--port", "web", error: "The value 'web' is invalid for '--port <port>'"),
    Row("serve", "--data", "", error: "--data needs the name of a folder"),
    Row("ruck", "import", error: "Missing expected argument '<files> ...'"),
    Row(
      "ruck", "import", "a.gpx", "--pack-weight", "35 stone",
      error: "\"stone\" is not a unit of mass. Use lb or kg"),
    Row("ruck", "import", "a.gpx", "--pack-weight", "heavy", error: "\"heavy\" is not a mass"),
    Row("ruck", "import", "a.gpx", "--body-weight=-80 kg", error: "'--body-weight"),
    Row(
      "ruck", "import", "a.gpx", "--body-weight", "-80 kg", error: "A weight can't be negative"),
    Row("ruck", "import", "a.gpx", "--pack-weight", "-5", error: "A weight can't be negative"),
    Row("ruck", "edit", "1", "--pack-weight", "-5 kg", error: "A weight can't be negative"),
    Row("ruck", "profile", "--body-weight", "-80 kg", error: "A weight can't be negative"),
    Row("ruck", "profile", "--height", "-70 inch", error: "A height can't be negative"),
    Row("serve", "--port", "-1", error: "--port -1 is not a port"),
    Row("serve", "--cloud-port", "-1", error: "--cloud-port -1 is not a port"),
    Row("cloud", "serve", "--port", "-1", error: "--port -1 is not a port"),
    Row("cloud", "serve", "--rate-limit", "-1", error: "--rate-limit must not be negative"),
    Row(
      "ruck", "import", "a.gpx", "b.gpx", "--name", "x",
      error: "--name needs exactly one file, but 2 are given"),
    Row("ruck", "show", error: "Missing expected argument '<id>'"),
    Row("ruck", "list", "--colour", error: "Unknown option '--colour'"),
    Row("ruck", "edit", "1", error: "Nothing to change: give --name, --notes, --pack-weight"),
    Row(
      "ruck", "export", "1", "--format", "doc",
      error: "  - geojson\n  - csv\n  - json\n"),
    Row(
      "ruck", "profile", "--units", "nautical",
      error: "Please provide one of 'imperial' and 'metric'"),
    Row("cloud", "serve", "--port", "70000", error: "--port 70000 is not a port"),
    Row("cloud", "serve", "--tls-key", "a", error: "--tls-certificate and --tls-key go together"),
    Row("cloud", "token", "create", error: "Missing expected argument '--container <container>'"),
    Row(
      "cloud", "user", "create", "a", error: "Missing expected argument '--password-file <file>'"),
    Row(
      "cloud", "token", "create", "--container", "a", "--environment", "staging",
      error: "Please provide one of 'development' and 'production'"),
    Row("login", "https://a.example", error: "Missing expected argument '--user <user>'"),
    Row(
      "login", "https://a.example", "--user", "ann", "--environment", "staging",
      error: "--environment must be development or production"),
    Row("sync", "conflicts", "restore", error: "Give the number of one conflict"),
    Row("sync", "conflicts", "restore", "1", "2", error: "cairn sync conflicts restore <id> ["),
    Row("sync", "conflicts", "dismiss", error: "Usage: cairn sync conflicts dismiss <id> ["),
    Row("sync", "conflicts", "dismiss", "first", error: "'first' is not the number of a conflict"),
    Row("sync", "--watches", error: "Unknown option '--watches'"),
    Row("store", "check", error: "Missing expected argument '<file>'"),
    Row("store", "backup", "a.store", error: "Missing expected argument '--to <file>'"),
    Row("store", "restore", "a.store", error: "Missing expected argument '--from <file>'"),
    Row("ruck", "profile", "--persona", "pirate", error: "- outdoor_adventurer"),
  ])
  func `a usage error exits with status 64 and a reason`(row: Row) async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn(row.arguments)
    #expect(result.status == 64, "\(result)")
    #expect(result.output == "")
    #expect(result.error.hasPrefix("cairn: "))
    #expect(result.error.contains(row.error), "\(result.error)")
    #expect(result.error.contains("Usage: cairn "))
  }

  @Test func `a file in place of a subcommand is explained`() async throws {
    let workspace = try Workspace()
    _ = try workspace.write("", to: "hike.gpx")
    let result = try await workspace.cairn("hike.gpx")
    #expect(result.status == 64 && result.output == "", "\(result)")
    #expect(
      result.error.hasPrefix(
        "cairn: 'hike.gpx' is a file, and no subcommand: import it with cairn ruck import, or "),
      "\(result)")
  }

  @Test func `an argument that is not UTF-8 is rejected and named`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.shell(
      #"exec "$cairn" ruck edit 1 --name "$(printf 'bad \377\376')""#)
    #expect(result.status == 64 && result.output == "", "\(result)")
    #expect(result.error.hasPrefix("cairn: Argument 5, 'bad "), "\(result)")
    #expect(result.error.contains("is not UTF-8") && result.error.contains("Usage: cairn "))
  }

  @Test(arguments: [
    [], ["serve"], ["ruck"], ["ruck", "import"], ["ruck", "list"], ["ruck", "show"],
    ["ruck", "stats"], ["ruck", "export"], ["ruck", "edit"], ["ruck", "delete"],
    ["ruck", "profile"], ["login"], ["logout"], ["sync"], ["sync", "now"], ["sync", "status"],
    ["sync", "conflicts"], ["sync", "conflicts", "list"], ["sync", "conflicts", "restore"],
    ["sync", "conflicts", "dismiss"], ["store"], ["store", "check"], ["store", "backup"],
    ["store", "restore"], ["store", "vacuum"], ["store", "import"], ["cloud"], ["cloud", "serve"],
    ["cloud", "check"],
    ["cloud", "container"], ["cloud", "container", "create"], ["cloud", "container", "list"],
    ["cloud", "container", "delete"], ["cloud", "token"], ["cloud", "token", "create"],
    ["cloud", "token", "list"], ["cloud", "token", "delete"], ["cloud", "user"],
    ["cloud", "user", "create"], ["cloud", "user", "list"], ["cloud", "user", "password"],
    ["cloud", "user", "disable"], ["cloud", "user", "enable"], ["cloud", "user", "delete"],
    ["cloud", "user", "token"], ["cloud", "key"], ["cloud", "key", "create"],
    ["cloud", "key", "list"], ["cloud", "key", "delete"],
  ])
  func `the help of each command has an example`(command: [String]) async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn(command + ["--help"])
    #expect(result.status == 0)
    #expect(result.error == "")
    #expect(result.output.contains("EXAMPLE"))
    let words = (["cairn"] + command).joined(separator: " ")
    #expect(result.output.contains("\n  " + words))
  }

  @Test func `the examples of the help are those of the apps and of the shell`() async throws {
    let help = try await Workspace().cairn("--help").output
    let examples = try #require(help.firstMatch(of: /EXAMPLES\n((?:  cairn.*\n)+)/))
    #expect(
      examples.1 == """
          cairn                                  serve the pages on 127.0.0.1:8080
          cairn ruck import hike.gpx             import a recording
          cairn ruck list                        list the rucks
          cairn row import season.csv            import rowing sessions
          cairn trip import booking.eml          import the booking of a trip
          cairn login URL --user NAME            log in to a sync server
          cairn sync --watch                     sync until stopped
          cairn passphrase status                see whether encrypted fields sync
          cairn backup FILE                      back up the data of all apps
          cairn store check FILE                 check a store for damage
          cairn cloud serve                      run a CloudKit server

        """)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completion scripts are generated for each shell`(shell: String) async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn("--generate-completion-script", shell)
    #expect(result.status == 0)
    #expect(result.output.contains("pack-weight"))
  }

  @Test func `the version is one line`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn("--version")
    #expect(result.status == 0)
    #expect(result.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
  }
}
