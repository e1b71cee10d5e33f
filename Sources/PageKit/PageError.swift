// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird

/// An error response of the pages, with status, title and remedy.
package enum PageError: Error, Equatable {
  /// 404: the address is unknown. Go to the list.
  case notFound
  /// 404: the app's object, such as a "ruck", doesn't exist or was deleted. Go to its list.
  case noSuch(String, list: PageLink)
  /// 405: the address supports other methods.
  case methodNotAllowed
  /// 421: the request names another host. Open the address that the server printed.
  case foreignHost
  /// 403: the form was sent by another site's page. Use the form on these pages.
  case foreignOrigin
  /// 403: the form's token is missing or from an earlier run. Reload the page and send the form
  /// again.
  case staleForm
  /// 400: the form can't be read, for the given reason.
  case badForm(String)
  /// 413: the upload exceeds the limit in bytes.
  case uploadTooLarge(limit: Int)
  /// 507: the upload can't be written to disk, for the system's reason.
  case noSpace(String)
  /// 500: any other failure, with a reason for the page, if any.
  case failed(String?)

  /// Converts a thrown error.
  package init(_ error: any Error) {
    switch error {
    case let error as PageError: self = error
    case let error as any PageErrorConvertible: self = error.pageError
    case let error as any HTTPResponseError:
      self =
        switch error.status {
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .contentTooLarge: .badForm("It has too many bytes.")
        case let status where status.code < 500: .badForm("The request is malformed.")
        default: .failed(nil)
        }
    case let error as any LocalizedError: self = .failed(error.errorDescription)
    default: self = .failed(nil)
    }
  }

  var status: HTTPResponse.Status {
    switch self {
    case .notFound, .noSuch: .notFound
    case .methodNotAllowed: .methodNotAllowed
    case .foreignHost: .misdirectedRequest
    case .foreignOrigin, .staleForm: .forbidden
    case .badForm: .badRequest
    case .uploadTooLarge: .contentTooLarge
    case .noSpace: .init(code: 507, reasonPhrase: "Insufficient Storage")
    case .failed: .internalServerError
    }
  }

  var title: String {
    switch self {
    case .notFound: "There is no such page"
    case .noSuch(let name, _): "There is no such \(name)"
    case .methodNotAllowed: "That can't be done here"
    case .foreignHost: "This is not the server you asked for"
    case .foreignOrigin: "The form came from another site"
    case .staleForm: "The form is out of date"
    case .badForm: "The form can't be read"
    case .uploadTooLarge: "The upload is too large"
    case .noSpace: "There is no disk space for the upload"
    case .failed: "Something went wrong"
    }
  }

  var explanation: String {
    switch self {
    case .notFound:
      "The address may be mistyped, or the page may belong to another version."
    case .noSuch:
      "It may have been deleted, here or by another program. Nothing else was changed."
    case .methodNotAllowed:
      "The address exists, but it can't be used that way. Nothing was changed."
    case .foreignHost:
      "The pages answer only under the name and port that the server printed when it started, such "
        + "as http://127.0.0.1:8080. Open that address."
    case .foreignOrigin:
      "Only forms of these pages are accepted, so that other sites can't change your data. "
        + "Nothing was changed. Use the form on these pages."
    case .staleForm:
      "The server was restarted after the page was opened, or the form is incomplete. Nothing "
        + "was changed. Go back, reload the page, and send the form again."
    case .badForm(let reason):
      "\(reason) Nothing was changed. Go back, reload the page, and try again."
    case .uploadTooLarge(let limit):
      "An upload can have at most \(ByteSize.text(limit)) in total. Nothing was "
        + "stored. Upload fewer files, or import them with the cairn command."
    case .noSpace(let reason):
      "The uploaded files can't be written: \(reason) Nothing was stored. Free some disk space, "
        + "or set TMPDIR to a folder on another disk and restart the server."
    case .failed(let reason):
      (reason.map { "\($0) " } ?? "") + "Saved data is not affected."
    }
  }
}

extension PageError {
  /// The page to go on with.
  var next: PageLink {
    if case .noSuch(_, let list) = self { list } else { PageLink("Start page", Paths.home) }
  }
}

/// An app's error with a page of its own.
package protocol PageErrorConvertible: Error {
  /// The error as the pages show it.
  var pageError: PageError { get }
}

/// Formats numbers of bytes.
package enum ByteSize {
  /// "12 bytes", "3 KB", "1 GB": multiples of 1024, rounded down to whole ones.
  package static func text(_ bytes: Int) -> String {
    let units = [(1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB")]
    for (size, unit) in units where bytes >= size { return "\(bytes / size) \(unit)" }
    return bytes == 1 ? "1 byte" : "\(bytes) bytes"
  }
}
