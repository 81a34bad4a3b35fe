import { useEffect, useState } from 'react';

/** A section counts as reached once its top has come this close to the window's, in pixels: the header and some air. */
const READING_LINE_PX = 128;

const isReached = ({ id }: { id: string }): boolean => {
  const top = document.getElementById(id)?.getBoundingClientRect().top;
  return top !== undefined && top <= READING_LINE_PX;
};

const isAtEnd = (): boolean =>
  window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1;

/**
 * Id of the section being read: the last one reached, the very last one at the end of the page.
 * @param sections in the order of the page; the same array each time
 */
export function useCurrentSection(sections: readonly { id: string }[]): string | undefined {
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
