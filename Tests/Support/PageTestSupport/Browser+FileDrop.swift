// Cairn
// SPDX-License-Identifier: Apache-2.0

package import BrowserDriver
import Foundation

extension Browser {
  /// Drags files over the page's main element and drops them there, as a user does with a pointer.
  ///
  /// - Parameter files: The files with their texts.
  /// - Returns: Whether the upload form was marked while the files were over the page.
  /// - Throws: An error of the browser.
  package func drop(_ files: [(name: String, text: String)]) async throws -> Bool {
    // JSON is an expression of JavaScript.
    let json = try JSONEncoder().encode(files.map { [$0.name, $0.text] })
    let result = try await evaluate(
      """
      const data = new DataTransfer();
      for (const [name, text] of \(String(decoding: json, as: UTF8.self))) {
        data.items.add(new File([text], name));
      }
      const fire = (type) => document.querySelector("main").dispatchEvent(
        new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
      fire("dragenter");
      // An unhandled event means that the browser opens the file instead.
      const isAccepted = !fire("dragover");
      const isMarked = document.querySelector("form[data-upload]").classList.contains("over");
      fire("drop");
      return String(isAccepted && isMarked);
      """)
    return result == "true"
  }
}
