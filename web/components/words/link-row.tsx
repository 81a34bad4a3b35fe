import { Link } from 'react-router-dom';
import type { LinkCopy } from '#web/content/page-copy.ts';

/** Ways on from a section or an answer. */
export const LinkRow = ({ links }: { links: readonly LinkCopy[] }) => (
  <p className="-my-2 flex flex-wrap gap-x-6">
    {links.map(({ to, label }) => (
      <Link
        key={label}
        to={to}
        className="inline-flex min-h-11 items-center font-medium text-gold-ink hover:underline"
      >
        {label}
      </Link>
    ))}
  </p>
);
