import type { ReactNode } from 'react';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import type { ActionCopy, FigureCopy, PageCopy } from '#web/content/page-copy.ts';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { ContentSection } from './content-section.tsx';
import { PageContents } from './page-contents.tsx';
import { StopLine } from './stop-line.tsx';

interface ContentPageProps {
  copy: PageCopy;
  /** Shown between headline and text, in place of the line and its stops. */
  picture?: ReactNode;
  /** By section id: replaces the section's links, such as by a form or a list from the server. */
  inserts?: Partial<Record<string, ReactNode>>;
}

/** A content page: headline, lead, sections and a final action. */
export function ContentPage({ copy, picture, inserts = {} }: ContentPageProps) {
  const { layout, sections } = copy;
  const body = (
    <>
      {sections.map((section) => (
        <ContentSection key={section.id} copy={section} layout={layout} insert={inserts[section.id]} />
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

/** Key figures side by side. */
const FigureStrip = ({ figures }: { figures: readonly FigureCopy[] }) => (
  <dl className="mt-10 grid grid-cols-2 gap-x-6 gap-y-6 md:auto-cols-fr md:grid-flow-col md:grid-cols-none lg:mt-16">
    {figures.map(({ value, label }) => (
      <div
        key={label}
        className="flex flex-col-reverse justify-end gap-2 border-line border-t pt-5 max-md:odd:last:col-span-2"
      >
        <dt className="text-14 text-ink-2 sm:text-16">{label}</dt>
        <dd className="display text-40">{value}</dd>
      </div>
    ))}
  </dl>
);

/** The end of a page: the route line and the next action. */
const FinalAction = ({ copy: { title, text, links } }: { copy: ActionCopy }) => (
  <section className="mt-12 lg:mt-18">
    <RouteLine />
    <div className="mt-8 flex flex-wrap items-center justify-between gap-x-16 gap-y-6">
      <div>
        <h2 className="display text-28 lg:text-40">{title}</h2>
        <p className="mt-2 text-ink-2">{text}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {links.map(({ to, label }, index) => (
          <ButtonLink key={label} to={to} variant={index === 0 ? 'primary' : 'outline'}>
            {label}
          </ButtonLink>
        ))}
      </div>
    </div>
  </section>
);
