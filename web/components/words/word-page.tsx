import type { ReactNode } from 'react';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import type { PageCopy } from '#web/content/page-copy.ts';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { FigureStrip } from './figure-strip.tsx';
import { FinalAction } from './final-action.tsx';
import { PageContents } from './page-contents.tsx';
import { StopLine } from './stop-line.tsx';
import { WordSection } from './word-section.tsx';

interface WordPageProps {
  copy: PageCopy;
  /** Between headline and text, in place of the line and its stops. */
  picture?: ReactNode;
  /** By a section's id: what closes it in place of its links, such as a form or a list from the server. */
  inserts?: Partial<Record<string, ReactNode>>;
}

/** A page that is mostly words: headline, lead, sections, and what to do now. */
export function WordPage({ copy, picture, inserts = {} }: WordPageProps) {
  const { layout, sections } = copy;
  const body = (
    <>
      {sections.map((section) => (
        <WordSection key={section.id} copy={section} layout={layout} insert={inserts[section.id]} />
      ))}
      <FinalAction copy={copy.action} />
    </>
  );

  return (
    <article className="column pb-16 lg:pb-28">
      <PageMeta title={copy.title} description={copy.description} path={copy.path} />
      <div className="lg:flex lg:items-end lg:justify-between lg:gap-16">
        <PageHeading title={copy.title} lead={copy.lead} />
        {copy.aside && (
          <ul className="mt-5 shrink-0 text-14 text-ink-2 lg:w-75">
            {copy.aside.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
      {copy.figures && <FigureStrip figures={copy.figures} />}
      {layout === 'story' && (picture ?? <PageLine stops={copy.stops} />)}
      {layout === 'story' && body}
      {layout === 'reference' && (
        <div className="mt-8 xl:mt-16 xl:grid xl:grid-cols-[260px_1fr] xl:gap-20">
          <PageContents sections={sections} />
          <div className="min-w-0 max-xl:mt-8">{body}</div>
        </div>
      )}
    </article>
  );
}

const PageLine = ({ stops }: Pick<PageCopy, 'stops'>) => (
  <div className="mt-12 lg:mt-20">{stops ? <StopLine stops={stops} /> : <RouteLine />}</div>
);
