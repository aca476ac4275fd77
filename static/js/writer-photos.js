// A photo of the paper on its way to the desk: made small, kept in the browser until it has arrived, sent again by itself.
// What is typed has a way of its own (writer-queue.js), and nothing here touches it.
(() => {
  "use strict";
  const PATIENCE = 90000;
  const MOST_WAIT = 15000;
  const LONGEST_SIDE = 2400;
  const KEPT = 2 * 24 * 3600 * 1000;

  // The browser's store of photos that wait; without one (a private window) they wait in the page.
  const shelf = (act) => new Promise((resolve, reject) => {
    const opening = indexedDB.open("eldest-hand-photos", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("waiting");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const asked = act(opening.result.transaction("waiting", "readwrite").objectStore("waiting"));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    };
  });
  const lay = (name, row) => shelf((store) => store.put(row, name)).catch(() => undefined);
  const take = (name) => shelf((store) => store.delete(name)).catch(() => undefined);
  const names = () => shelf((store) => store.getAllKeys()).catch(() => []);

  // A phone's picture of ten megabytes is a minute of a bad network. What the browser cannot read goes as it is: the site
  // says what is wrong with it.
  const smaller = async (file) => {
    try {
      const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
      const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(picture.width * scale);
      canvas.height = Math.round(picture.height * scale);
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      picture.close();
      const small = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", 0.82); });
      return small && small.size < file.size ? small : file;
    } catch {
      return file;
    }
  };

  // The page that follows a sheet may be that of an ended link: it hears from here that a photo was left behind.
  const leftBehind = (game) => `eldest-hand:photo-left:${game}`;
  const leave = (game) => {
    try { sessionStorage.setItem(leftBehind(game), "1"); } catch { /* the store of photos says it too */ }
  };
  const isLeft = async (game) => {
    const kept = (await names()).map((name) => String(name).split(":"));
    if (kept.some(([of, at]) => of === game && Date.now() - Number(at) <= KEPT)) return true;
    try {
      return sessionStorage.getItem(leftBehind(game)) !== null;
    } catch {
      return false;
    }
  };

  // `said(text, isBad)` shows how it stands; `gone()` is called whenever a photo waits no more.
  const sendPhotos = ({ form, address, game, words, said, gone }) => {
    const waiting = [];
    let nMaking = 0;
    let isBusy = false;
    let isOver = false;
    let wait = 1000;
    let timer = 0;
    let lostAt = "";

    const { clock } = window.eldestHand;

    const post = async (photo) => {
      const abort = new AbortController();
      const patience = setTimeout(() => abort.abort(), PATIENCE);
      try {
        const body = new FormData();
        body.append("photo", photo, "sheet.jpg");
        const response = await fetch(address, { method: "POST", body, credentials: "same-origin", signal: abort.signal, headers: { Accept: "application/json" } });
        const isAnswer = !response.redirected && response.headers.get("Content-Type")?.startsWith("application/json");
        return { status: response.status, answer: isAnswer ? await response.json() : null };
      } catch {
        return { status: 0, answer: null };
      } finally {
        clearTimeout(patience);
      }
    };

    const work = async () => {
      clearTimeout(timer);
      if (isBusy || isOver || !waiting.length) return;
      isBusy = true;
      const { name, photo } = waiting[0];
      if (!lostAt) said(words.photoGoes, false);
      const { status, answer } = await post(photo);
      isBusy = false;
      if (!answer || status >= 500 || status === 429) again(answer);
      else if (status === 410 || status === 404) {
        isOver = true;
        leave(game);
        said(words.photoEnded, true);
        done(name);
      } else {
        done(name);
        said(answer.text || answer.message || "", status >= 400);
        work();
      }
    };

    const again = (answer) => {
      lostAt = lostAt || clock();
      said(answer?.message || words.photoWaits.replace("{time}", lostAt), true);
      timer = setTimeout(work, wait);
      wait = Math.min(wait * 2, MOST_WAIT);
    };

    const done = (name) => {
      take(name);
      waiting.splice(waiting.findIndex((row) => row.name === name), 1);
      lostAt = "";
      wait = 1000;
      gone();
    };

    // Those that an earlier visit to this page left; what is older than an evening is thrown away.
    const restore = async () => {
      for (const name of await names()) {
        const [of, at] = String(name).split(":");
        if (Date.now() - Number(at) > KEPT) take(name);
        else if (of === String(game) && !waiting.some((row) => row.name === name)) {
          const photo = await shelf((store) => store.get(name)).catch(() => null);
          if (photo) waiting.push({ name, photo });
        }
      }
      work();
    };

    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const field = form.elements.photo;
      const [file] = field.files;
      if (!file) return;
      said(words.photoGoes, false);
      nMaking += 1;
      field.value = "";
      const photo = await smaller(file);
      nMaking -= 1;
      const name = `${game}:${Date.now()}:${Math.random().toString(36).slice(2)}`;
      waiting.push({ name, photo });
      await lay(name, photo);
      work();
    });
    window.addEventListener("online", work);
    try { sessionStorage.removeItem(leftBehind(game)); } catch { /* none there */ }
    restore();

    const waits = () => nMaking + waiting.length > 0 && !isOver;
    return { waits, go: work, left: () => waits() && leave(game) };
  };

  const note = document.getElementById("unsent-photo");
  if (note) isLeft(note.dataset.game).then((is) => { note.hidden = !is; });

  window.eldestHand = Object.assign(window.eldestHand || {}, { sendPhotos });
})();
