import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { SectionCopy } from '#web/content/page-copy.ts';
import { CopyTable } from './copy-table.tsx';
import { ItemList } from './item-list.tsx';
import { LinkRow } from './link-row.tsx';
import { Paragraphs } from './paragraphs.tsx';
import { PointList } from './point-list.tsx';
import { QuestionList } from './question-list.tsx';
import { RowList } from './row-list.tsx';
import { StopLine } from './stop-line.tsx';

interface SectionBodyProps {
  copy: SectionCopy;
  insert?: ReactNode;
  className?: string;
}

/** The parts of a section that it has, one under the other. */
export const SectionBody = ({ copy, insert, className }: SectionBodyProps) => (
  <div className={clsx('flex flex-col gap-6', className)}>
    {copy.text && <Paragraphs text={copy.text} />}
    {copy.stops && <StopLine stops={copy.stops} />}
    {copy.rows && <RowList rows={copy.rows} />}
    {copy.table && <CopyTable copy={copy.table} />}
    {copy.points && <PointList points={copy.points} />}
    {copy.items && <ItemList items={copy.items} />}
    {copy.questions && <QuestionList questions={copy.questions} isFirstOpen />}
    {copy.note && <p className="max-w-[40em] text-pretty text-14 text-ink-2">{copy.note}</p>}
    {insert ?? (copy.links && <LinkRow links={copy.links} />)}
  </div>
);
