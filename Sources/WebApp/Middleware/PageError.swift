// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import RuckMap

/// What the pages answer instead of what was asked for: one member a case, with status, title and
/// remedy.
package enum PageError: Error, Equatable {
  /// 404: the address names nothing. Go to the list.
  case notFound
  /// 404: the ruck isn't there, or was deleted. Go to the list.
  case noSuchRuck
  /// 405: the address takes other methods.
  case methodNotAllowed
  /// 421: the request was meant for another name. Open the address that the server printed.
  case foreignHost
  /// 403: the form was sent by another site's page. Use the form on these pages.
  case foreignOrigin
  /// 403: the form's token is missing or of an earlier run. Reload the page and send again.
  case staleForm
  /// 400: the form can't be read, with the reason.
  case badForm(String)
  /// 413: the upload has more bytes than are accepted.
  case uploadTooLarge(limit: Int)
  /// 507: the upload can't be kept, with the system's reason.
  case noSpace(String)
  /// 500: something else, with a reason that may be shown.
  case failed(String?)

  /// The case for whatever was thrown.
  package init(_ error: any Error) {
    switch error {
    case let error as PageError: self = error
    case RuckLibraryError.notFound: self = .noSuchRuck
    case let error as any HTTPResponseError:
      self =
        switch error.status {
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .contentTooLarge: .badForm("It has too many bytes.")
        case let status where status.code < 500: .badForm("The request is not as it should be.")
        default: .failed(nil)
        }
    case let error as any LocalizedError: self = .failed(error.errorDescription)
    default: self = .failed(nil)
    }
  }

  var status: HTTPResponse.Status {
    switch self {
    case .notFound, .noSuchRuck: .notFound
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
    case .noSuchRuck: "There is no such ruck"
    case .methodNotAllowed: "That can't be done here"
    case .foreignHost: "This is not the server you asked for"
    case .foreignOrigin: "The form came from another site"
    case .staleForm: "The form is out of date"
    case .badForm: "The form can't be read"
    case .uploadTooLarge: "The upload is too large"
    case .noSpace: "There is no room for the upload"
    case .failed: "Something went wrong"
    }
  }

  var explanation: String {
    switch self {
    case .notFound:
      "The address may be mistyped, or the page was of another version."
    case .noSuchRuck:
      "It may have been deleted, here or by another program. Nothing else was changed."
    case .methodNotAllowed:
      "The address exists, but it can't be used that way. Nothing was changed."
    case .foreignHost:
      "The pages answer only under the name and port that the server printed when it started, such "
        + "as http://127.0.0.1:8080. Open that address."
    case .foreignOrigin:
      "Only forms of these pages are accepted, so that other sites can't change your rucks. Nothing "
        + "was changed. Use the form on these pages."
    case .staleForm:
      "The server was started anew since the page was opened, or the form is incomplete. Nothing "
        + "was changed. Go back, reload the page, and send the form again."
    case .badForm(let reason):
      "\(reason) Nothing was changed. Go back, reload the page, and try again."
    case .uploadTooLarge(let limit):
      "At most \(ByteSize.text(limit)) are accepted at once, all files together. Nothing was "
        + "stored. Upload fewer files, or import them with the command: cairn ruck import FILE."
    case .noSpace(let reason):
      "The files can't be kept while they are read: \(reason) Nothing was stored. Make room on the "
        + "disk, or set TMPDIR to a folder with room and start the server again."
    case .failed(let reason):
      (reason.map { "\($0) " } ?? "") + "Nothing was lost that was saved before."
    }
  }
}
