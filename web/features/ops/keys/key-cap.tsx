/** A key as drawn in text. */
export const KeyCap = ({ children }: { children: string }) => (
  <kbd className="inline-grid min-w-6 place-items-center rounded-[6px] border border-line bg-surface px-1.5 font-sans text-12 text-ink-2">
    {children}
  </kbd>
);
