// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// `cairn cloud serve`: the server, until a signal ends it.
struct CloudServe: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve CloudKit's Web Services.",
    discussion: """
      Other machines are served by TLS only. Control-C ends the server when it has answered what it \
      was asked. The log goes to standard error, a JSON object a line. Standard output says when the server \
      is ready and where; with --json by one line with url, port, process and, for --self-signed, authority.

      EXAMPLES
        cairn cloud serve
        cairn cloud serve --host 0.0.0.0 --port 443 --tls-certificate chain.pem --tls-key key.pem
        cairn cloud serve --behind-proxy --public-url https://example.org/ck
      """
  )

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(parsing: .unconditional, help: "The port to listen on; 0 takes any free one.")
  var port = 8333

  @Option(
    help: ArgumentHelp("The PEM file of the certificate and its chain.", valueName: "file"),
    completion: .file(extensions: ["pem"]))
  var tlsCertificate: String?

  @Option(
    help: ArgumentHelp("The PEM file of its key.", valueName: "file"),
    completion: .file(extensions: ["pem"]))
  var tlsKey: String?

  @Flag(
    help: "Make a certificate; clients are to trust cloud-tls/authority.pem in the data folder.")
  var selfSigned = false

  @Option(
    name: .customLong("name"),
    help: ArgumentHelp(
      "A name or address for --self-signed; may be given more than once.", valueName: "name"))
  var names: [String] = []

  @Option(
    name: .customLong("public-url"),
    help: ArgumentHelp("The URL that clients use, if it is another.", valueName: "url"))
  var publicURL: String?

  @Flag(help: "A proxy on this machine ends TLS and tells who asks by X-Forwarded-For.")
  var behindProxy = false

  @Option(
    parsing: .unconditional,
    help: "Requests that one caller may make in a second; 0 for no limit.")
  var rateLimit = 500

  @Option(help: "How much the log says: debug, info, notice, warning or error.")
  var logLevel = LogLevel.info

  /// The levels by the names that the command takes.
  enum LogLevel: String, CaseIterable, ExpressibleByArgument {
    case debug, info, notice, warning, error
  }

  func validate() throws {
    guard (0...65535).contains(port) else {
      throw ValidationError("--port \(port) is not a port: give a number from 0 to 65535.")
    }
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key go together.")
    }
    guard tlsCertificate == nil || !selfSigned else {
      throw ValidationError("Give either --self-signed or --tls-certificate.")
    }
    guard names.isEmpty || selfSigned else {
      throw ValidationError("--name is for the certificate that --self-signed makes: give both.")
    }
    guard rateLimit >= 0 else { throw ValidationError("--rate-limit is not below 0.") }
    if let publicURL, URL(string: publicURL)?.host() == nil {
      throw ValidationError("--public-url \(publicURL.printable) is not a whole URL.")
    }
  }

  func run() async throws {
    let store = try SQLiteServerStore(data.cloudFile)
    let accounts = Accounts(storage: SQLiteAccountStorage(store), data: store)
    try await accounts.createContainersOnce(AppContainers.names)
    var logger = Logger(label: "cairn.cloud") { label in
      JSONLogHandler(label: label) { StandardError.write(String(decoding: $0, as: UTF8.self)) }
    }
    logger.logLevel = Logger.Level(rawValue: logLevel.rawValue) ?? .info
    let server = CloudServer(
      store: store, accounts: accounts,
      assetFolder: data.cloudAssets,
      configuration: try configuration(), logger: logger
    ) { address in
      // Where nobody reads standard output the server serves all the same.
      try? StandardOutput.write(ready(address))
    }
    var services = ServiceGroupConfiguration(
      services: [.init(service: server)], gracefulShutdownSignals: [.sigint, .sigterm],
      logger: Logger(label: "cairn") { _ in SwiftLogNoOpLogHandler() })
    services.maximumGracefulShutdownDuration = .seconds(30)
    try await ServiceGroup(configuration: services).run()
    try await store.close()
  }

  /// What is said when the server can be asked.
  private func ready(_ address: URL) throws -> String {
    guard output.json else { return "Cairn's server is on \(address.absoluteString)\n" }
    return try JSONText.line(
      ServingRecord(
        url: address.absoluteString, port: address.port,
        process: ProcessInfo.processInfo.processIdentifier,
        authority: selfSigned
          ? tlsFolder.appending(path: SelfSignedCertificate.authorityFile)
            .path(percentEncoded: false) : nil))
  }

  private var tlsFolder: URL { data.url.appending(path: "cloud-tls", directoryHint: .isDirectory) }

  private func configuration() throws -> ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.connections = OpenFileLimit.raise(forConnections: configuration.connections)
    configuration.host = host
    configuration.port = port
    configuration.publicURL = publicURL.flatMap { URL(string: $0) }
    configuration.isBehindProxy = behindProxy
    configuration.requestsPerSecond = rateLimit
    if let tlsCertificate, let tlsKey {
      configuration.tls = ServerTLS(
        certificates: URL(fileURLWithPath: tlsCertificate), key: URL(fileURLWithPath: tlsKey))
    } else if selfSigned {
      configuration.tls = try SelfSignedCertificate.inFolder(
        tlsFolder,
        names: names.isEmpty ? ["localhost", "127.0.0.1", "::1"] : names)
    }
    return configuration
  }
}
