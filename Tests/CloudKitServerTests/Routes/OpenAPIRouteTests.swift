// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// The server's OpenAPI document.
@Suite(.serialized) struct OpenAPIRouteTests {
  private struct Document: Decodable {
    struct Server: Decodable {
      let url: String
    }
    let openapi: String
    let servers: [Server]
    let paths: [String: [String: Anything]]
  }

  /// Any JSON value, searched for references.
  private enum Anything: Decodable {
    case object([String: Anything])
    case array([Anything])
    case text(String)
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let object = try? container.decode([String: Anything].self) {
        self = .object(object)
      } else if let array = try? container.decode([Anything].self) {
        self = .array(array)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .other
      }
    }

    subscript(key: String) -> Anything? {
      if case .object(let members) = self { members[key] } else { nil }
    }

    var references: [String] {
      switch self {
      case .object(let members):
        members.flatMap { key, value in
          if key == "$ref", case .text(let text) = value { return [text] }
          return value.references
        }
      case .array(let elements): elements.flatMap(\.references)
      case .text, .other: []
      }
    }
  }

  private func operations(_ document: Document) -> Set<String> {
    var operations = Set<String>()
    for (path, item) in document.paths {
      for method in item.keys where method != "parameters" {
        operations.insert("\(method.uppercased()) \(path)")
      }
    }
    return operations
  }

  @Test(.timeLimit(.minutes(15)))
  func `the OpenAPI document lists exactly the endpoints that the server implements`()
    async throws
  {
    try await CloudUnderTest.run { cloud in
      let answer = try await cloud.send("GET", "/openapi.json")
      #expect(answer.headers["content-type"] == "application/json")
      #expect(answer.headers["access-control-allow-origin"] == "*")
      let document = try JSONDecoder().decode(Document.self, from: Data(answer.body.utf8))
      #expect(document.openapi == "3.1.1" && document.servers.map(\.url) == ["/"])
      let described = operations(document)
      var answered: Set<String> = [
        "GET /health", "GET /openapi.json", "POST /assets/1/upload/{token}",
        "GET /assets/1/download/{token}", "POST /sign-in/2/sessions",
        "POST /sign-in/2/sessions/end",
      ]
      for endpoint in Endpoint.allCases where !endpoint.operation.isEmpty {
        for method in endpoint.methods {
          let route = OperationRoute(
            container: CloudUnderTest.container, environment: .development,
            database: endpoint.databases[0], endpoint: endpoint)
          let answer = try await cloud.send(method.rawValue, route.path)
          // An existing endpoint rejects a request without credentials.
          guard answer.status != 404 else { continue }
          #expect(answer.status == 401, "\(route.path): \(answer)")
          let path = route.path
            .replacing(CloudUnderTest.container, with: "{container}")
            .replacing("/development/", with: "/{environment}/")
            .replacing("/\(endpoint.databases[0].rawValue)/", with: "/{database}/")
          answered.insert("\(method.rawValue) \(path)")
        }
      }
      if answered.contains(where: { $0.hasSuffix("/tokens/create") }) {
        answered.insert("GET /webcourier/1/{token}")
      }
      #expect(answered.subtracting(described).isEmpty)
      #expect(described.subtracting(answered).isEmpty)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the OpenAPI document names the public path prefix of the server`() async throws {
    func configure(_ configuration: inout ServerConfiguration) {
      configuration.publicURL = URL(string: "https://example.org/ck")
    }
    try await CloudUnderTest.run(configure: configure) { cloud in
      for path in ["/openapi.json", "/ck/openapi.json"] {
        let answer = try await cloud.send("GET", path)
        let document = try JSONDecoder().decode(Document.self, from: Data(answer.body.utf8))
        #expect(document.servers.map(\.url) == ["/ck"])
      }
    }
  }

  @Test func `every reference in the OpenAPI document resolves`() throws {
    let bytes = OpenAPIDocument(of: Endpoint.allCases).bytes
    let document = try JSONDecoder().decode(Anything.self, from: Data(bytes))
    let references = Set(document.references)
    #expect(references.count > 20)
    for reference in references {
      var place: Anything? = document
      for name in reference.split(separator: "/").dropFirst() { place = place?[String(name)] }
      #expect(place != nil, "\(reference)")
    }
  }
}
