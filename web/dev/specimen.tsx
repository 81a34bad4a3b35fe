import { type ReactNode, useState } from 'react';

/** A component in one state. */
export interface Specimen {
  /** Unique in its group. */
  name: string;
  render: () => ReactNode;
  /** Whether it takes the whole width of the page including gutters, like a page of the site. */
  isPage?: boolean;
  /** Shown in a frame, because it covers the page or needs its own store. */
  window?: SpecimenWindow;
}

export interface SpecimenWindow {
  /**
   * The height of the frame in pixels; by default that of its content. Required for dialogs, which cover the
   * page and have no height themselves.
   */
  height?: number;
  /** A text that is visible once the state is reached. */
  until: string;
  /** Runs before the first render. */
  setUp?: () => void;
  /** The labels of the buttons to click, in this order. */
  press?: readonly string[];
}

export interface Group {
  title: string;
  specimens: readonly Specimen[];
}

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Returns the anchor of a specimen, and its value in `?only=`. */
export const specimenId = ({ title }: Pick<Group, 'title'>, name: string): string =>
  `${slug(title)}-${slug(name)}`;

/** Returns the URL of a specimen's own window, in the theme that this page's URL forces. */
function windowAddress(id: string): string {
  const theme = new URLSearchParams(location.search).get('theme');
  return `?${new URLSearchParams({ only: id, ...(theme && { theme }) })}`;
}

/** A specimen below its name. */
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

/** Holds the value of a controlled input, so that it can be edited. */
export function Held<Value>({ initial, children }: HeldProps<Value>) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}
