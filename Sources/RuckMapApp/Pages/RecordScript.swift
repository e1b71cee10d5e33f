// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// The script that records a ruck by the browser's Geolocation API.
///
/// Positions are stored in IndexedDB at once, and uploaded while the server answers. One tab of a browser
/// records, under a lock; numbers of positions are assigned in the transaction that stores them, so that
/// tabs of browsers without locks can't assign a number twice. The server stores each number once.
///
/// The script has 250 lines as one string, since browsers load it as one file.
enum RecordScript {
  static let asset = Asset(
    name: "ruckmap-record.js", mediaType: "text/javascript; charset=utf-8", text: text)

  private static let text =
    template
    .replacing("%TOKEN%", with: OfflinePaths.token)

  private static let template = #"""
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

      // Positions.

      function metres(a, b) {
        const radians = (degrees) => degrees * Math.PI / 180;
        const [north, other] = [radians(a.latitude), radians(b.latitude)];
        const half = Math.sin((other - north) / 2) ** 2
          + Math.cos(north) * Math.cos(other) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
        return 2 * 6371008.8 * Math.asin(Math.min(1, Math.sqrt(half)));
      }

      const isPaused = (recording) => recording.pauses.some((pause) => pause.end === null);

      // A phone's clock may differ from its receiver's.
      const timeOf = (position) =>
        Math.abs(position.timestamp - Date.now()) < 600000 ? position.timestamp : Date.now();

      function add(recording, points, coordinates, time) {
        const { latitude, longitude, accuracy, altitude, speed, heading } = coordinates;
        const { last } = recording;
        if (recording.end || isPaused(recording) || !(accuracy > 0) || time < recording.loads[0].time - 5000) return false;
        if (last && time - last.time < INTERVAL - 50) return false;
        const store = (segment, values) => {
          points.put({ ...values, secret: recording.secret, number: recording.next, segment });
          recording.next += 1;
          recording.segment = segment;
        };
        const point = {
          time, latitude, longitude, accuracy, altitude: altitude ?? null, speed: speed ?? null,
          heading: Number.isFinite(heading) ? heading : null,
        };
        const isGap = last && time - last.time > GAP;
        if (last && (isGap || recording.isBroken)) {
          // A gap or a pause has no distance. A new load continues at the last position.
          if (!isGap && recording.isBroken === "load") {
            store(recording.segment + 1, last);
            recording.distance += metres(last, point);
            store(recording.segment, point);
          } else {
            store(recording.segment + 1, point);
          }
        } else {
          if (last) recording.distance += metres(last, point);
          store(recording.segment, point);
        }
        recording.isBroken = null;
        recording.last = point;
      }

      // The receiver and the screen.

      let watch = null;
      let screenLock = null;
      let isOwner = false;

      async function keepAwake() {
        if (watch === null || document.hidden || !("wakeLock" in navigator)) return;
        try {
          screenLock = await navigator.wakeLock.request("screen");
        } catch {
          // Without power, a browser refuses it; the recording continues while the screen is on.
        }
      }

      function listen(secret) {
        if (watch !== null) return;
        watch = navigator.geolocation.watchPosition(async (position) => {
          try {
            const recording = await change(secret, (recording, points) =>
              add(recording, points, position.coords, timeOf(position)));
            if (!recording || recording.end) return stopListening();
            show(recording, position.coords);
            upload();
          } catch (error) {
            say(`The position can't be stored on this device: ${error?.message ?? error}. Free some space.`);
          }
        }, (error) => {
          say(error.code === 1
            ? "This page may not use positions. Permit it in the browser's settings of this site, then open the page again."
            : "No position now. Wait under open sky.");
        }, { enableHighAccuracy: true, maximumAge: 0, timeout: 30000 });
        keepAwake();
      }

      function stopListening() {
        if (watch !== null) navigator.geolocation.clearWatch(watch);
        watch = null;
        screenLock?.release().catch(() => {});
        screenLock = null;
      }

      document.addEventListener("visibilitychange", () => { if (!document.hidden) keepAwake(); });

      // Uploads.

      const request = (path, options) => fetch(path, {
        ...options, credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(20000),
      });

      async function currentToken() {
        try {
          const response = await request("%TOKEN%");
          return response.ok ? (await response.json()).token : null;
        } catch {
          return null;
        }
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

      // The page.

      const units = panel.dataset.units === "imperial"
        ? { length: 1609.344, name: "mi", mass: 0.45359237, massName: "lb" }
        : { length: 1000, name: "km", mass: 1, massName: "kg" };

      // "35 lb", "16 kg", or a number in the user's unit; undefined if it is none of them.
      function kilograms(text) {
        if (text.trim() === "") return 0;
        const match = text.trim().replace(",", ".").match(/^(\d+(?:\.\d+)?)\s*(kg|lbs?)?$/i);
        if (!match) return undefined;
        const unit = match[2]?.toLowerCase();
        const value = Number(match[1]) * (unit ? (unit === "kg" ? 1 : 0.45359237) : units.mass);
        return value <= 500 ? value : undefined;
      }

      function clock(seconds) {
        const whole = Math.max(0, Math.floor(seconds));
        const digits = (value) => String(value).padStart(2, "0");
        const hours = Math.floor(whole / 3600);
        return `${hours > 0 ? `${hours}:` : ""}${digits(Math.floor(whole / 60) % 60)}:${digits(whole % 60)}`;
      }

      const figure = (name, text) => { panel.querySelector(`[data-figure=${name}]`).textContent = text; };

      let shown = null;

      function tick() {
        if (!shown) return;
        const now = Date.now();
        const paused = shown.pauses.reduce((sum, pause) => sum + (pause.end ?? now) - pause.start, 0);
        figure("time", clock((now - shown.loads[0].time - paused) / 1000));
      }

      function show(recording, coordinates) {
        shown = recording;
        figure("pack", `${(recording.loads.at(-1).packWeight / units.mass).toFixed(1)} ${units.massName}`);
        figure("distance", `${(recording.distance / units.length).toFixed(2)} ${units.name}`);
        if (coordinates) {
          const { speed, accuracy } = coordinates;
          figure("pace", speed > 0.2 && !isPaused(recording) ? `${clock(units.length / speed)} /${units.name}` : "–");
          figure("accuracy", `${Math.round(accuracy)} m`);
        }
        tick();
        const waiting = recording.next - recording.sent;
        queue.textContent = waiting === 0 ? "All positions are on the server."
          : waiting === 1 ? "1 position waits for the server." : `${waiting} positions wait for the server.`;
        at("recorder-pause").hidden = isPaused(recording);
        at("recorder-resume").hidden = !isPaused(recording);
      }

      function problemRow(recording) {
        const row = document.createElement("li");
        const text = Object.assign(document.createElement("p"), { className: "note bad", textContent: recording.problem });
        const button = (title, action) => {
          const node = Object.assign(document.createElement("button"), { className: "button", type: "button", textContent: title });
          node.addEventListener("click", action);
          return node;
        };
        const actions = Object.assign(document.createElement("p"), { className: "actions" });
        actions.append(
          button("Send it as a new ruck", async () => {
            await change(recording.secret, (stored) => {
              Object.assign(stored, { problem: null, code: null, isFirst: true, sent: 0, confirmed: -1 });
            });
            await upload();
          }),
          button("Delete it from this device", async () => {
            await remove(recording.secret);
            await refresh();
          }));
        row.append(text, actions);
        return row;
      }

      async function refresh() {
        const recordings = await all();
        const recording = recordings.find((other) => !other.end);
        startForm.hidden = !isOwner || recording !== undefined;
        live.hidden = !isOwner || recording === undefined;
        const problems = recordings.filter((other) => other.problem);
        if (problems.length > 0) at("recorder-stored").replaceChildren(...problems.map(problemRow));
        if (!isOwner) return;
        if (recording) {
          say(isPaused(recording) ? "The ruck is paused." : "The ruck is being recorded. Keep this page open.");
          show(recording);
          if (isPaused(recording)) stopListening(); else listen(recording.secret);
        } else {
          shown = null;
          stopListening();
          const waiting = recordings.filter((other) => other.end && !other.problem).length;
          if (waiting > 0) say("The ruck is saved on this device. It is sent when the server answers.");
          else if (!at("recorder-stored").firstChild) say("Start a ruck on this device. Its positions are stored here, also without a network, and sent to the server.");
        }
      }

      startForm.addEventListener("submit", async (event) => {
        event.preventDefault();
        const fields = new FormData(startForm);
        const packWeight = kilograms(fields.get("pack"));
        if (packWeight === undefined) return say("Write the pack weight such as 35 lb or 16 kg.");
        const expectedEnd = fields.get("return") ? new Date(fields.get("return")).getTime() : null;
        if (expectedEnd !== null && !(expectedEnd > Date.now() && expectedEnd <= Date.now() + LONGEST_RETURN)) {
          return say("Give an expected return from now on, within 30 days.");
        }
        if (await current()) return refresh();
        navigator.storage?.persist?.().catch(() => {});
        at("recorder-stored").replaceChildren();
        const recording = {
          secret: crypto.randomUUID(), name: fields.get("name").trim() || null, expectedEnd,
          loads: [{ time: Date.now(), packWeight, surface: fields.get("surface") || null }],
          pauses: [], end: null, next: 0, segment: 0, sent: 0, distance: 0, last: null, isBroken: null,
          isFirst: true, revision: 1, confirmed: 0, problem: null, code: null,
        };
        await transact("readwrite", (recordings) => settled(recordings.add(recording)));
        await refresh();
        await upload();
      });

      const act = async (body) => {
        const recording = await current();
        if (recording) await change(recording.secret, body);
        await refresh();
        await upload();
      };

      at("recorder-pause").addEventListener("click", () => act((recording) => {
        if (isPaused(recording)) return false;
        recording.pauses.push({ start: Date.now(), end: null });
        recording.isBroken = "pause";
      }));

      at("recorder-resume").addEventListener("click", () => act((recording) => {
        const pause = recording.pauses.find((other) => other.end === null);
        if (!pause) return false;
        pause.end = Math.max(pause.start, Date.now());
      }));

      at("recorder-load").addEventListener("submit", (event) => {
        event.preventDefault();
        const fields = new FormData(event.target);
        const text = fields.get("pack");
        const packWeight = text.trim() === "" ? null : kilograms(text);
        if (packWeight === undefined) return say("Write the pack weight such as 35 lb or 16 kg.");
        if (packWeight === null && !fields.get("surface")) return;
        event.target.reset();
        act((recording) => {
          const last = recording.loads.at(-1);
          recording.loads.push({
            time: Math.max(last.time, Date.now()), packWeight: packWeight ?? last.packWeight,
            surface: fields.get("surface") || last.surface,
          });
          recording.isBroken ??= "load";
        });
      });

      at("recorder-end").addEventListener("submit", (event) => {
        event.preventDefault();
        const fields = new FormData(event.target);
        const rpe = Number(fields.get("rpe")) || null;
        act((recording) => {
          if (Date.now() - recording.loads[0].time < 60000) {
            say("The ruck is shorter than one minute. Go on, or delete it below once it is on the server.");
            return false;
          }
          recording.end = { time: Date.now(), rpe, notes: fields.get("notes").trim() || null };
        }).then(() => event.target.reset());
      });

      // One tab records; the next one takes over when it is closed.

      async function own() {
        isOwner = true;
        await refresh();
        await upload();
        setInterval(tick, 1000);
        setInterval(upload, RETRY);
        addEventListener("online", upload);
      }

      if (navigator.locks) {
        navigator.locks.request("cairn-ruck-record", { ifAvailable: true }, (lock) => {
          if (lock) return own().then(() => new Promise(() => {}));
          say("A ruck is recorded in another tab of this browser. This tab takes over when that one is closed.");
          navigator.locks.request("cairn-ruck-record", () => own().then(() => new Promise(() => {})));
        }).catch((error) => say(String(error)));
      } else {
        own().catch((error) => say(String(error)));
      }
    })();

    """#
}
