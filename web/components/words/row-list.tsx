import clsx from 'clsx';
import { Link } from 'react-router-dom';
import type { RowCopy } from '#web/content/page-copy.ts';

const AMOUNT = /^\$[\d.,]+$/;

/** Labels and what they come to, a hairline under each: amounts, limits, ways to reach us. */
export const RowList = ({ rows }: { rows: readonly RowCopy[] }) => (
  <dl className="border-line border-t">
    {rows.map(([label, value, href]) => (
      <div key={label} className="flex flex-wrap justify-between gap-x-8 border-line border-b py-3">
        <dt className="text-ink-2">{label}</dt>
        <dd className={clsx('wrap-anywhere sm:text-right', AMOUNT.test(value) ? 'figures' : 'font-medium')}>
          {href ? (
            <Link
              to={href}
              className="-my-3 inline-flex min-h-11 min-w-11 items-center text-gold-ink hover:underline sm:justify-end"
            >
              {value}
            </Link>
          ) : (
            value
          )}
        </dd>
      </div>
    ))}
  </dl>
);
