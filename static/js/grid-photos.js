// Photos of the paper that come while the sheet is open: from a phone at the table, or from another desk.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);

  // Shows the photos the site speaks of, by their names; the page is asked for those that do not stand here yet.
  const gridPhotos = () => {
    let isBusy = false;

    const show = async (uids) => {
      const list = $("photo-list");
      if (!list || isBusy || uids.join(" ") === list.dataset.photos) return;
      isBusy = true;
      try {
        const response = await fetch(location.href, { credentials: "same-origin" });
        const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("photo-list");
        if (!fresh) return; // a proxy's page: the next beat asks again
        const isFirst = !list.dataset.photos;
        list.replaceWith(document.importNode(fresh, true));
        // What can be compared stands beside the grid at once; a chosen file stays chosen.
        const section = $("photos");
        section.hidden = false;
        if (isFirst) section.parentElement.prepend(section);
      } catch { /* without a network the next beat asks again */ } finally {
        isBusy = false;
      }
    };
    return show;
  };

  window.eldestHand = Object.assign(window.eldestHand || {}, { gridPhotos });
})();
