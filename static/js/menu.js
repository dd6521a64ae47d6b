// The menu is a <details>, which opens and closes without script. With it, Escape, a click elsewhere and leaving
// it by keyboard close it too, so that it never lies over what has the focus.
(() => {
  const open = () => document.querySelector("details.menu[open]");

  document.addEventListener("keydown", (event) => {
    const menu = open();
    if (event.key !== "Escape" || !menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  for (const happening of ["click", "focusin"]) {
    document.addEventListener(happening, (event) => {
      const menu = open();
      if (menu && !menu.contains(event.target)) menu.open = false;
    });
  }
})();
