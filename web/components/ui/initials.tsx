import clsx from 'clsx';

/** `Alex Morgan` → `AM`; at most two letters. */
const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .filter((_word, index, words) => index === 0 || index === words.length - 1)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

interface InitialsProps {
  name: string;
  /** 44 px, or 32 in a header. */
  size?: 32 | 44;
  className?: string;
}

/** Stands in for a person's picture. Decoration: the name is to stand beside it. */
export const Initials = ({ name, size = 44, className }: InitialsProps) => (
  <span
    aria-hidden
    className={clsx(
      'inline-grid shrink-0 place-items-center rounded-full bg-sunken font-medium text-ink',
      size === 44 ? 'size-11 text-14' : 'size-8 text-12',
      className,
    )}
  >
    {initialsOf(name)}
  </span>
);
