import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import type { ActionCopy } from '#web/content/page-copy.ts';

/** What a page ends on: the end of the line, and what to do now. */
export const FinalAction = ({ copy: { title, text, links } }: { copy: ActionCopy }) => (
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
