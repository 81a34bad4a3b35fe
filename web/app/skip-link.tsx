/** The first stop of the Tab key: skips the header and moves to the page's content. */
export const SkipLink = () => (
  <a
    href="#main"
    className="fixed top-2 left-2 z-50 -translate-y-20 rounded-field bg-action px-4 py-2.5 text-14 font-semibold text-on-action focus:translate-y-0 print:hidden"
  >
    Skip to content
  </a>
);
