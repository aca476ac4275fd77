// The time of day as the pages write it: 24 hours in the time zone of the club, whatever the device is set to.
(() => {
  "use strict";
  // The site writes 09:05 in all its languages; a browser would write 09.05 or 9:05 AM in some of them.
  const written = (options) => new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...options });

  const clock = (at = new Date(), options = {}) => {
    try {
      return written({ ...options, timeZone: document.documentElement.dataset.zone || undefined }).format(at);
    } catch {
      return written(options).format(at); // a zone that this browser does not know
    }
  };

  window.eldestHand = Object.assign(window.eldestHand || {}, { clock });
})();
