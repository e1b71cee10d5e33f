// Cairn
// SPDX-License-Identifier: Apache-2.0

extension RecordScript {
  /// The figures and forms of the page, the lock of the recording tab, and the end of the scope.
  static let page = #"""
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
