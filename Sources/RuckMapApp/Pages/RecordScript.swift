// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// The script that records a ruck by the browser's Geolocation API.
///
/// Positions are stored in IndexedDB at once, and uploaded while the server answers. One tab of a browser
/// records, under a lock; numbers of positions are assigned in the transaction that stores them, so that
/// tabs of browsers without locks can't assign a number twice. The server stores each number once.
///
/// Browsers load its parts as one file, in which all share one scope.
enum RecordScript {
  static let asset = Asset(
    name: "ruckmap-record.js", mediaType: "text/javascript; charset=utf-8", text: text)

  private static let text = [database, positions, uploads, page].joined(separator: "\n")
    .replacing("%TOKEN%", with: OfflinePaths.token)

  /// The beginning of the scope with its constants, and the recordings with their positions in
  /// IndexedDB.
  private static let database = #"""
    "use strict";
    (() => {
      const INTERVAL = 5000;
      const GAP = 60000;
      const RETRY = 15000;
      const BATCH = 1000;
      const LONGEST_RETURN = 30 * 86400000;

      const panel = document.getElementById("recorder");
      if (!panel) return;
      const at = (id) => document.getElementById(id);
      const [status, startForm, live, queue] =
        ["recorder-status", "recorder-start", "recorder-live", "recorder-queue"].map(at);
      const say = (text) => { if (status.textContent !== text) status.textContent = text; };

      if (!isSecureContext || !("geolocation" in navigator)) {
        return say("This browser gives no positions to this page. Pair the phone on the page Devices, and open the address that it shows, which begins with https.");
      }
      if (!("indexedDB" in window) || !("randomUUID" in (window.crypto ?? {}))) {
        return say("This browser can't store positions. Update it, or use another one.");
      }

      // The database: recordings, and their positions by number.

      const settled = (request) => new Promise((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error));
      });

      let opened = null;
      const open = () => opened ??= (() => {
        const opening = indexedDB.open("cairn-recording", 1);
        opening.addEventListener("upgradeneeded", () => {
          opening.result.createObjectStore("recordings", { keyPath: "secret" });
          opening.result.createObjectStore("points", { keyPath: ["secret", "number"] });
        });
        return settled(opening);
      })();

      // Runs one transaction; an exception aborts it.
      async function transact(mode, action) {
        const transaction = (await open()).transaction(["recordings", "points"], mode);
        const done = new Promise((resolve, reject) => {
          transaction.addEventListener("complete", resolve);
          transaction.addEventListener("abort", () => reject(transaction.error));
        });
        done.catch(() => {});
        let result;
        try {
          result = await action(transaction.objectStore("recordings"), transaction.objectStore("points"));
        } catch (error) {
          try { transaction.abort(); } catch {}
          throw error;
        }
        await done;
        return result;
      }

      const all = () => transact("readonly", (recordings) => settled(recordings.getAll()));
      const current = async () => (await all()).find((recording) => !recording.end);

      // Changes a recording in one transaction; the change returns false to leave it.
      const change = (secret, body) => transact("readwrite", async (recordings, points) => {
        const recording = await settled(recordings.get(secret));
        if (!recording || body(recording, points) === false) return recording;
        recording.revision += 1;
        await settled(recordings.put(recording));
        return recording;
      });

      const remove = (secret) => transact("readwrite", async (recordings, points) => {
        await settled(points.delete(IDBKeyRange.bound([secret, 0], [secret, Infinity])));
        await settled(recordings.delete(secret));
      });

    """#
}
