// Carries the whole sheet to the site, and stays on the page until it is there: without a network, or where somebody else's
// page answers, it tries again by itself. Where the site has something to show or to ask, the form is sent as a plain one.
(() => {
  "use strict";
  const PATIENCE = 20000;
  const MOST_WAIT = 15000;

  // `say(time)` tells since when nothing answers, `refused(text)` why the site takes it no more; `leaving(is)` whether keys
  // are meant for the next page.
  const keepSaving = ({ form, draft, leaving, say, refused }) => {
    const store = `eldest-hand:beside:${form.dataset.draft}${form.elements.revision.value}`;
    const beside = () => [...form.querySelectorAll("#reason, #ended")];
    let isBusy = false;
    let wait = 1000;
    let timer = 0;
    let lostAt = "";

    const { clock } = window.eldestHand;

    const post = async () => {
      const abort = new AbortController();
      const patience = setTimeout(() => abort.abort(), PATIENCE);
      try {
        const body = new URLSearchParams(new FormData(form));
        const response = await fetch(location.href, { method: "POST", body, credentials: "same-origin", signal: abort.signal, headers: { Accept: "application/json" } });
        const isAnswer = !response.redirected && response.headers.get("Content-Type")?.startsWith("application/json");
        return { status: response.status, said: isAnswer ? await response.json() : null };
      } catch {
        return { status: 0, said: null };
      } finally {
        clearTimeout(patience);
      }
    };

    const save = async () => {
      if (isBusy) return; // a double tap: the first is on its way
      isBusy = true;
      clearTimeout(timer);
      draft.stop();
      leaving(true);
      const { status, said } = await post();
      if (said?.address) {
        forget();
        location.assign(said.address);
        return;
      }
      if (said && ["not_found", "not_allowed"].includes(said.code)) {
        // The page would come without the sheet: what was typed stays here, where it can be read.
        leaving(false);
        stay();
        refused(said.message);
        isBusy = false;
        return;
      }
      if (said && said.code !== "signed_out" && status < 500 && status !== 429) {
        forget();
        form.submit();
        return;
      }
      leaving(false);
      if (said?.code === "signed_out") {
        stay();
        draft.signedOut();
      } else await again(status);
      isBusy = false;
    };

    const again = async (status) => {
      lostAt = lostAt || clock();
      say(lostAt);
      if (status === 403) await draft.renew(); // after a new sign-in only its token is taken
      timer = setTimeout(save, wait);
      wait = Math.min(wait * 2, MOST_WAIT);
    };

    const stay = () => {
      lostAt = "";
      wait = 1000;
      draft.resume();
    };

    // What stands beside the grid comes back with it after a sign-in.
    const remember = () => {
      try {
        sessionStorage.setItem(store, JSON.stringify(beside().map((field) => [field.id, field.value, field.checked])));
      } catch { /* for this page only */ }
    };
    const forget = () => {
      try { sessionStorage.removeItem(store); } catch { /* never kept */ }
    };
    try {
      for (const [id, value, checked] of JSON.parse(sessionStorage.getItem(store)) || []) {
        const field = beside().find((one) => one.id === id);
        if (field && !field.value) field.value = value;
        if (field) field.checked = checked;
      }
    } catch { /* none yet */ }
    form.addEventListener("input", (event) => beside().includes(event.target) && remember());

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      save();
    });
    window.addEventListener("online", () => lostAt && save());
    window.addEventListener("pageshow", (event) => {
      isBusy = false;
      if (event.persisted) stay();
    });
  };

  window.eldestHand = Object.assign(window.eldestHand || {}, { keepSaving });
})();
