// Theme: the reader's system decides, unless the address (?theme=dark) or an earlier choice says otherwise.
// Loaded before the styles, so that no page flashes in the wrong one.
(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const known = (value) => value === "light" || value === "dark";
  const stored = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const store = (theme) => { try { localStorage.setItem("theme", theme); } catch { /* private window */ } };

  const show = (theme) => {
    root.dataset.bsTheme = theme;
    document.dispatchEvent(new CustomEvent("theme"));
  };

  let chosen = [new URLSearchParams(location.search).get("theme"), stored()].find(known);
  show(chosen ?? (system.matches ? "dark" : "light"));
  system.addEventListener("change", () => { if (!chosen) show(system.matches ? "dark" : "light"); });

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-toggle]")) return;
    chosen = root.dataset.bsTheme === "dark" ? "light" : "dark";
    store(chosen);
    show(chosen);
  });
})();
