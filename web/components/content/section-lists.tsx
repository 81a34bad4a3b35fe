import clsx from 'clsx';
import { Link } from 'react-router-dom';
import { type Column, Table } from '#web/components/ui/table.tsx';
import type { LinkCopy, PointCopy, RowCopy, TableColumnCopy, TableCopy } from '#web/content/page-copy.ts';

const AMOUNT = /^\$[\d.,]+$/;

/** Labels and values with a hairline under each: amounts, limits, contact details. */
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

/** Titles with texts, in two columns between hairlines. */
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

/** Short entries in two columns between hairlines. */
export const ItemList = ({ items }: { items: readonly string[] }) => (
  <ul className="grid gap-x-8 sm:grid-cols-2">
    {items.map((item) => (
      <li key={item} className="border-line border-t py-3">
        {item}
      </li>
    ))}
  </ul>
);

const toColumn = (column: TableColumnCopy, index: number): Column<readonly string[]> => ({
  ...column,
  cell: (row) => row[index],
});

/** A table built from copy. */
export function CopyTable({ copy: { caption, columns, rows, isOneLine } }: { copy: TableCopy }) {
  const [first, ...others] = columns;
  return (
    <Table
      caption={caption}
      columns={[toColumn(first, 0), ...others.map((column, index) => toColumn(column, index + 1))]}
      rows={rows}
      rowKey={(row) => row.join()}
      isOneLine={isOneLine}
    />
  );
}

/** Links below a section or an answer. */
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
