/* The bar grows and shrinks with the payments in it. The room that is kept for it only grows: if the page became shorter
   it would slide, and the keys with it, under a thumb that is about to tap. */

/** Keeps the room for a bar until `signal` is aborted. */
export const keepRoom = (bar, signal) => {
  let most = 0;
  const watch = new ResizeObserver(() => {
    most = Math.max(most, bar.offsetHeight);
    document.body.style.setProperty("--bar-room", `${most}px`);
  });
  document.body.classList.add("steady");
  watch.observe(bar);
  signal.addEventListener("abort", () => watch.disconnect());
};
