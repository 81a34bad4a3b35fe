import clsx from 'clsx';

/** `Alex Morgan` → `AM`; at most two letters. */
const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .filter((_word, index, words) => index === 0 || index === words.length - 1)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

/** Stands in for a person's picture. Decoration: the name is to stand beside it. */
export const Initials = ({ name, className }: { name: string; className?: string }) => (
  <span
    aria-hidden
    className={clsx(
      'inline-grid size-11 shrink-0 place-items-center rounded-full bg-sunken text-14 font-medium text-ink',
      className,
    )}
  >
    {initialsOf(name)}
  </span>
);
