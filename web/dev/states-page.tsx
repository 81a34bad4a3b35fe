import { useEffect, useRef } from 'react';
import { ThemeToggle } from '#web/app/theme-toggle.tsx';
import { type Group, SpecimenFrame, specimenId } from './specimen.tsx';

/** The index, and all specimens below it. */
export const StatesPage = ({ groups }: { groups: readonly Group[] }) => (
  <main>
    <header className="column states-head">
      <h1 className="display text-40">States</h1>
      <a href="?themes">Light and dark side by side</a>
      <ThemeToggle />
    </header>
    <nav aria-label="Specimens" className="column states-index">
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <a href={`#${specimenId(group, '')}`}>{group.title}</a>
          <ul>
            {group.specimens.map(({ name }) => (
              <li key={name}>
                <a href={`#${specimenId(group, name)}`}>{name}</a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
    {groups.map((group) => (
      <section key={group.title} id={specimenId(group, '')} aria-label={group.title}>
        <h2 className="column display text-28 states-group">{group.title}</h2>
        {group.specimens.map((specimen) => {
          const id = specimenId(group, specimen.name);
          return <SpecimenFrame key={id} id={id} specimen={specimen} />;
        })}
      </section>
    ))}
  </main>
);

/** Shows the page twice, in both themes, with synchronized scrolling. */
export function ThemesPage() {
  const pair = useRef<HTMLElement>(null);

  useEffect(() => {
    const frames = [...(pair.current?.querySelectorAll('iframe') ?? [])];
    const followEach = (frame: HTMLIFrameElement) => {
      const own = frame.contentWindow;
      own?.addEventListener('scroll', () => {
        const other = frames.find((each) => each !== frame)?.contentWindow;
        if (other && other.scrollY !== own.scrollY) other.scrollTo({ top: own.scrollY, behavior: 'instant' });
      });
    };
    for (const frame of frames) frame.addEventListener('load', () => followEach(frame), { once: true });
  }, []);

  return (
    <main ref={pair} className="states-themes">
      <iframe title="Light" src="?theme=light" />
      <iframe title="Dark" src="?theme=dark" />
    </main>
  );
}
