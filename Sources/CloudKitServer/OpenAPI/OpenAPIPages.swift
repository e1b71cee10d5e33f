// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// What is not of the protocol, but answered beside it.
enum OpenAPIPages {
  static let description = "/openapi.json"

  /// They are found below the root, too, wherever the server is mounted.
  static let paths: [(key: String, value: JSONTree)] = [
    (
      "/health",
      [
        "get": [
          "operationId": "health", "tags": ["operation"],
          "responses": [
            "200": answer("The storage answers", .answered(["status": .constant("ok")])),
            "503": answer(
              "The storage does not answer", .answered(["status": .constant("unavailable")])),
          ],
        ]
      ]
    ),
    (
      description,
      [
        "get": [
          "operationId": "openapi", "tags": ["operation"],
          "responses": ["200": answer("This description", ["type": "object"])],
        ]
      ]
    ),
    (
      SignInPaths.devices,
      post(
        "signInDevice",
        .sent(
          [
            "name": .text, "password": .text,
            "containers": .list(of: .text, atMost: DeviceSignInRequest.mostContainers),
          ],
          optional: ["environment": environment]),
        answer: .answered([
          "name": .text,
          "containers": .list(
            of: .answered(["name": .text, "apiToken": .text, "webAuthToken": .text])),
        ]), [401, 429])
    ),
    (
      SignInPaths.devicesEnd,
      post(
        "signOutDevice",
        .sent(["container": .text, "environment": environment, "webAuthToken": .text]),
        answer: .answered([:]), [])
    ),
  ]

  private static let environment = JSONTree.word(Environment.allCases.map(\.rawValue))

  private static func post(
    _ name: String, _ request: JSONTree, answer: JSONTree, _ errors: [Int]
  ) -> JSONTree {
    [
      "post": [
        "operationId": .string(name), "tags": ["sign-in"],
        "requestBody": [
          "required": true, "content": ["application/json": ["schema": request]],
        ],
        "responses": OpenAPIDocument.answers(answer, errors),
      ]
    ]
  }

  private static func answer(_ text: String, _ schema: JSONTree) -> JSONTree {
    ["description": .string(text), "content": ["application/json": ["schema": schema]]]
  }
}
