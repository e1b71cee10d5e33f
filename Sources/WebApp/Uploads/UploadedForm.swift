// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A form that has come in whole: its fields as text, its files on disk.
struct UploadedForm: Sendable {
  /// The values of fields that are not files; the last of several with one name.
  var fields: [String: String] = [:]
  /// The files, in the order of the form, under their own names in folders of the server's.
  var files: [URL] = []
}
