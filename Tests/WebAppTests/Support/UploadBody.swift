// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The body of an upload, as a browser writes it.
struct UploadBody {
  static let boundary = "----WebKitFormBoundaryq8fJ2kq1zY"

  var token: String
  var fields: [(String, String)] = []
  var files: [(name: String, text: String)]

  var contentType: (String, String) {
    ("Content-Type", "multipart/form-data; boundary=\(Self.boundary)")
  }

  var text: String {
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
