import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { PageCopy, SectionCopy } from '#web/content/page-copy.ts';
import { SectionBody } from './section-body.tsx';

interface WordSectionProps {
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

/** One section of a page, its heading at the side where there is room. */
export function WordSection({ copy, layout, insert }: WordSectionProps) {
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
