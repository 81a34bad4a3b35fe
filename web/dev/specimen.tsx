import { type ReactNode, useState } from 'react';

/** One component in one state. */
export interface Specimen {
  /** Unique in its group. */
  name: string;
  render: () => ReactNode;
  /** Takes the whole width of the page, gutters included, as a page of the site does. */
  isPage?: boolean;
  /** It covers the page, or needs a store of its own: it is shown in a frame. */
  window?: SpecimenWindow;
}

export interface SpecimenWindow {
  /** Of the frame, in pixels; as high as the content where it is not given. What covers the page has no height of its own. */
  height?: number;
  /** A text that is shown once the state is reached. */
  until: string;
  /** Runs before the first render. */
  setUp?: () => void;
  /** Labels of the buttons to press, one after the other. */
  press?: readonly string[];
}

export interface Group {
  title: string;
  specimens: readonly Specimen[];
}

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** The anchor of a specimen, and its name in `?only=`. */
export const specimenId = ({ title }: Pick<Group, 'title'>, name: string): string =>
  `${slug(title)}-${slug(name)}`;

/** The address of a specimen's own window, in the theme that this page's address forces. */
function windowAddress(id: string): string {
  const theme = new URLSearchParams(location.search).get('theme');
  return `?${new URLSearchParams({ only: id, ...(theme && { theme }) })}`;
}

/** A specimen under its name. */
export function SpecimenFrame({ id, specimen }: { id: string; specimen: Specimen }) {
  const { name, render, isPage, window: own } = specimen;
  return (
    <section id={id} aria-label={name} className="specimen">
      <h3 className="specimen-name column">
        {name}
        {own && (
          <a href={windowAddress(id)} target="_blank" rel="noreferrer">
            Open alone
          </a>
        )}
      </h3>
      {own ? (
        <iframe title={name} src={windowAddress(id)} loading="lazy" height={own.height} />
      ) : (
        <div className={isPage ? undefined : 'column'}>{render()}</div>
      )}
    </section>
  );
}

interface HeldProps<Value> {
  initial: Value;
  children: (value: Value, setValue: (value: Value) => void) => ReactNode;
}

/** Holds the value of a controlled input, so that it can be tried. */
export function Held<Value>({ initial, children }: HeldProps<Value>) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}
