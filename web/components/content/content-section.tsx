import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { PageCopy, SectionCopy } from '#web/content/page-copy.ts';
import { QuestionList } from './question-list.tsx';
import { CopyTable, ItemList, LinkRow, PointList, RowList } from './section-lists.tsx';
import { StopLine } from './stop-line.tsx';

interface ContentSectionProps {
  copy: SectionCopy;
  layout: PageCopy['layout'];
  insert?: ReactNode;
}

const LOOKS: Record<PageCopy['layout'], { section: string; heading: string; sides: string }> = {
  reference: {
    section: 'border-line border-t py-9 lg:py-10',
    heading: 'text-28',
    sides: 'md:grid md:grid-cols-[220px_1fr] md:gap-10',
  },
  story: {
    section: 'mt-12 lg:mt-20',
    heading: 'text-28 lg:text-40',
    sides: 'lg:grid lg:grid-cols-[300px_1fr] lg:gap-16',
  },
};

/** A section of a content page, with its heading at the side if there is space. */
export function ContentSection({ copy, layout, insert }: ContentSectionProps) {
  const { section, heading, sides } = LOOKS[layout];
  return (
    <section id={copy.id} className={clsx(section, !copy.isWide && sides)}>
      <h2 className={clsx('display', heading)}>{copy.title}</h2>
      <SectionBody
        copy={copy}
        insert={insert}
        className={clsx('min-w-0 max-md:mt-5', layout === 'story' ? 'md:max-lg:mt-5' : copy.isWide && 'mt-4')}
      />
    </section>
  );
}

interface SectionBodyProps {
  copy: SectionCopy;
  insert?: ReactNode;
  className?: string;
}

/** The parts of a section, in order. */
const SectionBody = ({ copy, insert, className }: SectionBodyProps) => (
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

/** Paragraphs of a readable width. */
const Paragraphs = ({ text }: { text: readonly string[] }) => (
  <div className="flex max-w-[36em] text-pretty flex-col gap-3">
    {text.map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
  </div>
);
