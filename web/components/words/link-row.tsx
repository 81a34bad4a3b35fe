import { Link } from 'react-router-dom';
import { isReachable } from '#web/content/navigation.ts';
import type { LinkCopy } from '#web/content/page-copy.ts';

/** Ways on from a section. Links that lead to no page are left out. */
export function LinkRow({ links }: { links: readonly LinkCopy[] }) {
  const reachable = links.filter(({ to }) => isReachable(to));
  if (reachable.length === 0) return null;

  return (
    <p className="-my-2 flex flex-wrap gap-x-6">
      {reachable.map(({ to, label }) => (
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
}
