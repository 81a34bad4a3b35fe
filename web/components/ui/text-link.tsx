import { Link, type LinkProps } from 'react-router-dom';

/** A link in a line of its own, or after a sentence, with the height of a button. */
export const TextLink = (props: Omit<LinkProps, 'className'>) => (
  <Link {...props} className="inline-flex min-h-11 items-center font-medium text-gold-ink hover:underline" />
);
