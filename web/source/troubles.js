// Errors of a page: counted and written into its status, and told to the reader.
export function tellTroubles(status) {
  const say = (error) => {
    status.dataset.errors = String(Number(status.dataset.errors) + 1);
    status.append(`${error && (error.stack || error.message || error)}\n`);
    const told = document.getElementById("lw-trouble");
    told.hidden = false;
    told.querySelector("span").textContent = String((error && error.message) || error);
  };
  window.addEventListener("error", (event) => {
    if (/ResizeObserver loop/.test(event.message)) return; // harmless: a size settled one frame later
    say(event.error || event.message);
  });
  window.addEventListener("unhandledrejection", (event) => say(event.reason));
  return say;
}
