import { type Column, Table } from '#web/components/ui/table.tsx';
import type { TableColumnCopy, TableCopy } from '#web/content/page-copy.ts';

const toColumn = (column: TableColumnCopy, index: number): Column<readonly string[]> => ({
  ...column,
  cell: (row) => row[index],
});

/** A table written as words. */
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
