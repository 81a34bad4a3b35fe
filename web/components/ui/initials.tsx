import clsx from 'clsx';

/** `Alex Morgan` → `AM`. At most two letters. */
const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .filter((_word, index, words) => index === 0 || index === words.length - 1)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

const SIZES = {
  32: 'size-8 text-12 text-ink',
  44: 'size-11 text-14 text-ink',
  64: 'display size-16 border border-line text-22 text-gold-ink',
};

interface InitialsProps {
  name: string;
  /** 44 px by default, 32 in a header, 64 where the person is the page's subject. */
  size?: keyof typeof SIZES;
  className?: string;
}

/** A placeholder for a person's picture. Decorative: show the name beside it. */
export const Initials = ({ name, size = 44, className }: InitialsProps) => (
  <span
    aria-hidden
    className={clsx(
      'inline-grid shrink-0 place-items-center rounded-full bg-sunken font-medium',
      SIZES[size],
      className,
    )}
  >
    {initialsOf(name)}
  </span>
);
