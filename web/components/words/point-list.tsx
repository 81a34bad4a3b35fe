import type { PointCopy } from '#web/content/page-copy.ts';
import { LinkRow } from './link-row.tsx';

/** Named things and what there is to say of each, in two columns between hairlines. */
export const PointList = ({ points }: { points: readonly PointCopy[] }) => (
  <ul className="grid gap-x-8 sm:grid-cols-2">
    {points.map(({ title, text, link }) => (
      <li key={title} className="border-line border-t py-4">
        <p className="font-medium">{title}</p>
        {text && <p className="mt-1 text-pretty text-14 text-ink-2">{text}</p>}
        {link && (
          <div className="mt-2">
            <LinkRow links={[link]} />
          </div>
        )}
      </li>
    ))}
  </ul>
);
