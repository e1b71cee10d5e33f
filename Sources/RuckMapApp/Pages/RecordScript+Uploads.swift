// Cairn
// SPDX-License-Identifier: Apache-2.0

extension RecordScript {
  /// The upload of stored positions in batches, again after each failure.
  static let uploads = #"""
      // Uploads.

      // AbortSignal.timeout() is missing in browsers before 2022.
      const request = (path, options) => {
        const controller = new AbortController();
        setTimeout(() => controller.abort(), 20000);
        return fetch(path, {
          ...options, credentials: "same-origin", cache: "no-store", signal: controller.signal,
        });
      };

      async function currentToken() {
        try {
          const response = await request("%TOKEN%");
          if (response.ok) return (await response.json()).token;
          // Any other failure is one of the server, or of a proxy before it.
          if (response.status !== 403 || response.headers.get("Cairn-Device") === "unpaired") return null;
        } catch {
          return null;
        }
        // The server refuses browsers that send no Sec-Fetch-Site; their pages have the token in each form.
        return document.querySelector('input[name="token"]')?.value || null;
      }

      const batchOf = (recording) => transact("readonly", (_, points) => settled(points.getAll(
        IDBKeyRange.bound([recording.secret, recording.sent], [recording.secret, recording.sent + BATCH - 1]))));

      // Sends the next part; returns whether there may be another one.
      async function send(recording) {
        if (recording.problem) return false;
        const points = await batchOf(recording);
        const to = recording.sent + points.length;
        if (points.length === 0 && recording.revision === recording.confirmed) return false;
        const token = await currentToken();
        if (!token) return false;
        const body = {
          token, recording: recording.secret, first: recording.isFirst, name: recording.name,
          expectedEnd: recording.expectedEnd ?? null,
          loads: recording.loads, pauses: recording.pauses,
          points: points.map(({ secret, ...point }) => point),
          end: to === recording.next ? recording.end : null,
        };
        let response;
        try {
          response = await request(panel.dataset.upload, {
            method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
          });
        } catch {
          return false;
        }
        const isJSON = (response.headers.get("Content-Type") ?? "").startsWith("application/json");
        if (!response.ok && !isJSON) return false;
        const answer = await response.json();
        if (!response.ok) {
          await change(recording.secret, (stored) => { stored.problem = answer.problem; stored.code = answer.code; });
          return false;
        }
        if (answer.completed && body.end) {
          await remove(recording.secret);
          say("The ruck is stored.");
          const link = Object.assign(document.createElement("a"), { href: `/rucks/${answer.ruck.toLowerCase()}`, textContent: "Open the ruck" });
          at("recorder-stored").replaceChildren(Object.assign(document.createElement("li"), {}));
          at("recorder-stored").firstChild.append(link);
          return false;
        }
        await change(recording.secret, (stored) => {
          // The change itself increases the revision. A change since the upload is sent next time.
          stored.confirmed = stored.revision === recording.revision ? stored.revision + 1 : recording.revision;
          stored.sent = Math.max(stored.sent, to);
          stored.isFirst = false;
          // It was ended on another device.
          if (answer.completed) stored.end ??= { time: stored.last?.time ?? Date.now(), rpe: null, notes: null };
        });
        return to < recording.next;
      }

      let isUploading = false;
      let isOutdated = false;

      async function upload() {
        isOutdated = true;
        if (isUploading || !isOwner) return;
        isUploading = true;
        try {
          while (isOutdated) {
            isOutdated = false;
            for (const recording of await all()) {
              let next = recording;
              while (next && await send(next)) {
                next = (await all()).find((other) => other.secret === recording.secret);
              }
            }
          }
        } catch {
          // The next attempt sends the same positions again; the server stores each once.
        } finally {
          isUploading = false;
          await refresh();
        }
      }

    """#
}
