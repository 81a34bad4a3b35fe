import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Popover } from '#web/components/ui/popover.tsx';
import type { SectionCopy } from '#web/content/page-copy.ts';

/** The table of contents with the current section: at the side from `xl` up, else in a popover. */
export function PageContents({ sections }: { sections: readonly SectionCopy[] }) {
  const current = useCurrentSection(sections);
  const title = sections.find(({ id }) => id === current)?.title;

  const links = (
    <ul className="xl:border-line xl:border-l">
      {sections.map((section) => (
        <li key={section.id}>
          <a
            href={`#${section.id}`}
            aria-current={section.id === current ? 'location' : undefined}
            className="-ml-px flex min-h-11 items-center border-l-2 border-transparent px-4 text-14 text-ink-2 transition-colors hover:text-ink aria-[current]:border-gold aria-[current]:font-medium aria-[current]:text-ink max-xl:rounded-item max-xl:border-l-0 max-xl:hover:bg-sunken"
          >
            {section.title}
          </a>
        </li>
      ))}
    </ul>
  );

  return (
    <nav aria-label="On this page" className="xl:sticky xl:top-28 xl:self-start xl:pt-8">
      <div className="max-xl:hidden">{links}</div>
      <div className="xl:hidden">
        <Popover
          trigger={
            <>
              <span className="truncate">On this page: {title}</span>
              <ChevronDown aria-hidden size={18} className="chevron shrink-0 transition-transform" />
            </>
          }
          triggerClass="flex min-h-12 w-full items-center justify-between gap-4 rounded-field border border-control bg-surface px-4 text-left dark:bg-sunken"
          panelClass="w-[calc(100vw-40px)] p-2 sm:w-90"
        >
          {links}
        </Popover>
      </div>
    </nav>
  );
}

/** The distance from the window's top at which a section counts as reached, in pixels: header and margin. */
const READING_LINE_PX = 128;

const isReached = ({ id }: { id: string }): boolean => {
  const top = document.getElementById(id)?.getBoundingClientRect().top;
  return top !== undefined && top <= READING_LINE_PX;
};

const isAtEnd = (): boolean =>
  window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1;

/** Returns the id of the current section: the last one reached, or the last one at the end of the page. */
function useCurrentSection(sections: readonly { id: string }[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);

  useEffect(() => {
    const noteCurrent = () => {
      const reached = isAtEnd() ? sections.at(-1) : sections.findLast(isReached);
      setCurrent((reached ?? sections[0])?.id);
    };
    noteCurrent();
    addEventListener('scroll', noteCurrent, { passive: true });
    return () => removeEventListener('scroll', noteCurrent);
  }, [sections]);

  return current;
}
