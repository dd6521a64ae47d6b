// allauth asks the browser for the passkey; here is only what it leaves out: a browser that knows no passkeys,
// and a sentence when none was used, in the element named by data-passkey-says.
(() => {
  const says = document.querySelector("[data-passkey-says]");
  if (!window.webauthnJSON?.supported()) {
    for (const part of document.querySelectorAll("[data-passkey]")) part.hidden = true;
  }

  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    says.hidden = false;
    says.textContent = says.dataset.passkeySays;
  });
})();
