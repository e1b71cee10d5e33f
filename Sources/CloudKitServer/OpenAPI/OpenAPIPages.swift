// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// The server's endpoints outside of the CloudKit protocol.
enum OpenAPIPages {
  static let description = "/openapi.json"

  /// The paths, which are also served at the root if the server is mounted elsewhere.
  static let paths: [(key: String, value: JSONTree)] = [
    (
      "/health",
      [
        "get": [
          "operationId": "health", "tags": ["operation"],
          "responses": [
            "200": response("The storage is available", .response(["status": .constant("ok")])),
            "503": response(
              "The storage is unavailable", .response(["status": .constant("unavailable")])),
          ],
        ]
      ]
    ),
    (
      description,
      [
        "get": [
          "operationId": "openapi", "tags": ["operation"],
          "responses": ["200": response("This description", ["type": "object"])],
        ]
      ]
    ),
    (
      SignInPaths.devices,
      post(
        "signInDevice",
        .request(
          [
            "name": .text, "password": .text,
            "containers": .list(of: .text, atMost: DeviceSignInRequest.mostContainers),
          ],
          optional: ["environment": environment]),
        response: .response([
          "name": .text,
          "containers": .list(
            of: .response(["name": .text, "apiToken": .text, "webAuthToken": .text])),
        ]), [401, 429])
    ),
    (
      SignInPaths.devicesEnd,
      post(
        "signOutDevice",
        .request(["container": .text, "environment": environment, "webAuthToken": .text]),
        response: .response([:]), [])
    ),
  ]

  private static let environment = JSONTree.word(Environment.allCases.map(\.rawValue))

  private static func post(
    _ name: String, _ request: JSONTree, response: JSONTree, _ errors: [Int]
  ) -> JSONTree {
    [
      "post": [
        "operationId": .string(name), "tags": ["sign-in"],
        "requestBody": [
          "required": true, "content": ["application/json": ["schema": request]],
        ],
        "responses": OpenAPIDocument.operationResponses(response, errors),
      ]
    ]
  }

  private static func response(_ text: String, _ schema: JSONTree) -> JSONTree {
    ["description": .string(text), "content": ["application/json": ["schema": schema]]]
  }
}
