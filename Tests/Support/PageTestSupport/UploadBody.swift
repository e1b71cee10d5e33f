// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The body of an upload, as a browser writes it.
package struct UploadBody {
  package static let boundary = "----WebKitFormBoundaryq8fJ2kq1zY"

  package var token: String
  package var fields: [(String, String)]
  package var files: [(name: String, text: String)]

  /// A body with the form's token, its fields and its files.
  package init(
    token: String, fields: [(String, String)] = [], files: [(name: String, text: String)]
  ) {
    self.token = token
    self.fields = fields
    self.files = files
  }

  package var contentType: (String, String) {
    ("Content-Type", "multipart/form-data; boundary=\(Self.boundary)")
  }

  package var text: String {
    var text = ""
    for (name, value) in [("token", token)] + fields {
      text += "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n"
      text += "\(value)\r\n"
    }
    for file in files {
      let name = file.name.replacing("\"", with: "%22")
      text += "--\(Self.boundary)\r\n"
      text += "Content-Disposition: form-data; name=\"files\"; filename=\"\(name)\"\r\n"
      text += "Content-Type: application/octet-stream\r\n\r\n\(file.text)\r\n"
    }
    return text + "--\(Self.boundary)--\r\n"
  }
}
